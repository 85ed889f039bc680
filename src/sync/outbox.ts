/*
              accept (one transaction: entry added, cart emptied)
                 ▼
   ┌────────► queued ──claim──► sending ──settle──► done (proof kept 30 days, then pruned by align)
   │             ▲                 │
   │   back-off, Retry-After       ├─ retry: no answer in 30 s, 408, 409 in progress, 425, 429, 5xx, any unproven answer
   │             └─────────────────┤   (after eight 500s in a row the entry lets the user's next ones pass)
   │             └── align: a sender died on the way
   │                               ├─ 401 ─► waiting-login, all of that user's entries
   │             └── align: the same user logged in again ──┘
   └─ editAgain ◄──────────────────┴─ proven 4xx ─► attention (kept with the server's words; the next entry goes on)
      (as a new request)              discard ─► gone          (both also from queued, before the first try)

  Every arrow lies in one transaction (outbox-steps.ts; a settle and the next claim share theirs) and the network lies between two of them, never inside. So a sender
  may be killed anywhere, and two may work at once: what is sent twice is told apart by its key, the entry's id.
*/
import type { OutboxRow } from '../db/rows.ts'
import { backOff, delay } from './back-off.ts'
import { align, type Claim, claim, followedBy, heads, isPending, type Outcome, settle } from './outbox-steps.ts'
import type { Change, OutboxEnv, Snapshot, Verdict } from './outbox-types.ts'
import { unanswered, verdict } from './verdict.ts'

/** The decisions of the outbox, by name: the simulation proves that it would notice a wrong one. */
export const outboxPolicy = { align, claim, heads, settle, verdict, delay }
export type OutboxPolicy = typeof outboxPolicy

/** `all`: the person asks for it. `unanswered`: the network may be back. */
export type Hurry = 'all' | 'unanswered'

/** How a pass ended. `busy`: another tab is sending. `next`: ms until something is due, absent when nothing waits for time. */
export interface Passed {
  busy: boolean
  waiting: number
  next?: number
}

/** A waiting page looks again at least this often, ms; a hidden one after the longest back-off. */
const look = 30_000
/** After finding another sender at work, ms. */
const lookSoon = 1000

export class Outbox {
  private readonly env: OutboxEnv
  private readonly policy: OutboxPolicy
  private nap = new AbortController()
  private again = false
  private hurry: Hurry | undefined

  constructor(env: OutboxEnv, policy: OutboxPolicy = outboxPolicy) {
    this.env = env
    this.policy = policy
  }

  /** Something changed: look now. A pass under way is followed by another. */
  wake(hurry?: Hurry): void {
    if (this.hurry !== 'all') this.hurry = hurry ?? this.hurry
    this.again = true
    this.nap.abort('awake')
  }

  /** The life of a page's sender: passes and naps until `stop`. Accidents are reported and survived. */
  async run(stop: AbortSignal): Promise<void> {
    const wakeUp = () => this.nap.abort('awake')
    stop.addEventListener('abort', wakeUp, { once: true })
    while (!stop.aborted) {
      this.again = false
      this.nap = new AbortController()
      const wait = await this.passSafely(stop)
      if (!this.again && !stop.aborted) await this.env.sleep(wait, this.nap.signal)
    }
    stop.removeEventListener('abort', wakeUp)
  }

  private async passSafely(stop: AbortSignal): Promise<number> {
    const longest = this.env.visible() ? look : backOff.max
    try {
      const passed = await this.pass(stop)
      if (passed.busy) return passed.waiting > 0 ? lookSoon : longest
      return Math.min(longest, passed.next ?? longest)
    } catch (error) {
      this.env.report(error)
      return longest
    }
  }

  /** Sends what is due, if no other sender is at work, and says what is left. Also the whole of the worker's share. */
  async pass(stop?: AbortSignal): Promise<Passed> {
    const { env, policy } = this
    const sent = await env.sender(async (keep) => {
      const { hurry } = this
      this.hurry = undefined
      await env.store.transact((all) => policy.align(all, { now: env.now(), hurry, random: () => env.random() }))
      const maySend = async () => !stop?.aborted && (await keep())
      let claimed = (await maySend()) ? await this.next() : undefined
      while (claimed !== undefined) {
        const outcome = await this.attempt(claimed)
        claimed = await this.next(outcome, await maySend())
      }
    })
    const all = await env.store.read()
    const waits = policy.heads(all).map((row) => Math.max(0, Math.min(row.wait, row.nextAt - env.now())))
    const waiting = all.rows.filter((row) => isPending(row) && row.state !== 'attention').length
    return { busy: sent === 'busy', waiting, ...(waits.length > 0 && { next: Math.min(...waits) }) }
  }

  /** Writes an outcome down and takes the next entry, both in one transaction: each costs a wait for the disk. */
  private next(outcome?: Outcome, more = true): Promise<Claim | undefined> {
    const { env, policy } = this
    const step = (all: Snapshot): Change<Claim | undefined> => {
      const settled = outcome ? policy.settle(all, outcome) : { result: undefined }
      return more
        ? followedBy(all, settled, (after) => policy.claim(after, env.now()))
        : { ...settled, result: undefined }
    }
    if (outcome?.verdict.is === 'login') return env.store.transact(step)
    return env.store.transact(step, { see: 'queue', ...(outcome && { id: outcome.id }) })
  }

  private async attempt({ row, token }: Claim): Promise<Outcome> {
    const { env, policy } = this
    const result = await this.ask(row, token).catch(unanswered)
    const wait = result.is === 'retry' ? policy.delay(row.attempts, result.after, () => env.random()) : 0
    return { id: row.id, verdict: result, token, now: env.now(), wait }
  }

  private async ask(row: OutboxRow, token: string | undefined): Promise<Verdict> {
    const { env, policy } = this
    // a server without keys would take a second copy for a second order
    const again = env.mark === 'off' && row.kind === 'order' && row.attempts > 1
    const serverId = again ? await env.lookUp(row, token) : undefined
    if (serverId !== undefined) return { is: 'done', serverId }
    return policy.verdict(await env.send(row, token), row, env.mark)
  }
}
