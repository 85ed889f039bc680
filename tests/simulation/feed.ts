import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Api } from '../../src/api/api-client.ts'
import { ConnectionError } from '../../src/api/exchange.ts'
import { createDatabase, type ShopDatabase } from '../../src/db/database.ts'
import { getCatalogueState, getFishes } from '../../src/db/products.ts'
import { type ChangedIds, pullCatalogue } from '../../src/sync/catalogue-feed.ts'
import type { Choices } from './choices.ts'
import { describe, FeedServer } from './feed-server.ts'
import { type Actor, Scheduler } from './scheduler.ts'
import { type Bugs, plant } from './seams.ts'

type Client = Pick<Api, 'call'>

/** Bugs of the saved catalogue: in functions of pull and store, in the pull's requests and in its reports. */
export interface FeedBugs {
  store?: Bugs
  api?: (api: Client) => Client
  pull?: (pull: typeof pullCatalogue) => typeof pullCatalogue
}

interface Tab extends Actor {
  db: ShopDatabase
  api: Client
  pull: Promise<unknown> | undefined
}

const products = 7
const steps = 60

/**
 * Two tabs pull the changes feed while the server's products change, pages fail, backups are restored and tabs are
 * killed between any two steps. After the faults end, the device has exactly the server's products.
 */
export class FeedHistory {
  readonly faults: string[] = []
  private readonly server = new FeedServer()
  private readonly scheduler = new Scheduler()
  private readonly factory = { indexedDB: new IDBFactory(), IDBKeyRange }
  private readonly eye = createDatabase('feed', this.factory)
  private tabs: Tab[] = []
  private now = 1_000_000
  /** what open screens show, updated by the reports */
  private shown = new Map<string, number>()
  private readonly choices: Choices
  private readonly bugs: FeedBugs

  constructor(choices: Choices, bugs: FeedBugs = {}) {
    this.choices = choices
    this.bugs = bugs
  }

  async play(): Promise<string[]> {
    plant(this.bugs.store ?? {})
    for (let number = this.choices.pick(products, 'products at first'); number >= 0; number--) this.server.put(number)
    this.tabs = [this.open('A'), this.open('B')]
    for (let step = 0; step < steps && this.faults.length === 0; step++) {
      await this.step()
      await this.check()
    }
    if (this.faults.length === 0) await this.heal()
    for (const { db } of this.tabs) db.close()
    this.eye.close()
    plant({})
    return this.faults
  }

  private open(name: string): Tab {
    const db = createDatabase('feed', this.factory)
    const own: Actor = { name, dead: false }
    const transaction = db.transaction.bind(db)
    const gated = (...given: Parameters<typeof transaction>) =>
      this.scheduler.call(own, 'save', () => transaction(...given))
    // every transaction waits at a gate before and after; callers only await it and do not need Dexie's promise
    db.transaction = gated as typeof db.transaction
    const api = this.apiOf(own)
    return Object.assign(own, { db, api: this.bugs.api?.(api) ?? api, pull: undefined })
  }

  private apiOf(actor: Actor): Client {
    const call = (_name: string, { query }: { query: { since?: string } }) =>
      this.scheduler.call(actor, 'ask', () => {
        const luck = this.choices.pick(12, 'answer')
        if (luck === 11) throw new ConnectionError('network')
        if (luck === 10) return { ok: false, refusal: { status: 503, detail: 'busy', errors: [] } }
        return { ok: true, status: 200, body: this.server.changes(query.since), isShops: true }
      })
    // the pull makes only this call
    return { call } as unknown as Client
  }

  private start(tab: Tab): void {
    if (tab.pull) return
    const pull = this.bugs.pull?.(pullCatalogue) ?? pullCatalogue
    const onSaved = (changes: ChangedIds) => void this.tell(tab, changes)
    const clock = { now: () => ++this.now }
    // the next pull continues an interrupted one
    tab.pull = pull({ db: tab.db, api: tab.api, clock, onSaved })
      .catch(() => undefined)
      .finally(() => {
        tab.pull = undefined
      })
  }

  private told: Promise<unknown> = Promise.resolve()

  private tell(tab: Tab, { changed, deleted }: ChangedIds): void {
    if (tab.dead) return
    this.told = this.told.then(async () => {
      const ids = [...changed, ...deleted]
      const fishes = await this.eye.fishes.bulkGet(ids)
      for (const [at, id] of ids.entries()) {
        const fish = fishes[at]
        if (fish) this.shown.set(id, fish.countInStock)
        else this.shown.delete(id)
      }
    })
  }

  private async kill(tab: Tab): Promise<void> {
    const isUntold = this.scheduler.gates.some(({ actor, label }) => actor === tab && label === 'save ←')
    this.scheduler.kill(tab)
    this.tabs = [...this.tabs.filter((each) => each !== tab), this.open(tab.name)]
    // a tab that saved and was killed reported nothing: the screens watch the database
    if (isUntold) await this.look()
  }

  private async look(): Promise<void> {
    await this.told
    this.shown = new Map((await getFishes(this.eye)).map(({ _id, countInStock }) => [_id, countInStock]))
  }

  private async step(): Promise<void> {
    const tab = this.tabs[this.choices.pick(2, 'tab')]
    const number = this.choices.pick(products, 'product')
    const act = this.choices.pick(24, 'act')
    if (act === 23 && tab) await this.kill(tab)
    else if (act === 22) this.server.restore(number)
    else if (act >= 19) this.server.delete(number)
    else if (act >= 16) this.server.put(number)
    else if (act >= 13 && tab) this.start(tab)
    else this.scheduler.open(this.choices.pick(Math.max(1, this.scheduler.gates.length), 'gate'))
    await this.scheduler.rest()
  }

  /** A copy marked as complete and up to date has what the server had at its cursor. */
  private async check(): Promise<void> {
    const [state, fishes] = await this.eye.transaction('r', this.eye.keyValue, this.eye.fishes, async () => [
      await getCatalogueState(this.eye),
      await getFishes(this.eye),
    ])
    if (!state?.complete || state.at === 0) return
    const found = describe(fishes)
    const wanted = this.server.seen.get(state.cursor)
    if (!wanted?.has(found)) this.faults.push(`complete at ${state.cursor} with '${found}'`)
  }

  private async settle(): Promise<void> {
    for (let turns = 0; turns < 2000 && this.tabs.some(({ pull }) => pull !== undefined); turns++) {
      this.scheduler.open(0)
      await this.scheduler.rest()
    }
    if (this.tabs.some(({ pull }) => pull !== undefined)) this.faults.push('a pull does not end')
  }

  /** With a working network and no more changes, a few pulls must fetch everything. */
  private async heal(): Promise<void> {
    await this.settle()
    const { choices } = this
    Object.assign(this, { choices: { pick: () => 0 } })
    for (let pulls = 0; pulls < 3; pulls++) {
      for (const tab of this.tabs) {
        this.start(tab)
        await this.settle()
      }
    }
    Object.assign(this, { choices })
    await this.told
    const found = describe(await getFishes(this.eye))
    if (found !== this.server.now()) this.faults.push(`the device has '${found}', the server '${this.server.now()}'`)
    if (!(await getCatalogueState(this.eye))?.complete) this.faults.push('never complete')
    const screens = [...this.shown].map(([id, version]) => `${Number(id.slice(-12))}@${version}`)
    if (screens.sort().join(' ') !== found) this.faults.push(`screens show '${screens.join(' ')}', not '${found}'`)
    await this.check()
  }
}
