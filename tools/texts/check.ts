/** `npm run check:texts`: every text of the code is in the catalogs and translated. */
import { missingTexts } from './missing-texts.ts'

const problems = await missingTexts()
for (const each of problems) console.error(each)
process.exitCode = problems.length > 0 ? 1 : 0
