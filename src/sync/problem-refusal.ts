import { problemCodes } from '../../contract/problem.ts'
import { connectionProblems, type Refusal, readRefusedFields } from '../api/api-errors.ts'
import type { OutboxProblem } from '../db/rows.ts'

/** The problem of an outbox entry as a refusal, which screens can explain. */
export function problemRefusal(problem: OutboxProblem): Refusal {
  return {
    status: problem.status,
    detail: problem.detail,
    errors: readRefusedFields(problem.errors),
    code: problemCodes.find((code) => code === problem.code),
    connection: connectionProblems.find((kind) => kind === problem.connection),
  }
}
