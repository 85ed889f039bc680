import { v7 as uuidv7 } from 'uuid'
import type { Order } from '../../contract/orders.ts'
import type { Api } from '../api/api-client.ts'
import { type Answer, ConnectionError, contentOf, readAnswer, readRefusal } from '../api/exchange.ts'
import type { ShopDatabase } from '../db/database.ts'
import { type Change, hasLeft, isUnsent, type OutboxStore, outboxStore, type Snapshot } from '../db/outbox-rows.ts'
import type { OutboxProblem, OutboxRow } from '../db/rows.ts'
import type { Clock } from '../lib/device-clock.ts'
import { isRecord, readText } from '../lib/record.ts'
import { kindOf, refusedWith } from './kinds.ts'
import {
  andThen,
  backOff,
  type Claim,
  decisions,
  delay,
  type EndedWaits,
  type TryOutcome,
  type Verdict,
} from './outbox-steps.ts'

/*
   from                what happens                                              to
                       accept: a request is saved, an order empties the cart     queued
   queued              claim: it is due                                          sending
   sending             settle, by the verdict on the answer:
                         done: a proven answer                                   done (deleted after 30 days)
                         retry: no answer in 30 s, 408, 409 in progress, 425,
                         429, 5xx, an unproven answer                            queued, until the back-off or `Retry-After` ends
                         taken: another order has its reference                  queued, under a new id
                         login: 401                                              waiting-login, with all of its user's entries
                         attention: another 4xx                                  attention, with the server's words
   sending             repairQueue: its sender died                              queued
   queued              repairQueue: its user is not signed in                    waiting-login
   waiting-login       repairQueue: its user has logged in again                 queued
   attention, queued,  discard, editAgain or replaceEvent (a new entry), where
   waiting-login       the person may still revoke it (kinds.ts)                 removed

  Each line is one transaction (outbox-steps.ts, sync.ts), and network calls are made only between transactions. So a sender may
  be killed at any point, and two may work at once: the server recognises duplicates by the key, which is the entry's id.

  One entry is sent at a time, and the transaction that writes its outcome claims the next. One that was refused, or has got status
  500 eight times in a row, lets its user's next ones pass, but for those about the same order or product.
*/

/** The decisions of the outbox by name: the simulation replaces each with a wrong one and must notice. */
export const outboxPolicy = { ...decisions, verdict, delay }
export type OutboxPolicy = typeof outboxPolicy

/** What a drain leaves. `next`: ms until an entry is due; absent when none is waiting. */
export interface Drained {
  waiting: number
  next?: number
}

/** Everything the outbox depends on: storage, network, clock, ids and random numbers. */
export interface OutboxEnv {
  store: OutboxStore
  /** Sends an entry once. Throws `ConnectionError` when no answer came (at most 30 s). */
  send(row: OutboxRow, token: string | undefined): Promise<Answer>
  /** Whether the server can be reached, asked before the first try: an entry that never left the device can still be revoked. */
  reach(): Promise<boolean>
  /** ms since 1970, by the device's clock */
  now(): number
  newId(): string
  /** 0 ≤ x < 1 */
  random(): number
}

type Step = (seen: Snapshot) => Change<Claim | undefined>

export class Outbox {
  private readonly env: OutboxEnv
  private readonly policy: OutboxPolicy

  constructor(env: OutboxEnv, policy: OutboxPolicy = outboxPolicy) {
    this.env = env
    this.policy = policy
  }

  /** Ends the waits of all entries, or of those without an answer. Whoever holds the device's lock then sends them. */
  endWaits(which: EndedWaits): Promise<void> {
    const { env, policy } = this
    const how = { now: env.now(), which, random: () => env.random() }
    return env.store.transact((all) => policy.endWaits(all, how))
  }

  /** Sends what is due, and returns what is left. After `stop` no further entry is sent. */
  async drain(stop?: AbortSignal): Promise<Drained> {
    const { env, policy } = this
    const repair = (all: Snapshot) => policy.repairQueue(all, { now: env.now() })
    if (!stop?.aborted) {
      let claim = await env.store.transact((all) => andThen(all, repair, this.claimNext()))
      while (claim) claim = await this.sendOne(claim, stop)
    }
    const all = await env.store.read()
    const waits = policy.sendableEntries(all).map((row) => Math.max(0, Math.min(row.wait, row.nextAt - env.now())))
    const waiting = all.rows.filter((row) => isUnsent(row) && row.state !== 'attention').length
    return { waiting, ...(waits.length > 0 && { next: Math.min(...waits) }) }
  }

  /** Sends a claimed entry, saves the outcome, and claims the next one unless this sender has to stop. */
  private async sendOne(claim: Claim, stop: AbortSignal | undefined): Promise<Claim | undefined> {
    const { env, policy } = this
    const outcome = await this.attempt(claim)
    const settle = (all: Snapshot) => policy.settle(all, outcome)
    const next: Step = stop?.aborted ? () => ({ result: undefined }) : this.claimNext()
    return env.store.transact((all) => andThen(all, settle, next))
  }

  private claimNext(): Step {
    return (all) => this.policy.claim(all, this.env.now())
  }

  /** Whether an entry may leave the device: always, once it has been sent. */
  private async mayLeave(row: OutboxRow): Promise<boolean> {
    return hasLeft(row) || (await this.env.reach())
  }

  /** Sends an entry and returns the verdict. Throws `ConnectionError` when no answer came. */
  private async ask({ row, token }: Claim): Promise<Verdict> {
    return this.policy.verdict(await this.env.send(row, token), row)
  }

  private async attempt(claim: Claim): Promise<TryOutcome> {
    const { env, policy } = this
    const { row, token } = claim
    const result = (await this.mayLeave(row)) ? await this.ask(claim).catch(unanswered) : unreached
    const after = result.kind === 'retry' ? result.after : undefined
    const isQueuedAgain = result.kind === 'retry' || result.kind === 'taken'
    const wait = isQueuedAgain ? policy.delay(row.attempts, after, () => env.random()) : 0
    return { id: row.id, verdict: result, token, now: env.now(), wait, newId: env.newId() }
  }
}

/** Timeout of a try, ms. A repeated try is safe, since it carries the same key. */
const sendTimeout = 30_000

/** Sends an entry once, under its own key. Throws `ConnectionError` when no answer came. */
export function sendEntry(api: Pick<Api, 'exchange'>, row: OutboxRow, token: string | undefined): Promise<Answer> {
  const [call, out] = kindOf(row).request(row)
  return api.exchange(call, { ...out, key: row.id, token, timeout: sendTimeout })
}

export interface SenderOptions {
  db: ShopDatabase
  api: Api
  clock: Clock
  random?: () => number
  newId?: () => string
  /** whether the network may be away: then the server is asked before an entry is sent for the first time */
  mayBeAway?: () => boolean
}

/** Timeout of the question whether the server can be reached, ms. */
const reachTimeout = 10_000

/** The outbox of a page or of the worker, and what it depends on. */
export function createSender(options: SenderOptions) {
  const { db, api, clock } = options
  const store = outboxStore(db)
  /** another server looks up what an earlier try has stored (src/api/other-server.ts) */
  const repeating = ({ createdAt: at, userName: by }: OutboxRow): Pick<Api, 'exchange'> => {
    const delivered = async () => new Set((await store.read()).rows.flatMap(({ serverId }) => serverId ?? []))
    return { exchange: (name, out) => api.exchange(name, { ...out, earlier: { at, by, delivered } }) }
  }
  const env: OutboxEnv = {
    store,
    send: (row, token) => sendEntry(row.attempts > 1 ? repeating(row) : api, row, token),
    reach: async () => {
      if (!options.mayBeAway?.()) return true
      return api.exchange('health', { timeout: reachTimeout }).then(
        ({ isShops }) => isShops,
        () => false,
      )
    },
    now: () => clock.now(),
    newId: options.newId ?? (() => uuidv7()),
    random: options.random ?? Math.random,
  }
  return { env, outbox: new Outbox(env) }
}

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
  const again = () => retry(answer, { detail, ...(code && { code }) })
  if (status < 400 || status >= 500 || temporary.has(status)) return again()
  // visitors have no account to log in to, and a deleted account never comes back
  if (status === 401 && row.userId !== '' && code !== 'account-gone') return { kind: 'login', problem }
  if (code === 'reference-taken' && kindOf(row).order === 'new') return { kind: 'taken', problem }
  // 409 with `Retry-After`: the server is still processing the first try
  if (status === 409 && (code === 'key-in-progress' || (code === undefined && answer.retryAfter !== undefined)))
    return again()
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
export const unreached: Verdict = {
  kind: 'retry',
  problem: { status: 0, detail: 'Nothing was sent', connection: 'network' },
  neverLeft: true,
}

const retry = ({ status, retryAfter: after }: Answer, problem: Omit<OutboxProblem, 'status'>): Verdict => ({
  ...{ kind: 'retry', problem: { status, ...problem }, after, ...(status === 500 && { failed: true }) },
})

/** The verdict on an answer without proof. Its `Retry-After` counts up to the longest back-off. */
function unproven(answer: Answer): Verdict {
  const retryAfter = answer.retryAfter && Math.min(answer.retryAfter, backOff.max)
  const detail = `Answer ${answer.status} without proof`
  return retry({ ...answer, retryAfter }, { detail, connection: 'untrusted', unproven: true })
}

function isProven(answer: Answer, row: OutboxRow): boolean {
  if (!answer.isShops || !isJson(answer)) return false
  // a success must echo the key; a refusal may come from a layer that does not, but must not echo another key
  const success = answer.status >= 200 && answer.status < 300
  return success ? answer.key === row.id : answer.key === undefined || answer.key === row.id
}

const isJson = ({ json }: Answer): boolean => typeof json === 'object' && json !== null

function idOf(answer: Answer): string | undefined {
  const data = contentOf(answer.json)
  const id = isRecord(data) ? readText(data._id) : ''
  return id === '' ? undefined : id
}
