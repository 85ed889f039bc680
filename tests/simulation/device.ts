import { type Api, createApi } from '../../src/api/api-client.ts'
import type { OutboxStore } from '../../src/db/outbox-rows.ts'
import type { OutboxRow } from '../../src/db/rows.ts'
import type { NewEntry } from '../../src/sync/kinds.ts'
import { Outbox, type OutboxEnv, outboxPolicy, sendEntry } from '../../src/sync/outbox.ts'
import { accept } from '../../src/sync/outbox-steps.ts'
import type { Choices } from './choices.ts'
import { Ledger } from './ledger.ts'
import type { Mutation } from './mutation.ts'
import { Network, toAnswer, toResponse } from './network.ts'
import { type Actor, Scheduler } from './scheduler.ts'
import { ServerModel, tagOf } from './server-model.ts'
import { type DeviceStore, dexieStore, memoryStore } from './stores.ts'
import { TabHost } from './tab-host.ts'

export const lockModes = ['locks', 'no lock at all'] as const
export type LockMode = (typeof lockModes)[number]

export interface Tab extends Actor {
  outbox: Outbox
  store: OutboxStore
  /** saves an entry; undefined when the screen with its form is closed */
  save: (entry: NewEntry) => Promise<OutboxRow | undefined>
}

interface Options {
  real: boolean
  lockMode: LockMode
  mutation: Mutation
}

/** One phone with its tabs, its clock, its network and the server. */
export class Device extends TabHost {
  readonly scheduler: Scheduler
  readonly server: ServerModel
  readonly network: Network
  readonly ledger: Ledger
  readonly store: DeviceStore
  readonly choices: Choices
  readonly mutation: Mutation
  tabs: Tab[] = []
  /** the true time that has passed, ms */
  time = 1_700_000_000_000
  protected override readonly grain = 100
  private readonly lockMode: LockMode
  private readonly real: boolean
  private killed = false
  private readonly requests = new Map<Actor, number>()

  constructor(choices: Choices, { real, lockMode, mutation }: Options) {
    const scheduler = new Scheduler()
    const server = new ServerModel()
    const ledger = new Ledger(server, mutation)
    let made = 0
    const traits = { hasLocks: lockMode === 'locks', clockError: 0 }
    super({ scheduler, choices, ledger, newId: () => `id-${++made}` }, traits)
    this.scheduler = scheduler
    this.server = server
    this.ledger = ledger
    this.choices = choices
    this.real = real
    this.lockMode = lockMode
    this.mutation = mutation
    this.store = real ? dexieStore() : memoryStore()
    this.network = new Network(server, choices)
    mutation.server?.(server)
  }

  protected trueTime(): number {
    return this.time
  }

  protected isReachable(): boolean {
    return this.network.answersReach()
  }

  newId(): string {
    return this.host.newId()
  }

  /** Opens a tab, whose sender starts at once. `once`: the worker, which makes one pass and ends. */
  open(once = false): Tab {
    const name = `${once ? 'worker' : 'tab'} ${this.tabs.length + 1}`
    const actor: Actor = { name, dead: false }
    const store = this.gatedStore(actor)
    const policy = { ...outboxPolicy, ...this.mutation.policy }
    const outbox = new Outbox(this.env(actor, store), policy)
    const tab = Object.assign(actor, { outbox, store, save: this.saver(store) })
    this.tabs.push(tab)
    if (!once) this.startEngine(tab, outbox)
    else
      this.unlessPage(tab, () => outbox.drain())
        .then(() => this.kill(tab))
        .catch((error: unknown) => this.ledger.accident(error))
    return tab
  }

  living(): Tab[] {
    return this.tabs.filter((tab) => !tab.dead)
  }

  override kill(tab: Actor): void {
    this.killed = true
    super.kill(tab)
    this.requests.delete(tab)
  }

  /** Lets time pass and wakes the sleepers whose time has come. */
  pass(milliseconds: number): void {
    this.time += milliseconds
    this.wakeDue()
  }

  /** The product's own function; for closed screens undefined, since their Send cannot be pressed. */
  private saver(store: OutboxStore): Tab['save'] {
    const { accept: acceptOne = accept, saving = (same) => same } = this.mutation
    const saveStore = saving(store)
    return (entry) => {
      const spareId = this.newId()
      return saveStore.transact<OutboxRow | undefined>((all) => {
        const isClosed = this.ledger.isClosed(entry.id, tagOf(entry.payload.body))
        return isClosed ? { result: undefined } : acceptOne(all, entry, spareId)
      })
    }
  }

  private gatedStore(actor: Actor): OutboxStore {
    const { scheduler, store, ledger } = this
    return {
      read: () => scheduler.call(actor, 'read', () => store.read()),
      transact: (step) =>
        scheduler.call(actor, 'transact', async () => {
          // a step may run several times; only its last change is saved
          let written = () => {}
          const result = await store.transact((all) => {
            const change = step(all)
            written = () => ledger.written(all.rows, change, this.now())
            return change
          })
          written()
          this.written((await store.read()).rows)
          return result
        }),
    }
  }

  protected override locks(actor: Actor) {
    return this.mutation.unlocked ? undefined : super.locks(actor)
  }

  protected override env(actor: Actor, store: OutboxStore): OutboxEnv {
    const env = super.env(actor, store)
    return this.mutation.env?.(env) ?? env
  }

  /** The sender has ended: no entry may be left as being sent, or count as tried without having been sent. */
  protected override async letGo(actor: Actor): Promise<void> {
    const { rows } = await this.scheduler.call(actor, 'unlock', () => this.store.read())
    this.ledger.rested(rows, { killed: this.killed })
  }

  protected override async send(actor: Actor, row: OutboxRow, token: string | undefined) {
    this.ledger.begun(row.id)
    this.requests.set(actor, (this.requests.get(actor) ?? 0) + 1)
    const under = [...this.requests.values()].reduce((sum, each) => sum + each, 0)
    if (under > 1 && this.lockMode === 'locks') this.ledger.blame('6: two requests at once')
    try {
      const answer = await super.send(actor, row, token)
      if (answer.status === 500) this.ledger.failed(row.id)
      return answer
    } finally {
      this.requests.delete(actor)
    }
  }

  protected carry(row: OutboxRow, token: string | undefined) {
    const note = (what: string) => this.scheduler.trace?.push(`   network: ${row.id} ${what}`)
    const arrive = (key: string, bearer: string | undefined) =>
      this.network.carry({ kind: row.kind, key, token: bearer, body: row.payload.body }, note)
    if (!this.real) return toAnswer(arrive(row.id, token))
    // the product's own client, down to `fetch`
    const api: Api = createApi({
      baseUrl: 'http://shop.test',
      token: () => undefined,
      fetch: async (_url, init) => {
        const headers = new Headers(init?.headers)
        const bearer = headers.get('authorization')?.replace('Bearer ', '')
        return toResponse(arrive(headers.get('idempotency-key') ?? '', bearer))
      },
    })
    return sendEntry(api, row, token)
  }
}
