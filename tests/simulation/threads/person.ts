import type { OrderEventInput } from '../../../contract/order-events.ts'
import { type CurrentOffer, findCounter, findCurrentOffer, isFinal, stateAt } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { type Change, type EventRow, isEventRow } from '../../../src/db/outbox-rows.ts'
import type { OrderRow, Session } from '../../../src/db/rows.ts'
import { bodySentAnyway, isRevocable, type NewEntry, refusalActions, replaceEvent } from '../../../src/sync/kinds.ts'
import { accept } from '../../../src/sync/outbox-steps.ts'
import { discard } from '../../../src/sync/sync.ts'
import { eventEntry, logoutEntry } from '../../support/entries.ts'
import { offerInput } from '../../support/some-orders.ts'
import type { Tab, ThreadDevice, World } from './device.ts'
import { counterMade, dealMade, isShop, offerMade } from './server.ts'

const day = 86_400_000

export type Deed = [name: string, happen: (device: ThreadDevice, tab: Tab) => unknown]

/** What people do with the devices of a history, and what happens to these. */
export class ThreadPeople {
  protected readonly world: World
  protected readonly devices: ThreadDevice[]
  protected written = 0
  protected last: { tab: Tab; entry: NewEntry } | undefined

  constructor(world: World, devices: ThreadDevice[]) {
    this.world = world
    this.devices = devices
  }

  /** One thing happens; the simplest is that time passes until something is due. */
  act(): void {
    const { choices, scheduler } = this.world
    // the warehouse, the last one, is the least busy
    const device = this.devices[Math.floor(choices.pick(2 * this.devices.length - 1, 'device') / 2)]
    const living = device?.living() ?? []
    const tab = living[choices.pick(Math.max(1, living.length), 'tab')]
    if (!device || !tab) return
    const [name, happen] = this.deeds[choices.pick(this.deeds.length, 'deed')] ?? ['waits', () => this.wait()]
    scheduler.trace?.push(`-- ${device.name}: ${name}`)
    const done = happen(device, tab)
    if (done instanceof Promise) done.catch((error: unknown) => this.world.ledger.accident(error))
  }

  protected readonly deeds: Deed[] = [
    ['waits', () => this.wait()],
    ...Array<Deed>(12).fill(['says', (device, tab) => this.say(device, tab)]),
    ...Array<Deed>(8).fill(['pulls', (device, tab) => device.pull(tab)]),
    ['kills', (device, tab) => this.replaceTab(device, tab)],
    ['opens', (device) => device.living().length < 2 && device.open()],
    ['cuts', ({ network }) => (network.offline = !network.offline)],
    ['goes on', (device, tab) => this.goOn(device, tab)],
    ['goes on', (device, tab) => this.goOn(device, tab)],
    ['takes back', (device, tab) => this.takeBack(device, tab)],
    ['edits', (device, tab) => this.edit(device, tab)],
    ['logs out', (device) => this.logout(device)],
    ['logs in', (device) => this.login(device)],
    ['the clock jumps', (device) => (device.clockError += (this.world.choices.pick(21, 'days') - 10) * 30 * day)],
    ['late', (device) => this.deliver(device)],
    ...Array<Deed>(4).fill(['a day', () => this.pass(day)]),
    ['a minute', () => this.pass(60_000)],
    ['the token ends', (device) => this.world.server.expire(this.userOf(device))],
    ['cursors forgotten', () => this.world.choices.pick(3, 'epoch') === 0 && this.world.server.epoch++],
    ['order deleted', () => this.deleteOne()],
    ['earlier', (device, tab) => this.askEarlier(device, tab)],
    ['earlier', (device, tab) => this.askEarlier(device, tab)],
    ['double click', () => this.again()],
    ['presses Send now', (_device, tab) => tab.outbox.endWaits('all')],
    ['looks at another tab', (device, tab) => device.turn(tab)],
  ]

  userOf(device: ThreadDevice): string {
    return device.name === 'buyer' ? 'ann' : device.name
  }

  wait(): void {
    const next = Math.min(...this.devices.flatMap(({ sleepers }) => sleepers.map(({ at }) => at)))
    this.pass(Number.isFinite(next) ? Math.max(0, next - this.world.server.now) : 1000)
  }

  pass(milliseconds: number): void {
    this.world.server.pass(milliseconds)
    for (const device of this.devices) device.wakeDue()
  }

  protected deleteOne(): void {
    const { choices, server } = this.world
    if (choices.pick(4, 'delete') === 0) server.delete(`o${1 + choices.pick(3, 'order')}`)
  }

  protected replaceTab(device: ThreadDevice, tab: Tab): void {
    device.kill(tab)
    device.open()
  }

  protected deliver(device: ThreadDevice): void {
    device.network.deliver(0)
    this.world.ledger.committed()
  }

  /** Logs in on a device: as its usual user or, on the buyer's, as another one. */
  async login(device: ThreadDevice, user = this.userOf(device)): Promise<void> {
    const { server, scheduler } = this.world
    const token = server.login(user)
    const session: Session = { userId: user, name: user, email: '', isAdmin: isShop(user), token }
    // the login screen is available only when no user is signed in, or for the same user; another tab may be quicker
    const enter = async () => {
      const before = (await device.store.look()).session
      if (!before || before.userId === user) await device.store.setSession(session)
    }
    await scheduler.call({ name: 'person', dead: false }, `login ${user}`, enter)
    device.wakeAll()
    await device.living()[0]?.outbox.endWaits('unanswered')
  }

  /** Logs out and mostly in again; on the buyer's device sometimes as another user. */
  protected async logout(device: ThreadDevice): Promise<void> {
    const { choices, newId } = this.world
    const { session } = await device.store.look()
    if (!session || device.leaving.size > 0) return
    await this.leave(device, session, newId())
    const other =
      device.name === 'buyer' && choices.pick(2, 'who') === 1 && session.userId === 'ann' ? 'bob' : undefined
    await this.login(device, other)
  }

  async leave(device: ThreadDevice, session: Session, id: string): Promise<void> {
    const { scheduler } = this.world
    const person = { name: 'person', dead: false }
    const entry = logoutEntry({ id, token: session.token }, device.now())
    device.leaving.add(session.userId)
    await scheduler.call(person, 'logout', () =>
      device.store.outbox.transact((all): Change<unknown> => ({ ...accept(all, entry, id), session: null })),
    )
    await scheduler.call(person, 'forget', () => device.store.forget(session.userId))
    device.leaving.delete(session.userId)
    await device.look()
  }

  /** The order of which somebody talks most probably. */
  protected far(): string | undefined {
    return [dealMade, offerMade, counterMade, counterMade][this.world.choices.pick(6, 'far')]
  }

  protected async say(device: ThreadDevice, tab: Tab): Promise<void> {
    const { choices, newId } = this.world
    const { session, orders, feed } = await device.store.look()
    const own = orders.filter(({ userId }) => userId === session?.userId)
    // what is far on its way from the beginning is talked about often
    const far = this.far()
    const row = own.find(({ _id }) => _id === far) ?? own[choices.pick(Math.max(1, own.length), 'order')]
    if (!session || !row) return
    const body = this.words(row, { isShop: session.isAdmin, serverAt: feed?.serverAt ?? 0, now: device.now() })
    if (!body) return
    const entry = eventEntry({ id: newId(), order: row._id, reference: '', body, session }, device.now())
    this.last = { tab, entry }
    await this.save(tab, entry)
  }

  /** The event that the screen allows this person to send. */
  private words(
    { order }: OrderRow,
    { isShop: isShops, serverAt, now }: { isShop: boolean; serverAt: number; now: number },
  ): OrderEventInput | undefined {
    const { choices } = this.world
    const note = `note ${++this.written}`
    const state = stateAt(order, serverAt)
    const current = findCurrentOffer(order)
    const kind = choices.pick(8, 'words')
    const text = choices.pick(12, 'poison') === 11 ? `poison ${note}` : note
    if (state === 'accepted' && kind < 7) return this.report(order, isShops, now)
    if (kind >= 6) return { kind: 'message', text }
    // the screens offer no report before the acceptance, other programs may
    if (kind === 5 && choices.pick(4, 'too soon') === 0) return this.report(order, isShops, now)
    if (isFinal(state)) return undefined
    if (!isShops) {
      if (kind === 5) return choices.pick(3, 'cancel') === 0 ? { kind: 'cancel', note } : undefined
      return this.answer(order, { state, current, note, kind })
    }
    const counter = findCounter(order)
    if (counter && kind < 3) return { kind: 'agree', after: order.version, counter: counter._id }
    if (kind === 5) return choices.pick(3, 'close') === 0 ? { kind: 'close', after: order.version, note } : undefined
    if (kind === 4) return current && { kind: 'withdraw', after: order.version, offer: current.id }
    const least = choices.pick(3, 'least') === 0 ? { least: 1 } : {}
    const lines = [
      { fishe: 'hake', qty: 1 + choices.pick(3, 'days'), price: this.written, ...least },
      ...(choices.pick(2, 'squid') === 0 ? [{ fishe: 'squid', qty: 2, price: 1000 + this.written }] : []),
    ]
    const inParts = choices.pick(2, 'parts') === 0
    const charges = [{ label: 'Freight', amount: 7 }]
    return {
      kind: 'offer',
      after: order.version,
      offer: offerInput({ lines, note, charges, ...(inParts && { inParts }) }),
    }
  }

  /** What a buyer says to the current offer, sometimes what the server refuses: too much, a part of a whole, or yes to oneself. */
  private answer(
    order: Order,
    { state, current, note, kind }: { state: string; current: CurrentOffer | undefined; note: string; kind: number },
  ): OrderEventInput | undefined {
    const { choices } = this.world
    const counter = findCounter(order)
    if (counter && kind < 2) return { kind: 'retract', counter: counter._id }
    if (counter && kind === 2 && choices.pick(4, 'own') === 0)
      return { kind: 'agree', after: order.version, counter: counter._id }
    if ((state !== 'offered' && state !== 'countered') || !current) return undefined
    const offer = current.id
    const lines = current.offer.lines.map(({ fishe, qty }) => ({ fishe, qty }))
    if (kind === 3 && choices.pick(2, 'decline') === 0) return { kind: 'decline', offer, note }
    if (kind < 2 && choices.pick(2, 'whole') === 0) return { kind: 'accept', offer, note }
    const some = lines.slice(0, 1 + choices.pick(lines.length, 'lines'))
    // the first is hake, whose loading is looked at
    const taken = some.map(({ fishe, qty }) => ({ fishe, qty: [qty, 1, 0.5, qty + 1][choices.pick(4, 'part')] ?? qty }))
    if (kind < 2) return { kind: 'accept', offer, lines: taken, note }
    const counted = taken.map((line) => ({ ...line, price: ++this.written }))
    return { kind: 'counter', offer, lines: counted, until: '2026-06-20', note }
  }

  /** A step of the shipment or a correction; sometimes of a quantity, a step or a report that the server refuses. */
  protected report({ version, events }: Order, isShops: boolean, _now: number): OrderEventInput | undefined {
    const { choices } = this.world
    const note = `report ${++this.written}`
    const after = isShops ? { after: version } : {}
    const reports = events.filter(({ kind }) => kind === 'milestone')
    const what = choices.pick(8, 'report')
    const of = reports[choices.pick(Math.max(1, reports.length), 'of')]
    if (what >= 5 && of) return { kind: 'correct', of: of._id, note, ...after }
    const base = { kind: 'milestone', on: '2026-06-15', note, ...after } as const
    if (!isShops)
      return { ...base, step: (['deposit', 'received', 'deposit', 'sailed'] as const)[what % 4] ?? 'deposit' }
    if (what >= 3)
      return { ...base, step: (['packed', 'deposit', 'sailed', 'arrived', 'packed'] as const)[what - 3] ?? 'packed' }
    const container = choices.pick(2, 'container') === 0 ? 'CSQU3054383' : 'MSKU9070323'
    const tonnes = [1, 1.1, 0.5, 2.2, 1.05, 2.3][choices.pick(6, 'tonnes')] ?? 1
    const line = { fishe: 'hake', qty: tonnes }
    const lines = choices.pick(3, 'lines') === 2 ? [line, line] : [line]
    return { ...base, step: 'loaded', loaded: { container, lines } }
  }

  protected async save(tab: Tab, entry: NewEntry): Promise<void> {
    const { mutation, ledger, newId } = this.world
    const spare = newId()
    const save = mutation.accept ?? accept
    ledger.say(entry.id, entry)
    await tab.store.transact<unknown>((all) => {
      const said = ledger.said.get(entry.id)
      // the screen that could send it again is closed when the event was withdrawn or replaced
      if (said?.isGone || said?.isOutdated) return { result: undefined }
      const change = save(all, entry, spare)
      for (const id of change.remove ?? []) ledger.replaced(id, change.result)
      return change
    })
  }

  private async askEarlier(device: ThreadDevice, tab: Tab): Promise<void> {
    const { orders } = await device.store.look()
    const row = orders[this.world.choices.pick(Math.max(1, orders.length), 'order')]
    if (row) await device.askEarlier(tab, row)
  }

  protected async again(): Promise<void> {
    const { last } = this
    if (last && !last.tab.dead) await this.save(last.tab, last.entry)
  }

  /** Takes one of the possible actions on the first refused event. */
  protected async goOn(device: ThreadDevice, tab: Tab): Promise<void> {
    const { choices } = this.world
    const { rows, session, orders } = await device.store.look()
    const row = rows.filter(isEventRow).find(({ state, userId }) => state === 'attention' && userId === session?.userId)
    if (!row) return
    const actions = refusalActions(row)
    const way = actions[choices.pick(actions.length, 'way')]
    const seen = orders.find(({ _id, userId }) => _id === row.payload.order && userId === row.userId)?.order
    if (way === 'send-anyway') return this.replace(tab, row, bodySentAnyway(row, seen?.version ?? 0))
    if (way === 'ask-to-renew') return this.replace(tab, row, { kind: 'message', text: `renew ${++this.written}` })
    if (way === 'discard') return this.discard(tab, row)
  }

  protected async takeBack(device: ThreadDevice, tab: Tab): Promise<void> {
    const { rows, session } = await device.store.look()
    const row = rows.filter(isEventRow).find((each) => isRevocable(each) && each.userId === session?.userId)
    if (!row) return
    if (this.world.choices.pick(2, 'edit') === 0) return this.discard(tab, row)
    await this.replace(tab, row, { kind: 'message', text: `instead ${++this.written}` })
  }

  /** Opens what waits again and changes it, whether it has left the device or not. */
  protected async edit(device: ThreadDevice, tab: Tab): Promise<void> {
    const { choices } = this.world
    const { rows, session, orders } = await device.store.look()
    const own = rows.filter(isEventRow).filter(({ userId, state }) => userId === session?.userId && state !== 'done')
    const row = own[choices.pick(Math.max(1, own.length), 'what waits')]
    const seen = orders.find(({ _id, userId }) => _id === row?.payload.order && userId === row.userId)?.order
    if (row && seen) await this.replace(tab, row, this.corrected(row.payload.body, seen.version))
  }

  private corrected(body: OrderEventInput, after: number): OrderEventInput {
    const note = `corrected ${++this.written}`
    if (body.kind === 'message') return { ...body, text: note }
    if (body.kind === 'retract') return body
    if (body.kind === 'offer') return { ...body, after, offer: { ...body.offer, note } }
    return 'after' in body ? { ...body, after } : { ...body, note }
  }

  private async replace(tab: Tab, row: EventRow, body: OrderEventInput | undefined): Promise<void> {
    const { ledger, newId, mutation } = this.world
    if (!body) return
    const id = newId()
    ledger.say(id, { userId: row.userId, payload: { ...row.payload, body } })
    await tab.store.transact((all) => {
      const what = { id: row.id, newId: id, body, now: 0 }
      const change = (mutation.replace ?? replaceEvent)(all, what, isRevocable)
      if (change.result)
        for (const old of new Set([row.id, ...(change.remove ?? [])])) ledger.replaced(old, change.result)
      return change
    })
  }

  async discard(tab: Tab, row: EventRow): Promise<void> {
    const { ledger, mutation } = this.world
    await tab.store.transact((all) => {
      const change = (mutation.discard ?? discard)(all, row.id)
      if (change.result) ledger.takenBack(row.id)
      return change
    })
  }
}
