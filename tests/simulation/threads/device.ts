import type { Api } from '../../../src/api/api-client.ts'
import { ConnectionError, readAnswer } from '../../../src/api/exchange.ts'
import type { OrderStore } from '../../../src/db/order-store.ts'
import { isEventRow, type OutboxStore } from '../../../src/db/outbox-rows.ts'
import { fetchEarlier } from '../../../src/db/read-orders.ts'
import type { OrderRow, OutboxRow } from '../../../src/db/rows.ts'
import type { Job } from '../../../src/sync/engine.ts'
import { kindOf } from '../../../src/sync/kinds.ts'
import { pullOrders } from '../../../src/sync/order-feed.ts'
import { Outbox, outboxPolicy } from '../../../src/sync/outbox.ts'
import type { Choices } from '../choices.ts'
import { type Network, toAnswer } from '../network.ts'
import type { Actor, Scheduler } from '../scheduler.ts'
import { TabHost } from '../tab-host.ts'
import type { ThreadLedger } from './ledger.ts'
import type { ThreadMutation } from './mutation.ts'
import type { ThreadServer } from './server.ts'
import type { ThreadStore } from './stores.ts'

export interface Tab extends Actor {
  outbox: Outbox
  store: OutboxStore
  orders: OrderStore
  pull: Promise<unknown> | undefined
}

/** A call for the feed, or for a part of a thread. */
interface Asking {
  query: { since?: string; before?: number }
  params?: { id: string }
  token: string
}

/** What all devices of a history share. */
export interface World {
  scheduler: Scheduler
  server: ThreadServer
  ledger: ThreadLedger
  choices: Choices
  mutation: ThreadMutation
  newId: () => string
}

/** One device with its tabs, its clock and its network. */
export class ThreadDevice extends TabHost {
  readonly name: string
  readonly world: World
  readonly store: ThreadStore
  readonly network: Network
  tabs: Tab[] = []
  /** users who are logging out */
  readonly leaving = new Set<string>()

  constructor(name: string, world: World, { store, network }: { store: ThreadStore; network: Network }) {
    super(world)
    this.name = name
    this.world = world
    this.store = store
    this.network = network
  }

  protected trueTime(): number {
    return this.world.server.now
  }

  open(): Tab {
    const { scheduler, mutation } = this.world
    const actor: Actor = { name: `${this.name} tab ${this.tabs.length + 1}`, dead: false }
    const store = this.gatedOutbox(actor)
    const outbox = new Outbox(this.env(actor, store), { ...outboxPolicy, ...mutation.policy })
    const tab = Object.assign(actor, { outbox, store, orders: this.gatedOrders(actor), pull: undefined })
    this.tabs.push(tab)
    this.startEngine(tab, outbox, this.jobsOf(tab))
    scheduler.trace?.push(`-- ${tab.name} opens`)
    return tab
  }

  /** What its tabs do besides. */
  protected jobsOf(_tab: Actor): Record<string, Job> {
    return {}
  }

  /** Whether something of the signed-in user waits to be sent. */
  async isWaiting(): Promise<boolean> {
    const { rows, session } = await this.store.look()
    return rows.some(({ state, userId }) => userId === session?.userId && !['done', 'attention'].includes(state))
  }

  living(): Tab[] {
    return this.tabs.filter((tab) => !tab.dead)
  }

  /** The ledger checks what is on the disk now. */
  async look(): Promise<void> {
    this.world.ledger.look(this, await this.store.look())
  }

  /** Pulls the feed as a page does; a running pull continues. */
  async pull(tab: Tab): Promise<void> {
    const { mutation } = this.world
    const { session } = await this.store.look()
    if (!session || tab.pull) return
    const run = mutation.pull?.(pullOrders) ?? pullOrders
    const options = { store: tab.orders, api: this.api(tab), clock: { now: () => this.now() }, session }
    tab.pull = run(options)
      .catch((error: unknown) => {
        if (!(error instanceof ConnectionError)) this.world.ledger.accident(error)
      })
      .finally(() => {
        tab.pull = undefined
      })
  }

  /** Presses 'Earlier messages' on an order. */
  async askEarlier(tab: Tab, row: OrderRow): Promise<void> {
    const { session } = await this.store.look()
    if (!session || session.userId !== row.userId) return
    const { userId, order } = row
    await fetchEarlier({ store: tab.orders, api: this.api(tab), token: session.token }, { order, userId }).catch(
      (error: unknown) => {
        if (!(error instanceof ConnectionError)) throw error
      },
    )
  }

  private api(tab: Tab): Pick<Api, 'call'> {
    const { scheduler, server, choices } = this.world
    const call = (name: string, { query, params, token }: Asking) =>
      scheduler.call(tab, `ask: ${name}`, () => {
        const luck = this.network.healed ? 0 : choices.pick(12, 'answer of the feed')
        if (luck === 11 || (this.network.offline && !this.network.healed)) throw new ConnectionError('network')
        const refused = (status: number) => ({ ok: false, refusal: { status, detail: '', errors: [] } })
        if (luck === 10) return refused(503)
        if (!server.userOf(token)) return refused(401)
        const body = params
          ? readAnswer('listOrderEvents', server.page(token, params.id, query.before ?? 0))
          : readAnswer('orderChanges', server.changes(token, query.since))
        if (!body) return refused(404)
        return { ok: true, status: 200, body, isShops: true, date: server.now }
      })
    // the device makes only these two calls
    return { call } as unknown as Pick<Api, 'call'>
  }

  protected gatedOutbox(actor: Actor): OutboxStore {
    const { scheduler } = this.world
    const { outbox } = this.store
    return {
      read: () => scheduler.call(actor, 'read', () => outbox.read()),
      transact: (step) =>
        scheduler.call(actor, 'transact', async () => {
          const result = await outbox.transact(step)
          await this.look()
          this.written((await outbox.read()).rows)
          return result
        }),
    }
  }

  private gatedOrders(actor: Actor): OrderStore {
    const { scheduler } = this.world
    const { orders } = this.store
    return {
      getFeed: (userId) => scheduler.call(actor, 'read the feed', () => orders.getFeed(userId)),
      beginFill: (userId, feed) => scheduler.call(actor, 'begin', () => orders.beginFill(userId, feed)),
      savePage: (feed, page) =>
        scheduler.call(actor, 'save a page', async () => {
          const saved = await orders.savePage(feed, page)
          await this.look()
          return saved
        }),
      listGaps: (userId) => scheduler.call(actor, 'look for gaps', () => orders.listGaps(userId)),
      saveEvents: (userId, page) =>
        scheduler.call(actor, 'save events', async () => {
          const gap = await orders.saveEvents(userId, page)
          await this.look()
          return gap
        }),
    }
  }

  protected isReachable(): boolean {
    return this.network.answersReach()
  }

  protected carry(row: OutboxRow, token: string | undefined) {
    const { scheduler, ledger } = this.world
    const { payload, id: key, kind } = row
    const note = (what: string) => scheduler.trace?.push(`   network: ${key} ${what}`)
    const order = isEventRow(row) ? row.payload.order : ''
    // of the entry's own kind
    const body = kindOf(row).request(row)[1].body as typeof payload.body
    try {
      return toAnswer(this.network.carry({ kind, key, token, body, order }, note))
    } finally {
      ledger.committed()
    }
  }
}
