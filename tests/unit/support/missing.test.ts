import { expect, test } from 'vitest'
import { summaryLine, withoutProgram } from '../../support/missing.mjs'

const firefox = { missing: 'Firefox; install it or set FIREFOX_PATH', engine: true }

test('a missing engine is named in the summary, and fails nothing', () => {
  const result = withoutProgram(firefox, {})
  expect(result.failed ?? 0).toBe(0)
  expect(summaryLine({ name: 'firefox', ...result })).toBe(
    'firefox: left out, it needs Firefox; install it or set FIREFOX_PATH',
  )
})

test('where CI is set a missing engine is a failure that says what it needs', () => {
  const result = withoutProgram(firefox, { CI: 'true' })
  expect(result).toMatchObject({ failed: 1, ok: false, failures: [`it needs ${firefox.missing}`] })
  expect(summaryLine({ name: 'firefox', time: '0.1 s', ...result })).toMatch(/^firefox: FAILED/)
})

test('any other missing program is a failure everywhere', () => {
  expect(withoutProgram({ missing: 'PostgreSQL' }, {})).toMatchObject({ failed: 1, ok: false })
})
