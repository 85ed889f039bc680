/**
 * What becomes of a part whose program is missing: a browser's engine is left out and named in the summary, any other
 * program is a failure; where `CI` is set, every one is.
 */
export function withoutProgram({ missing, engine = false }, { CI } = process.env) {
  if (engine && !CI) return { leftOut: missing }
  return { passed: 0, failed: 1, ok: false, failures: [`it needs ${missing}`] }
}

/** A part's line in the summary. */
export function summaryLine({ name, passed = 0, failed = 0, ok = false, leftOut = '', time = '' }) {
  if (leftOut) return `${name}: left out, it needs ${leftOut}`
  return `${name}: ${ok ? 'passed' : 'FAILED'} in ${time}${passed + failed ? `, ${passed} tests` : ''}`
}
