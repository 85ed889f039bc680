/*
              accept (one transaction: entry added, cart emptied)
                 ▼
   ┌────────► queued ──claim──► sending ──settle──► done (proof stored for 30 days, then removed by align)
   │             ▲                 │
   │   back-off, Retry-After       ├─ retry: no answer in 30 s, 408, 409 in progress, 425, 429, 5xx, any unproven answer
   │             └─────────────────┤   (after eight 500s in a row the entry lets the user's next ones pass)
   │             └── align: a sender died on the way
   │             ├─ renamed: its reference is taken; nothing was stored, so it is queued again under a new id
   │                               ├─ 401 ─► waiting-login, all of that user's entries
   │             └── align: the same user logged in again ──┘
   └─ editAgain ◄──────────────────┴─ proven 4xx ─► attention (stored with the server's words; the next entry goes on)
      (as a new request)              discard ─► gone          (both also from queued, before the first try)

  Every arrow is one transaction (outbox-steps.ts), and network calls are made only between transactions. So a sender may be
  killed at any point, and two may work at once: the server recognises duplicates by the key, which is the entry's id.

  One entry is claimed and sent at a time. The transaction that writes its outcome claims the next one.
*/

import { isUnsent } from '../db/outbox-rows.ts'
import type { OutboxRow } from '../db/rows.ts'
import { backOff, delay } from './back-off.ts'
import { andThen, type Claim, decisions, type Outcome } from './outbox-steps.ts'
import type { Change, Scope, Snapshot } from './outbox-store.ts'
import type { OutboxEnv, Verdict } from './outbox-types.ts'
import { unanswered, unsent, verdict } from './verdict.ts'

/** The decisions of the outbox by name: the simulation replaces each with a wrong one and must notice. */
export const outboxPolicy = { ...decisions, verdict, delay }
export type OutboxPolicy = typeof outboxPolicy

/** Which waits end early. `all`: the person pressed the button. `unanswered`: the network may be back. */
export type RetryNow = 'all' | 'unanswered'

/** The result of a pass. `busy`: another sender is at work. `next`: ms until an entry is due; absent when none is waiting. */
export interface Passed {
  busy: boolean
  waiting: number
  next?: number
}

/** The longest sleep of a visible page, ms; a hidden one sleeps up to the longest back-off. */
const pollInterval = 30_000
/** The sleep while another sender is at work, ms. */
const busyInterval = 1000

type Step = (seen: Snapshot) => Change<Claim | undefined>

export class Outbox {
  private readonly env: OutboxEnv
  private readonly policy: OutboxPolicy
  private sleeping = new AbortController()
  private again = false
  private retryNow: RetryNow | undefined

  constructor(env: OutboxEnv, policy: OutboxPolicy = outboxPolicy) {
    this.env = env
    this.policy = policy
  }

  /** Starts a pass now; a running one is followed by another. */
  wake(retryNow?: RetryNow): void {
    if (this.retryNow !== 'all') this.retryNow = retryNow ?? this.retryNow
    this.again = true
    this.sleeping.abort('awake')
  }

  /** The loop of a page's sender: passes and sleeps until `stop`. It reports unexpected errors and continues. */
  async run(stop: AbortSignal): Promise<void> {
    const wakeUp = () => this.sleeping.abort('awake')
    stop.addEventListener('abort', wakeUp, { once: true })
    while (!stop.aborted) {
      this.again = false
      this.sleeping = new AbortController()
      const wait = await this.passSafely(stop)
      if (!this.again && !stop.aborted) await this.env.sleep(wait, this.sleeping.signal)
    }
    stop.removeEventListener('abort', wakeUp)
  }

  private async passSafely(stop: AbortSignal): Promise<number> {
    const longest = this.env.visible() ? pollInterval : backOff.max
    try {
      const passed = await this.pass(stop)
      if (passed.busy) return passed.waiting > 0 ? busyInterval : longest
      return Math.min(longest, passed.next ?? longest)
    } catch (error) {
      this.env.report(error)
      return longest
    }
  }

  /** Sends what is due, if no other sender is at work, and returns what is left. */
  async pass(stop?: AbortSignal): Promise<Passed> {
    const { env, policy } = this
    const sent = await env.sender(async () => {
      if (stop?.aborted) return
      const { retryNow } = this
      this.retryNow = undefined
      const align = (all: Snapshot) => policy.align(all, { now: env.now(), retryNow, random: () => env.random() })
      let claim = await env.store.transact((all) => andThen(all, align, this.claimNext()))
      while (claim) claim = await this.sendOne(claim, stop)
    })
    const all = await env.store.read()
    const waits = policy.sendableEntries(all).map((row) => Math.max(0, Math.min(row.wait, row.nextAt - env.now())))
    const waiting = all.rows.filter((row) => isUnsent(row) && row.state !== 'attention').length
    return { busy: sent === 'busy', waiting, ...(waits.length > 0 && { next: Math.min(...waits) }) }
  }

  /** Sends a claimed entry, saves the outcome, and claims the next one unless this sender has to stop. */
  private async sendOne(claim: Claim, stop: AbortSignal | undefined): Promise<Claim | undefined> {
    const { env, policy } = this
    const outcome = await this.attempt(claim)
    const settle = (all: Snapshot) => policy.settle(all, outcome)
    const next: Step = stop?.aborted ? () => ({ result: undefined }) : this.claimNext()
    // an expired login concerns all entries of its user; a new order id or an event the later events of the order
    const { kind } = outcome.verdict
    const isAboutMore = kind === 'login' || kind === 'taken' || claim.row.kind === 'order-event'
    const scope: Scope = isAboutMore ? { kind: 'all' } : { kind: 'queue', id: claim.row.id }
    return env.store.transact((all) => andThen(all, settle, next), scope)
  }

  private claimNext(): Step {
    return (all) => this.policy.claim(all, this.env.now())
  }

  /** Whether an entry may leave the device: always, once it has been sent. */
  private async mayLeave(row: OutboxRow): Promise<boolean> {
    return row.attempts > (row.unsent ?? 0) + 1 || (await this.env.reach())
  }

  private async attempt(claim: Claim): Promise<Outcome> {
    const { env, policy } = this
    const { row, token } = claim
    const result = (await this.mayLeave(row)) ? await ask(env, claim, policy.verdict).catch(unanswered) : unsent
    const after = result.kind === 'retry' ? result.after : undefined
    const isQueuedAgain = result.kind === 'retry' || result.kind === 'taken'
    const wait = isQueuedAgain ? policy.delay(row.attempts, after, () => env.random()) : 0
    return { id: row.id, verdict: result, token, now: env.now(), wait, newId: env.newId() }
  }
}

/** Sends an entry and returns the verdict. Throws `ConnectionError` when no answer came. */
async function ask(env: OutboxEnv, { row, token }: Claim, judge = verdict): Promise<Verdict> {
  // a server without keys would store a second copy of an order, and refuse that of a review
  const again = env.shopHeader === 'off' && (row.kind === 'order' || row.kind === 'review') && row.attempts > 1
  const found = again ? await env.lookUp(row, token) : undefined
  return found ?? judge(await env.send(row, token), row, env.shopHeader)
}
