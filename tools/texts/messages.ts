/** `npm run messages`: collects the texts of the code. Lingui's hints at the end name commands that are not ours. */
import { execFileSync } from 'node:child_process'
import { lingui } from './missing-texts.ts'

const told = execFileSync(process.execPath, [lingui, 'extract', '--clean'], { encoding: 'utf8' })
console.log(told.replace(/^\(Use .*\n/gm, ''))
