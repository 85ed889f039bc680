/** Reads the reports that Playwright and Vitest leave as JSON: how many tests passed, and which failed and why. */
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const nothing = { passed: 0, failed: 0, failures: [] }

function firstLine(text) {
  const lines = stripVTControlCharacters(text ?? '').split('\n')
  return lines.map((line) => line.trim()).find(Boolean) ?? 'no error was told'
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

function ofPlaywright({ stats, suites, errors = [] }) {
  const failed = specsOf({ suites }).filter(({ ok }) => !ok)
  // a test that ran out of time has a second error: where it waited
  const why = ({ tests }) =>
    tests
      .flatMap(({ results }) => results)
      .flatMap(({ errors: told = [] }) => told)
      .map(({ message, location }) => `${firstLine(message)}${location ? ` (line ${location.line})` : ''}`)
      .slice(0, 3)
      .join('; ')
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    failures: [
      ...failed.map((spec) => `${spec.file}:${spec.line} › ${spec.title}: ${why(spec)}`),
      ...errors.map(({ message }) => firstLine(message)),
    ],
  }
}

function ofVitest({ numPassedTests, numFailedTests, testResults }, root) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    const failed = assertionResults.filter((each) => each.status === 'failed')
    // a file that could not even be read has no tests that failed
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
    return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine(failureMessages[0])}`)
  })
  return { passed: numPassedTests, failed: numFailedTests, failures }
}

/** What the report in this file says; a program that left none counts as nothing. */
export function readReport(file, root) {
  if (!existsSync(file)) return nothing
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return report.stats ? ofPlaywright(report) : ofVitest(report, root)
}
