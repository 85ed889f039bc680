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

  Every arrow lies in one transaction (outbox-steps.ts) and the network between two of them, never inside. So a sender may
  be killed anywhere, and two may work at once: what is sent twice is told apart by its key, the entry's id.

  Transactions wait for the disk, so one settles a round of entries and claims the next. A round is one entry at first and
  twice as many each time, as long as all arrive within a tenth of a second:

     claim a b c d ─► send a ─ send b ─ send c … ─► settle a b c, release d, claim the next ones
                                           └─ no final verdict, or time is up: d does not follow, and was never tried
*/

import type { Change, Scope, Snapshot } from '../db/outbox.ts'
import { isPending } from '../db/outbox-rows.ts'
import { backOff, delay } from './back-off.ts'
import { type Claim, decisions, inTurn, type Outcome, together } from './outbox-steps.ts'
import type { OutboxEnv, Verdict } from './outbox-types.ts'
import { unanswered, verdict } from './verdict.ts'

/** The decisions of the outbox, by name: the simulation proves that it would notice a wrong one. */
export const outboxPolicy = { ...decisions, verdict, delay }
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
/** Entries read beyond those that may be claimed: some before them wait for their time. */
const spare = 8

type Claims = Claim[] | undefined
type Step = (seen: Snapshot) => Change<Claims>

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
      const maySend = async () => !stop?.aborted && (await keep())
      if (!(await maySend())) return
      const { hurry } = this
      this.hurry = undefined
      const align: Step = (all) => policy.align(all, { now: env.now(), hurry, random: () => env.random() })
      let claims = await this.write([align, this.claimNext(1)])
      while (claims?.length) claims = await this.carry(claims, maySend)
    })
    const all = await env.store.read()
    const waits = policy.heads(all).map((row) => Math.max(0, Math.min(row.wait, row.nextAt - env.now())))
    const waiting = all.rows.filter((row) => isPending(row) && row.state !== 'attention').length
    return { busy: sent === 'busy', waiting, ...(waits.length > 0 && { next: Math.min(...waits) }) }
  }

  /**
   * A round: sends claimed entries one after the other, until one finds no final verdict, the time is up or the right to
   * send is gone; then writes down what became of them and claims the next ones.
   */
  private async carry(claims: Claim[], maySend: () => Promise<boolean>): Promise<Claims> {
    const { env, policy } = this
    const start = env.now()
    const outcomes: Outcome[] = []
    // a clock that jumps only ends the round early
    const took = () => Math.abs(env.now() - start)
    for (const claimed of claims) {
      if (outcomes.length > 0 && (took() > together || !(await maySend()))) break
      const outcome = await this.attempt(claimed)
      outcomes.push(outcome)
      if (!policy.letsFollow(outcome.verdict)) break
    }
    const named = claims.map(({ row }) => row)
    const unsent = named.slice(outcomes.length).map(({ id }) => id)
    const release: Step = (all) => policy.release(all, unsent)
    const settle =
      (outcome: Outcome): Step =>
      (all) =>
        policy.settle(all, outcome)
    const ahead = policy.ahead({ claimed: claims.length, sent: outcomes.length, took: took() })
    // a server without keys would take what a killed sender had sent and not written down for new
    const most = env.mark === 'off' ? 1 : ahead
    const claim = (await maySend()) ? this.claimNext(most) : () => ({ result: [] })
    const login = outcomes.some(({ verdict: { is } }) => is === 'login')
    return this.write(
      [release, ...outcomes.map(settle), claim],
      login ? undefined : { see: 'queue', named, many: most + spare },
    )
  }

  private claimNext(most: number): Step {
    return (all) => this.policy.claim(all, { now: this.env.now(), most })
  }

  /** Steps that share a transaction, since each costs a wait for the disk. The last one claims. */
  private write(steps: Step[], scope?: Scope): Promise<Claims> {
    return this.env.store.transact((all) => {
      const change = inTurn(all, steps)
      return { ...change, result: change.result.at(-1) }
    }, scope)
  }

  private async attempt(claim: Claim): Promise<Outcome> {
    const { env, policy } = this
    const { row, token } = claim
    const result = await ask(env, claim, policy.verdict).catch(unanswered)
    const wait = result.is === 'retry' ? policy.delay(row.attempts, result.after, () => env.random()) : 0
    return { id: row.id, verdict: result, token, now: env.now(), wait }
  }
}

/** Sends an entry, and says what came of it. Throws `ConnectionError` when no answer came. */
export async function ask(env: OutboxEnv, { row, token }: Claim, judge = verdict): Promise<Verdict> {
  // a server without keys would take a second copy for a second order
  const again = env.mark === 'off' && row.kind === 'order' && row.attempts > 1
  const found = again ? await env.lookUp(row, token) : undefined
  return found ?? judge(await env.send(row, token), row, env.mark)
}
