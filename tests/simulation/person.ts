import type { Change } from '../../src/db/outbox-rows.ts'
import type { CartLine, OutboxRow } from '../../src/db/rows.ts'
import { isRevocable, type NewEntry } from '../../src/sync/kinds.ts'
import { accept, type EndedWaits } from '../../src/sync/outbox-steps.ts'
import { discard, editAgain, removeAllOf } from '../../src/sync/sync.ts'
import { contactEntry, logoutEntry, orderEntry, reviewEntry } from '../support/entries.ts'
import type { Device, Tab } from './device.ts'
import { tagOf } from './server-model.ts'

const address = { phone: '1', address: 'Quay 1', city: 'Brest', postalCode: '29200', country: 'France' }
const year = 365 * 24 * 3_600_000

/** What a person does with a device, and what happens to it. */
export class Person {
  private readonly device: Device
  private written = 0
  /** entries whose id a stale tab may still have */
  private stale: NewEntry[] = []

  constructor(device: Device) {
    this.device = device
  }

  /** One thing happens; the simplest is that time passes until something is due. */
  act(): void {
    const { device } = this
    const kind = device.choices.pick(25, 'event')
    const note = this.events[kind]?.[0] ?? 'time'
    device.scheduler.trace?.push(`-- ${note}`)
    const happen = this.events[kind]?.[1] ?? (() => this.wait())
    happen()
  }

  /** Time passes until a tab wakes up. */
  wait(): void {
    const next = Math.min(...this.device.sleepers.map(({ at }) => at))
    this.device.pass(Number.isFinite(next) ? Math.max(0, next - this.device.time) : 1000)
  }

  private readonly events: Record<number, [string, () => void]> = {
    1: ['sends', () => this.send()],
    2: ['sends', () => this.send()],
    3: ['sends', () => this.send()],
    4: ['sends', () => this.send()],
    5: ['kills a tab', () => this.killOne()],
    6: ['opens a tab', () => this.openOne()],
    7: ['the worker wakes up', () => this.device.living().length < 5 && this.device.open(true)],
    8: ['logs in as a', () => this.login('a')],
    9: ['logs in as b', () => this.login('b')],
    10: ['logs out, keeps', () => this.logout(Boolean(this.device.mutation.logoutDiscards), true)],
    11: ['logs out, throws away', () => this.logout(true, false)],
    12: ['the token of a ends', () => this.device.server.expire('a')],
    13: ['the token of b ends', () => this.device.server.expire('b')],
    14: ['goes offline', () => (this.device.network.offline = true)],
    15: ['comes back online', () => this.online()],
    16: ['presses Send now', () => this.retry('all')],
    17: ['edits and sends again', () => this.edit()],
    18: ['discards', () => this.discard()],
    19: ['the clock jumps', () => (this.device.clockError += (this.device.choices.pick(21, 'years') - 10) * year)],
    20: ['something late arrives', () => this.device.network.deliver(0)],
    21: ['five minutes pass', () => this.device.pass(300_000)],
    22: ['a double click', () => this.sendAgain(false)],
    23: ['a stale tab sends', () => this.sendAgain(true)],
    24: ['looks at another tab', () => this.turn()],
  }

  /** One of the living tabs. */
  private tab(): Tab | undefined {
    const living = this.device.living().filter((tab) => tab.name.startsWith('tab'))
    return living[this.device.choices.pick(Math.max(1, living.length), 'tab')]
  }

  private killOne(): void {
    const tab = this.tab()
    if (tab) this.device.kill(tab)
  }

  private openOne(): void {
    if (this.device.living().length < 4) this.device.open()
  }

  private online(): void {
    this.device.network.offline = false
    this.retry('unanswered')
  }

  private retry(which: EndedWaits): void {
    const tab = this.tab()
    if (tab) this.flow(tab.outbox.endWaits(which))
  }

  private turn(): void {
    const tab = this.tab()
    if (tab) this.device.turn(tab)
  }

  /** An action of the person in a tab: it ends with the tab, and its errors count. */
  private flow(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.device.ledger.accident(error))
  }

  send(): void {
    const tab = this.tab()
    if (tab) this.flow(this.compose(tab))
  }

  private async compose(tab: Tab): Promise<void> {
    const { choices, store } = this.device
    const id = this.device.newId()
    const fate = ['', '', '', '', '', ' poison', ' cursed', ' taken'][choices.pick(8, 'fate')] ?? ''
    const kind = fate === ' taken' ? 0 : choices.pick(4, 'kind')
    const tag = `content ${++this.written}${fate}`
    const now = this.device.now()
    const { session } = await store.read()
    // ordering and reviewing need a login; a message does not, and has no reference
    if (kind === 3 || session === undefined) {
      const body = { user_object: '', user_name: '', user_email: 'v@x.org', user_message: tag.replace(' taken', '') }
      return this.save(tab, contactEntry({ id, body, session: choices.pick(2, 'visitor') ? session : undefined }, now))
    }
    if (kind === 2)
      return this.save(
        tab,
        reviewEntry({ id, fishe: 'f', body: { rating: 5, comment: tag }, trade_name: '', session }, now),
      )
    const body = { orderItems: [{ fishe: tag, qty: 1 }], shippingAddress: address }
    // the simulation does not use the lines
    const entry = orderEntry({ id, body, lines: [{ fishe: tag }] as CartLine[], session }, now)
    this.stale.push(entry)
    return this.save(tab, entry)
  }

  private async save(tab: Tab, entry: NewEntry): Promise<void> {
    const { device } = this
    const tag = tagOf(entry.payload.body)
    device.ledger.offer(tag, entry.userId)
    const row = await tab.save(entry)
    if (row) device.ledger.saved(tag)
  }

  /** Sends the same id again: with the same content as a double click, with other content from a stale tab. */
  private sendAgain(other: boolean): void {
    const tab = this.tab()
    const entry = this.stale.at(-1)
    if (!tab || !entry) return
    if (!other || entry.payload.kind !== 'order') {
      this.flow(this.save(tab, entry))
      return
    }
    const body = { ...entry.payload.body, orderItems: [{ fishe: `content ${++this.written}`, qty: 1 }] }
    this.flow(this.save(tab, { ...entry, payload: { ...entry.payload, body } }))
  }

  private edit(): void {
    const tab = this.tab()
    if (tab) this.flow(this.editFirst(tab))
  }

  private async editFirst(tab: Tab): Promise<void> {
    const row = (await this.device.store.read()).rows.find((each) => isRevocable(each) && each.kind === 'order')
    if (!row) return
    const stashed = { id: 'stashed', name: '', now: 0 }
    const done = await tab.store.transact((all) => {
      const change = (this.device.mutation.editAgain ?? editAgain)(all, { id: row.id, stashed })
      if (change.result) this.device.ledger.takenBack(row, 'edited')
      return change
    })
    if (done) await this.compose(tab)
  }

  private discard(): void {
    const tab = this.tab()
    if (tab) this.flow(this.discardFirst(tab))
  }

  private async discardFirst(tab: Tab): Promise<void> {
    const row = (await this.device.store.read()).rows.find(isRevocable)
    if (!row) return
    await tab.store.transact((all) => {
      const change = (this.device.mutation.discard ?? discard)(all, row.id)
      const untried = all.rows.some(({ id, attempts, unsent = 0 }) => id === row.id && attempts === unsent)
      if (change.result) this.device.ledger.takenBack(row, untried ? 'edited' : 'discarded')
      return change
    })
  }

  login(user: 'a' | 'b'): void {
    const session = {
      userId: user,
      name: user,
      email: `${user}@x.org`,
      isAdmin: false,
      token: this.device.server.login(user),
    }
    this.flow(
      this.device.scheduler
        .call({ name: 'person', dead: false }, `login ${user}`, () => this.device.store.setSession(session))
        .then(() => this.wakeAll()),
    )
  }

  private logout(discards: boolean, saved: boolean): void {
    const tab = this.tab()
    if (tab) this.flow(this.leave(tab, discards, saved))
  }

  private async leave(tab: Tab, discards: boolean, saved: boolean): Promise<void> {
    const { session } = await this.device.store.read()
    if (!session) return
    const { accept: save = accept, removeAllOf: remove = removeAllOf } = this.device.mutation
    if (discards) {
      await tab.store.transact((all) => {
        const change = remove(all, session.userId, 'pending')
        const own = all.rows.filter(({ id, userId }) => userId === session.userId && change.remove?.includes(id))
        if (!saved) for (const row of own) this.device.ledger.takenBack(row, 'thrown away')
        return change
      })
    }
    const entry = logoutEntry({ id: this.device.newId(), token: session.token }, this.device.now())
    await tab.store.transact((all): Change<unknown> => {
      // another tab was faster
      if (all.session?.token !== session.token) return { result: undefined }
      if (!session.expired) this.device.ledger.logsOut(session.token)
      return { ...(session.expired ? {} : save(all, entry, entry.id)), result: undefined, session: null }
    })
    await tab.store.transact((all) => {
      const change = remove(all, session.userId, 'done')
      this.device.ledger.forgets(session.userId, all.rows, change)
      return change
    })
    this.wakeAll()
  }

  private wakeAll(): void {
    this.device.wakeAll()
    this.retry('unanswered')
  }
}

/** A row of a later version of the app, which this version must not change. */
export function alienRow(): OutboxRow {
  const alien = contactEntry(
    { id: 'alien', body: { user_object: '', user_name: '', user_email: '', user_message: 'alien' } },
    0,
  )
  return { ...alien, v: 99, seq: 1, state: 'sending' }
}
