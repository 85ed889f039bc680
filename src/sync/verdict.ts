import type { Order } from '../../contract/orders.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import type { Answer } from '../api/api-client.ts'
import { ConnectionError, readRefusal } from '../api/api-errors.ts'
import { contentOf, readAnswer } from '../api/read-answer.ts'
import type { OutboxRow } from '../db/rows.ts'
import { isRecord, readText } from '../lib/record.ts'
import { kindOf, refusedWith } from './kinds.ts'
import { backOff } from './outbox-steps.ts'
import type { Verdict } from './outbox-store.ts'

/** Statuses below 500 that say nothing about the request itself. */
const temporary = new Set([408, 425, 429])

/** What an answer to an entry means. Without proof that it is the shop's (header, JSON, key, `_id`) it counts as none: a captive portal's 200. */
export function verdict(answer: Answer, row: OutboxRow): Verdict {
  const { status } = answer
  if (kindOf(row).token) return logoutVerdict(answer, row)
  if (!isProven(answer, row)) return unproven(answer)
  if (status >= 200 && status < 300) {
    const serverId = idOf(answer)
    return serverId === undefined ? unproven(answer) : { kind: 'done', serverId, ...orderIn(answer.json, row) }
  }
  const { code, detail, errors } = readRefusal(status, answer.json)
  const problem = {
    status,
    detail,
    ...(code && { code }),
    ...(errors.length > 0 && { errors }),
    ...refusedWith(row, answer.json),
  }
  if (status < 400 || status >= 500 || temporary.has(status)) return retry(answer, detail, code)
  // visitors have no account to log in to, and a deleted account never comes back
  if (status === 401 && row.userId !== '' && code !== 'account-gone') return { kind: 'login', problem }
  if (code === 'reference-taken' && kindOf(row).order === 'new') return { kind: 'taken', problem }
  // 409 with `Retry-After`: the server is still processing the first try
  if (status === 409 && (code === 'key-in-progress' || (code === undefined && answer.retryAfter !== undefined)))
    return retry(answer, detail, code)
  const current = isRecord(answer.json) ? answer.json.order : undefined
  return { kind: 'attention', problem, ...orderIn(current, row) }
}

/** The order in the answer to an order or to one of its events; other servers answer with little more than the id. */
function orderIn(json: unknown, row: OutboxRow): { order?: Order } {
  const order = kindOf(row).order ? readAnswer('getOrder', json) : undefined
  return order && order.orderItems.length > 0 ? { order } : {}
}

/** The session ends now or ended before (401). A refused logout is done too, since no screen shows it. */
function logoutVerdict(answer: Answer, row: OutboxRow): Verdict {
  const { status } = answer
  const isFinal = status >= 200 && status < 500 && status !== 409 && !temporary.has(status)
  return isFinal && answer.isShops ? { kind: 'done', serverId: row.id } : unproven(answer)
}

/** The verdict when no answer came. Other errors are thrown again. */
export function unanswered(error: unknown): Verdict {
  if (!(error instanceof ConnectionError)) throw error
  return { kind: 'retry', problem: { status: 0, detail: error.message, connection: error.kind } }
}

/** The verdict when the server could not be reached, so that nothing was sent. */
export const unsent: Verdict = {
  kind: 'retry',
  problem: { status: 0, detail: 'Nothing was sent', connection: 'network' },
  unsent: true,
}

function retry(answer: Answer, detail: string, code?: ProblemCode): Verdict {
  const { status, retryAfter } = answer
  return {
    kind: 'retry',
    problem: { status, detail, ...(code && { code }) },
    after: retryAfter,
    ...(status === 500 && { failed: true }),
  }
}

/** The verdict on an answer without proof. Its `Retry-After` counts up to the longest back-off. */
function unproven({ status, retryAfter }: Answer): Verdict {
  const problem = { status, detail: `Answer ${status} without proof`, connection: 'untrusted', unproven: true as const }
  const after = retryAfter && Math.min(retryAfter, backOff.max)
  return { kind: 'retry', problem, after, ...(status === 500 && { failed: true }) }
}

function isProven(answer: Answer, row: OutboxRow): boolean {
  if (!answer.isShops || !isJson(answer)) return false
  // a success must echo the key; a refusal may come from a layer that does not, but must not echo another key
  const success = answer.status >= 200 && answer.status < 300
  return success ? answer.key === row.id : answer.key === undefined || answer.key === row.id
}

function isJson({ json }: Answer): boolean {
  return typeof json === 'object' && json !== null
}

function idOf(answer: Answer): string | undefined {
  const data = contentOf(answer.json)
  const id = isRecord(data) ? readText(data._id) : ''
  return id === '' ? undefined : id
}
