import type { Order } from '../../contract/orders.ts'
import type { Answer } from '../api/api-client.ts'
import type { OutboxProblem, OutboxRow } from '../db/rows.ts'
import type { NewEntry } from './entries.ts'
import type { Change, Scope, Snapshot } from './outbox-store.ts'

/** Where entries are stored. Each call is one transaction. `step` is pure, may run several times, and without a scope sees all. */
export interface OutboxStore {
  read(): Promise<Snapshot>
  transact<T>(step: (snapshot: Snapshot) => Change<T>, scope?: Scope): Promise<T>
}

/** What an answer or its absence means for an entry. */
export type Verdict =
  /** `order`: the order in the answer to an order or an event */
  | { kind: 'done'; serverId: string; order?: Order }
  /** `after`: ms, from `Retry-After`; `failed`: the status was 500; `unsent`: the request has not left the device */
  | {
      kind: 'retry'
      problem: OutboxProblem
      after?: number | undefined
      failed?: boolean
      unsent?: boolean
    }
  | { kind: 'login'; problem: OutboxProblem }
  /** another order has the reference made from this id; nothing was stored */
  | { kind: 'taken'; problem: OutboxProblem }
  /** `order`: its present state, where the server refused an event because of it */
  | { kind: 'attention'; problem: OutboxProblem; order?: Order }

/** `required`: our server, recognised by `X-Shop-Api`. `off`: another server that follows the specification. */
export type ShopHeader = 'required' | 'off'

/** What the functions for screens need of the outbox. */
export interface OutboxAccess {
  store: OutboxStore
  enqueue(entry: NewEntry): Promise<OutboxRow>
  /** ms since 1970 */
  now(): number
  newId(): string
}

/** Everything the outbox depends on: storage, network, clock, ids and random numbers. */
export interface OutboxEnv {
  store: OutboxStore
  shopHeader: ShopHeader
  /** Sends an entry once. Throws `ConnectionError` when no answer came (at most 30 s). */
  send(row: OutboxRow, token: string | undefined): Promise<Answer>
  /**
   * Whether the server can be reached, asked before the first try of an entry: one that never left the device can still be
   * edited and taken back. Without a reason for doubt it is true at once.
   */
  reach(): Promise<boolean>
  /** Looks for an order or review that an earlier, unanswered try may have stored; undefined when it must be sent. */
  lookUp(row: OutboxRow, token: string | undefined): Promise<Verdict | undefined>
  /** ms since 1970, by the device's clock */
  now(): number
  newId(): string
  /** 0 ≤ x < 1 */
  random(): number
}
