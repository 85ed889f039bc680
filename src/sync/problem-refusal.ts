import { problemCodes } from '../../contract/problem.ts'
import type { Refusal } from '../api/errors.ts'
import type { OutboxProblem } from '../db/rows.ts'

/** What the server said about a kept entry, in the form in which the screens explain refusals. */
export function problemRefusal({ status, detail, code, errors }: OutboxProblem): Refusal {
  const known = problemCodes.find((each) => each === code)
  return { status, detail, errors: errors ?? [], ...(known && { code: known }) }
}
