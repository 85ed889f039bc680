/**
 * `npm run messages` collects the texts of the code in the catalogs. `npm run check:texts` fails where that would change one, or where a
 * translation is missing: in a production build such a text shows as its id.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const files = ['en', 'fr', 'es'].map((locale) => `src/locales/${locale}.po`)
const before = files.map((file) => readFileSync(file, 'utf8'))
const lingui = 'node_modules/@lingui/cli/dist/lingui.js'
const report = execFileSync(process.execPath, [lingui, 'extract', '--clean'], { encoding: 'utf8' })

function problemsOf(file: string, earlier = ''): string[] {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, earlier)
  const empty = [...text.matchAll(/^msgid (?:.+\n)+?msgstr ""\n(?!")/gm)]
  return [
    ...(text === earlier ? [] : [`${file} is not as the code is: npm run messages`]),
    ...empty.map(([entry]) => `${file} has no translation of ${entry.trim()}`),
  ]
}

if (process.argv.includes('--check')) {
  const problems = files.flatMap((file, at) => problemsOf(file, before[at]))
  for (const each of problems) console.error(each)
  process.exitCode = problems.length > 0 ? 1 : 0
} else {
  // without Lingui's hints at the end, which name commands that are not ours
  console.log(report.replace(/^\(Use .*\n/gm, ''))
}
