import { isStockRow, type StockRow } from '../../../src/db/outbox-rows.ts'
import type { OutboxRow } from '../../../src/db/rows.ts'
import { isRevocable, unsentStocks } from '../../../src/sync/kinds.ts'
import { discard } from '../../../src/sync/sync.ts'
import type { StockEntry } from '../../support/entries.ts'
import type { StockDevice, Tab, World } from './device.ts'

const day = 86_400_000

type Deed = [name: string, happen: (tab: Tab) => unknown]

/** What people do with a device and its stocks, and what happens to it. */
export class StockPeople {
  private readonly world: World
  private readonly device: StockDevice
  /** all numbers are different, so that each identifies its author */
  private counted = 100
  private last: { tab: Tab; entry: StockEntry } | undefined

  constructor(world: World, device: StockDevice) {
    this.world = world
    this.device = device
  }

  /** One thing happens; the simplest is that time passes until something is due. */
  act(): void {
    const { device } = this
    const { choices, scheduler, ledger } = this.world
    const living = device.living()
    const tab = living[choices.pick(Math.max(1, living.length), 'tab')]
    if (!tab) return
    const [name, happen] = this.deeds[choices.pick(this.deeds.length, 'deed')] ?? ['waits', () => this.wait()]
    scheduler.trace?.push(`-- ${name}`)
    const done = happen(tab)
    if (done instanceof Promise) done.catch((error: unknown) => ledger.accident(error))
  }

  private readonly deeds: Deed[] = [
    ['waits', () => this.wait()],
    ...Array<Deed>(8).fill(['types', (tab) => this.type(tab)]),
    ...Array<Deed>(3).fill(['goes on', (tab) => this.goOn(tab)]),
    ['discards', (tab) => this.discard(tab)],
    ...Array<Deed>(2).fill(['somebody else counts', () => this.countElsewhere()]),
    ['the last tonnes are sold', () => this.world.server.count(this.product(), 0)],
    ...Array<Deed>(2).fill(['wants to be told, or not', (tab) => this.wish(tab)]),
    ...Array<Deed>(2).fill(['pulls', () => this.device.pull()]),
    ['kills', (tab) => this.device.kill(tab) ?? this.device.open()],
    ['opens', () => this.device.living().length < 3 && this.device.open()],
    ['cuts', () => (this.device.network.offline = !this.device.network.offline)],
    ['another user', () => this.login(this.world.choices.pick(2, 'who') === 0 ? 'a' : 'b')],
    ['the token ends', () => this.world.server.expire('a')],
    ['the clock jumps', () => (this.device.clockError += (this.world.choices.pick(21, 'days') - 10) * 30 * day)],
    ['late', () => this.deliver()],
    ['a day', () => this.pass(day)],
    ['double click', () => this.again()],
    ['presses Send now', (tab) => tab.outbox.endWaits('all')],
    ['looks at another tab', (tab) => this.device.turn(tab)],
  ]

  wait(): void {
    const next = Math.min(...this.device.sleepers.map(({ at }) => at))
    this.pass(Number.isFinite(next) ? Math.max(0, next - this.world.server.now) : 1000)
  }

  pass(milliseconds: number): void {
    this.world.server.now += milliseconds
    this.device.wakeDue()
  }

  deliver(): void {
    this.device.network.deliver(0)
    this.world.ledger.committed()
  }

  login(user: 'a' | 'b'): void {
    const token = this.world.server.login(user)
    const session = { userId: user, name: user, email: '', isAdmin: true, token }
    void this.device.store.setSession(session)
    this.device.wakeAll()
    void this.device.living()[0]?.outbox.endWaits('unanswered')
  }

  private product(): string {
    return ['cod', 'hake'][this.world.choices.pick(2, 'product')] ?? 'cod'
  }

  private countElsewhere(): void {
    this.world.server.count(this.product(), ++this.counted)
  }

  /** Types a number over the displayed one, which may change until the new one is saved. */
  private async type(tab: Tab): Promise<void> {
    const { ledger, newId } = this.world
    const fishe = this.product()
    const { rows, session } = await tab.store.read()
    if (!session) return
    const mine = unsentStocks(rows, session.userId, fishe)
    const catalogue = this.device.catalogue.get(fishe) ?? 0
    const last = mine.at(-1)
    const met = mine.find(({ state }) => state === 'attention')?.problem?.countInStock
    const seen = met ?? last?.payload.body.countInStock ?? catalogue
    const countInStock = ++this.counted
    ledger.show(session.userId, fishe, met ?? catalogue)
    const shown = mine.length === 0 ? catalogue : undefined
    ledger.typed.set(countInStock, { user: session.userId, fishe, countInStock, shown })
    const entry = { id: newId(), fishe, trade_name: fishe, body: { countInStock, seen }, session }
    this.last = { tab, entry }
    await tab.stock.enqueueStock(entry)
  }

  private async wish(tab: Tab): Promise<void> {
    const { choices, newId } = this.world
    const { session } = await tab.store.read()
    const [fishe, isOn] = [this.product(), choices.pick(3, 'on') > 0]
    if (session) await tab.stock.enqueueAlert({ id: newId(), fishe, trade_name: fishe, isOn, session })
  }

  private async again(): Promise<void> {
    const { last } = this
    if (last && !last.tab.dead) await last.tab.stock.enqueueStock(last.entry)
  }

  /** Takes one of the possible actions on the first refused stock. */
  private async goOn(tab: Tab): Promise<void> {
    const { choices, ledger, newId } = this.world
    const row = await this.find(tab, ({ state }) => state === 'attention')
    if (!row) return
    const met = row.problem?.countInStock
    if (met === undefined || choices.pick(3, 'way') === 0) return tab.stock.discardStock(row)
    ledger.show(row.userId, row.payload.fishe, met)
    await tab.stock.setStockAgain(row, newId())
  }

  private async discard(tab: Tab): Promise<void> {
    const { rows, session } = await tab.store.read()
    const row = rows.find((each) => each.userId === session?.userId && isRevocable(each))
    if (!row) return
    await tab.store.transact((all) => (this.world.mutation.discard ?? discard)(all, row.id))
  }

  private async find(tab: Tab, isIt: (row: OutboxRow) => boolean): Promise<StockRow | undefined> {
    const { rows, session } = await tab.store.read()
    return rows.filter(isStockRow).find((row) => row.userId === session?.userId && isIt(row))
  }
}
