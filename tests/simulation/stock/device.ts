import type { OutboxStore, StockRow } from '../../../src/db/outbox-rows.ts'
import type { OutboxRow } from '../../../src/db/rows.ts'
import type { NewEntry } from '../../../src/sync/kinds.ts'
import { Outbox, outboxPolicy } from '../../../src/sync/outbox.ts'
import { accept } from '../../../src/sync/outbox-steps.ts'
import { discardStock, setStockAgain } from '../../../src/sync/sync.ts'
import { type AlertEntry, alertEntry, type StockEntry, stockEntry } from '../../support/entries.ts'
import type { Choices } from '../choices.ts'
import { Network, toAnswer } from '../network.ts'
import type { Actor, Scheduler } from '../scheduler.ts'
import { type DeviceStore, dexieStore, memoryStore } from '../stores.ts'
import { TabHost } from '../tab-host.ts'
import type { StockLedger } from './ledger.ts'
import type { StockMutation } from './mutation.ts'
import type { StockServer } from './server.ts'

export interface Tab extends Actor {
  outbox: Outbox
  store: OutboxStore
  /** the functions that screens call */
  stock: ReturnType<StockDevice['screens']>
}

export interface World {
  scheduler: Scheduler
  server: StockServer
  ledger: StockLedger
  choices: Choices
  mutation: StockMutation
  newId: () => string
}

/** One device that two administrators use, with its tabs, its clock, its network and its copy of the catalogue. */
export class StockDevice extends TabHost {
  readonly world: World
  readonly store: DeviceStore
  readonly network: Network
  readonly catalogue: Map<string, number>
  tabs: Tab[] = []

  constructor(world: World, { real }: { real: boolean }) {
    super(world)
    this.world = world
    this.store = real ? dexieStore() : memoryStore()
    this.network = new Network(world.server, world.choices)
    this.catalogue = new Map(world.server.numbers)
  }

  protected trueTime(): number {
    return this.world.server.now
  }

  living(): Tab[] {
    return this.tabs.filter((tab) => !tab.dead)
  }

  open(): Tab {
    const { mutation } = this.world
    const actor: Actor = { name: `tab ${this.tabs.length + 1}`, dead: false }
    const store = this.gatedStore(actor)
    const outbox = new Outbox(this.env(actor, store), { ...outboxPolicy, ...mutation.policy })
    const stock = this.screens(store)
    const tab = Object.assign(actor, { outbox, store, stock })
    this.tabs.push(tab)
    this.startEngine(tab, outbox)
    return tab
  }

  /** What screens do with stocks and alerts. */
  private screens(store: OutboxStore) {
    const { ledger, mutation, newId } = this.world
    const enqueue = (entry: NewEntry) => {
      const spare = newId()
      // the field that could save it again is closed when it was withdrawn
      return store.transact<OutboxRow>((all) =>
        ledger.isClosed(entry.id) ? { result: { ...entry, seq: 0 } } : (mutation.accept ?? accept)(all, entry, spare),
      )
    }
    return {
      enqueueStock: (stock: StockEntry) => enqueue(stockEntry(stock, this.now())),
      enqueueAlert: (alert: AlertEntry) => enqueue(alertEntry(alert, this.now())),
      setStockAgain: (refused: StockRow, id: string) => {
        const ids = { id, spareId: newId(), now: this.now() }
        return store.transact((all) => setStockAgain(all, { refused, ...ids }))
      },
      discardStock: (row: StockRow) => store.transact((all) => discardStock(all, row)),
    }
  }

  /** The result of a pull. */
  pull(): void {
    if (this.network.offline) return
    for (const [fishe, count] of this.world.server.numbers) this.catalogue.set(fishe, count)
  }

  private gatedStore(actor: Actor): OutboxStore {
    const { scheduler, ledger } = this.world
    return {
      read: () => scheduler.call(actor, 'read', () => this.store.read()),
      transact: (step) =>
        scheduler.call(actor, 'transact', async () => {
          // a step may run several times; only its last change is saved
          let written = () => {}
          const result = await this.store.transact((all) => {
            const change = step(all)
            written = () => ledger.written(all.rows, change)
            return change
          })
          written()
          this.written((await this.store.read()).rows)
          return result
        }),
    }
  }

  protected isReachable(): boolean {
    return this.network.answersReach()
  }

  protected async carry(row: OutboxRow, token: string | undefined) {
    const { scheduler, ledger } = this.world
    const { payload, id: key, kind } = row
    ledger.leaves((await this.store.read()).rows, row)
    const fishe = 'fishe' in payload ? payload.fishe : ''
    const isOn = payload.kind === 'stock-alert' ? payload.isOn : undefined
    const note = (what: string) => scheduler.trace?.push(`   network: ${key} ${what}`)
    try {
      return toAnswer(this.network.carry({ kind, key, token, body: payload.body, fishe, isOn }, note))
    } finally {
      ledger.committed()
    }
  }
}
