import type { Order } from '../../contract/orders.ts'
import type { Answer } from '../api/client.ts'
import type { Change, Scope, Snapshot } from '../db/outbox.ts'
import type { OutboxProblem, OutboxRow } from '../db/rows.ts'

/** Where the entries are. One transaction per call; `step` is pure and may run several times. Without a scope it sees all. */
export interface OutboxStore {
  read(): Promise<Snapshot>
  transact<T>(step: (snapshot: Snapshot) => Change<T>, scope?: Scope): Promise<T>
}

/** What an answer, or its absence, means for an entry. */
export type Verdict =
  /** `order`: as the server answered it to an order or to an event */
  | { kind: 'done'; serverId: string; order?: Order }
  /** `after`: ms the server asked for; `failed`: the server itself said 500 */
  | { kind: 'retry'; problem: OutboxProblem; after?: number; failed?: boolean }
  | { kind: 'login'; problem: OutboxProblem }
  /** another order has the reference of this id; nothing was stored */
  | { kind: 'taken'; problem: OutboxProblem }
  /** `order`: as it is now, where the server refused an event over it */
  | { kind: 'attention'; problem: OutboxProblem; order?: Order }

/** `required`: our server, recognised by its `X-Shop-Api`. `off`: another server of the specification. */
export type ShopHeader = 'required' | 'off'

/**
 * Lets one sender at a time work; answers 'busy' when another one does. `work` calls `extend` before each request and
 * stops when it answers false: another sender has the lease.
 */
export type Sender = <T>(work: (extend: () => Promise<boolean>) => Promise<T>) => Promise<T | 'busy'>

/** Everything the outbox depends on: storage, network, clock, ids and random numbers. */
export interface OutboxEnv {
  store: OutboxStore
  sender: Sender
  shopHeader: ShopHeader
  /** Sends an entry once. Throws `ConnectionError` when no answer came (at most 30 s). */
  send(row: OutboxRow, token: string | undefined): Promise<Answer>
  /** Looks for an order or review that was sent before without an answer; undefined when it has to be sent. */
  lookUp(row: OutboxRow, token: string | undefined): Promise<Verdict | undefined>
  /** ms since 1970, as the device believes */
  now(): number
  newId(): string
  /** 0 ≤ x < 1 */
  random(): number
  /** Resolves after the time or when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** whether somebody can see the page */
  visible(): boolean
  /** an unexpected error; the loop goes on */
  report(error: unknown): void
}
