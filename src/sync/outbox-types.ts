import type { Answer } from '../api/client.ts'
import type { CartLine, OutboxProblem, OutboxRow, Session } from '../db/rows.ts'

/** The outbox at one moment: all entries in the order of acceptance, and who is signed in. */
export interface Snapshot {
  rows: OutboxRow[]
  session: Session | undefined
}

/** What one step writes, all of it or nothing. Whatever is not named stays as it is. */
export interface Change<T> {
  result: T
  put?: OutboxRow[]
  remove?: string[]
  session?: Session
  /** an order was accepted: the cart is emptied and the next one gets an id of its own */
  cartSent?: true
  /** lines go back into the cart; lines in hand are saved as a list first */
  cartBack?: { lines: CartLine[]; aside: { id: string; name: string; now: number } }
}

/**
 * What a step has to see. `entries`: what has or had these ids, the entry accepted last, and no session. `queue`: the
 * `many` oldest entries of each state under way, more of them as long as the step answers undefined, and the named
 * entries (oldest first) as they are now, with all that came before them; such a step leaves the cart alone. A store may
 * show more than was asked for, or an entry twice.
 */
export type Scope =
  | { see: 'all' }
  | { see: 'entries'; ids: string[] }
  | { see: 'queue'; named: OutboxRow[]; many: number }

/** Where the entries are. One transaction per call; `step` is pure and may run several times. Without a scope it sees all. */
export interface OutboxStore {
  read(): Promise<Snapshot>
  transact<T>(step: (snapshot: Snapshot) => Change<T>, scope?: Scope): Promise<T>
}

/** What an answer, or its absence, means for an entry. */
export type Verdict =
  | { is: 'done'; serverId: string }
  /** `after`: ms the server asked for; `failed`: the server itself said 500 */
  | { is: 'retry'; problem: OutboxProblem; after?: number; failed?: boolean }
  | { is: 'login'; problem: OutboxProblem }
  | { is: 'attention'; problem: OutboxProblem }

/** `required`: our server, known by its mark. `off`: another server of the specification. */
export type MarkRule = 'required' | 'off'

/**
 * Lets one sender at a time work; answers 'busy' when another one does. `work` calls `keep` before each request and
 * stops when it answers false: the right to send went to somebody else.
 */
export type Sender = <T>(work: (keep: () => Promise<boolean>) => Promise<T>) => Promise<T | 'busy'>

/** All that the outbox touches: nothing else is read, neither clock nor network nor chance. */
export interface OutboxEnv {
  store: OutboxStore
  sender: Sender
  mark: MarkRule
  /** Sends an entry once. Throws `ConnectionError` when no answer came (at most 30 s). */
  send(row: OutboxRow, token: string | undefined): Promise<Answer>
  /** Looks for an order, sent before without an answer, among the user's own; undefined when it has to be sent. */
  lookUp(row: OutboxRow, token: string | undefined): Promise<Verdict | undefined>
  /** ms since 1970, as the device believes */
  now(): number
  /** 0 ≤ x < 1 */
  random(): number
  /** Resolves after the time or when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** whether somebody can see the page */
  visible(): boolean
  /** an accident that the loop survived */
  report(error: unknown): void
}
