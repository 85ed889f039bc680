import { problemCodes } from '../../contract/problem.ts'
import { connectionProblems, type Refusal, readRefusedFields } from '../api/errors.ts'
import type { OutboxProblem } from '../db/rows.ts'

/** The problem of an outbox entry as a refusal, which screens can explain. */
export function problemRefusal(problem: OutboxProblem): Refusal {
  const { status, detail } = problem
  const code = problemCodes.find((each) => each === problem.code)
  const connection = connectionProblems.find((each) => each === problem.connection)
  return {
    status,
    detail,
    errors: readRefusedFields(problem.errors),
    ...(code && { code }),
    ...(connection && { connection }),
  }
}
