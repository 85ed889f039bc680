import type { Order } from '../../contract/orders.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import type { Answer } from '../api/client.ts'
import { ConnectionError, readRefusal } from '../api/errors.ts'
import { readOrder } from '../api/read-order.ts'
import { readData, readText } from '../api/read-value.ts'
import type { OutboxRow } from '../db/rows.ts'
import { isRecord } from '../lib/record.ts'
import { backOff } from './back-off.ts'
import type { ShopHeader, Verdict } from './outbox-types.ts'

/** Statuses that say nothing about the request itself. */
const passing = new Set([408, 425, 429])

/**
 * What an answer to an entry means. A verdict counts only with proof: JSON, the header of our server, the echo of our key
 * and, for a success, the `_id`. Everything else is as good as no answer: a captive portal's 200, a proxy's 403. With
 * `off` another server's JSON of the right shape is proof enough.
 */
export function verdict(answer: Answer, row: OutboxRow, rule: ShopHeader): Verdict {
  const { status } = answer
  if (row.kind === 'logout') return logoutVerdict(answer, row, rule)
  if (!isProven(answer, row, rule)) return unproven(answer)
  if (status >= 200 && status < 300) {
    const serverId = idOf(answer, row, rule)
    return serverId === undefined ? unproven(answer) : { kind: 'done', serverId, ...orderIn(answer.json, row) }
  }
  const { code, detail, errors } = readRefusal(status, answer.json)
  const problem = {
    status,
    detail,
    ...(code && { code }),
    ...(errors.length > 0 && { errors }),
    ...(row.kind === 'stock' && stockIn(answer.json)),
  }
  if (status < 400 || status >= 500 || passing.has(status)) return retry(answer, detail, code)
  // a visitor has no account to log in to; a deleted one never comes back
  if (status === 401 && row.userId !== '' && code !== 'account-gone') return { kind: 'login', problem }
  if (code === 'reference-taken' && row.kind === 'order') return { kind: 'taken', problem }
  // 409 with a time to wait: the first try is still at work
  if (status === 409 && (code === 'key-in-progress' || (code === undefined && answer.retryAfter !== undefined)))
    return retry(answer, detail, code)
  const meanwhile = isRecord(answer.json) ? answer.json.order : undefined
  return { kind: 'attention', problem, ...orderIn(meanwhile, row) }
}

/** The order in the answer to an order or to one of its events; other servers answer little more than the id. */
function orderIn(json: unknown, { kind }: OutboxRow): { order?: Order } {
  const order = kind === 'order' || kind === 'order-event' ? readOrder(json) : undefined
  return order && order.orderItems.length > 0 ? { order } : {}
}

/** The number that a refused stock met. */
function stockIn(json: unknown): { countInStock?: number } {
  const now = isRecord(json) ? json.countInStock : undefined
  return typeof now === 'number' ? { countInStock: now } : {}
}

/** The session has ended, now or before (401). No screen shows a refused logout. */
function logoutVerdict(answer: Answer, row: OutboxRow, rule: ShopHeader): Verdict {
  const { status } = answer
  const isFinal = status >= 200 && status < 500 && status !== 409 && !passing.has(status)
  return isFinal && (answer.isShops || rule === 'off') ? { kind: 'done', serverId: row.id } : unproven(answer)
}

/** What no answer means. Any other error is ours and goes on. */
export function unanswered(error: unknown): Verdict {
  if (!(error instanceof ConnectionError)) throw error
  return { kind: 'retry', problem: { status: 0, detail: error.message, connection: error.kind } }
}

function retry(answer: Answer, detail: string, code?: ProblemCode): Verdict {
  const { status, retryAfter } = answer
  return {
    kind: 'retry',
    problem: { status, detail, ...(code && { code }) },
    ...(retryAfter !== undefined && { after: retryAfter }),
    ...(status === 500 && { failed: true }),
  }
}

/** A `Retry-After` of a portal or a proxy counts up to the longest back-off. */
function unproven({ status, retryAfter }: Answer): Verdict {
  const problem = { status, detail: `Answer ${status} without proof`, connection: 'untrusted', unproven: true as const }
  const after = retryAfter && Math.min(retryAfter, backOff.max)
  return { kind: 'retry', problem, ...(after !== undefined && { after }), ...(status === 500 && { failed: true }) }
}

function isProven(answer: Answer, row: OutboxRow, rule: ShopHeader): boolean {
  if (rule === 'off') return isJson(answer) || (row.kind === 'contact' && isWord(answer))
  if (!answer.isShops || !isJson(answer)) return false
  // a success must be ours; a refusal may come from a door that never saw the key, but not with another one
  const success = answer.status >= 200 && answer.status < 300
  return success ? answer.key === row.id : answer.key === undefined || answer.key === row.id
}

function isJson({ json }: Answer): boolean {
  return typeof json === 'object' && json !== null
}

/** An e-mail service's plain 'OK' or 'The address is wrong': anything but a portal's page. */
function isWord({ type, status }: Answer): boolean {
  return type !== 'text/html' && status < 500
}

function idOf(answer: Answer, row: OutboxRow, rule: ShopHeader): string | undefined {
  const data = readData(answer.json)
  const id = isRecord(data) ? readText(data._id) || (rule === 'off' ? readText(data.id) : '') : ''
  // what another server answers to a review or a message is not shown in the specification: its success is enough
  const enough = rule === 'off' && row.kind !== 'order'
  return id !== '' || enough ? id : undefined
}
