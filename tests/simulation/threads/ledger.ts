import type { Offer } from '../../../contract/offers.ts'
import type { OrderEvent, OrderEventInput } from '../../../contract/order-events.ts'
import { findCounter, findCurrentOffer, stateAt } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import type { Shipment } from '../../../contract/shipment/milestones.ts'
import { readAnswer } from '../../../src/api/exchange.ts'
import { gapOf } from '../../../src/db/orders.ts'
import { isEventRow } from '../../../src/db/outbox-rows.ts'
import type { OutboxRow } from '../../../src/db/rows.ts'
import { foldThread } from '../../support/whole-thread.ts'
import type { ThreadDevice } from './device.ts'
import type { ThreadMutation } from './mutation.ts'
import type { ThreadServer } from './server.ts'
import type { Disk } from './stores.ts'

/** An event of a person, as seen from outside the device. */
interface Said {
  user: string
  order: string
  body: OrderEventInput
  /** its place among the events of the device; absent before it is saved */
  place?: number
  /** the person withdrew or replaced it */
  isGone?: boolean
  /** the event in its place */
  heir?: string
  /** its heir knows that it may have left the device: it arrives before its heirs or never */
  isOutdated?: boolean
  /** the number of the last event that its author had seen, if it names one */
  after?: number
}

/** Records what the app has promised about threads and reports every violation. */
export class ThreadLedger {
  readonly faults: string[] = []
  readonly said = new Map<string, Said>()
  protected readonly server: ThreadServer
  private readonly shown: typeof stateAt
  private readonly shipped: NonNullable<ThreadMutation['shipped']>
  private readonly offered: typeof findCurrentOffer
  private readonly countered: typeof findCounter
  private readonly threads = new Map<ThreadDevice, Map<string, { during: number; seqs: number[] }>>()
  private readonly versions = new Map<ThreadDevice, Map<string, number>>()
  private readonly lastSeen = new Map<ThreadDevice, Disk>()
  private seen = 0

  constructor(server: ThreadServer, mutation: ThreadMutation) {
    this.server = server
    this.shown = mutation.shown ?? stateAt
    this.offered = mutation.offered ?? findCurrentOffer
    this.countered = mutation.countered ?? findCounter
    this.shipped = mutation.shipped ?? (({ shipment }) => shipment)
  }

  blame(what: string): void {
    if (!this.faults.includes(what)) this.faults.push(what)
  }

  accident(error: unknown): void {
    this.blame(`accident: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }

  say(key: string, { userId: user, payload }: Pick<OutboxRow, 'userId' | 'payload'>): void {
    if (payload.kind !== 'order-event' || this.said.has(key)) return
    const { order, body } = payload
    this.said.set(key, {
      user,
      order,
      body,
      ...('after' in body && { after: body.after }),
    })
  }

  takenBack(key: string): void {
    const said = this.said.get(key)
    if (said) said.isGone = true
  }

  /** A replacement has the place of the first event that it replaces, and knows whether that one may arrive all the same. */
  replaced(key: string, { id: next, instead }: Pick<OutboxRow, 'id' | 'instead'>): void {
    const [old, said] = [this.said.get(key), this.said.get(next)]
    if (said && old?.place !== undefined) said.place = Math.min(said.place ?? old.place, old.place)
    if (!old) return
    old.heir = next
    if (instead?.includes(key)) old.isOutdated = true
    else old.isGone = true
  }

  /** Checks the events that the server has accepted since the last call. */
  committed(): void {
    const { log, refusedWrongly } = this.server
    for (const key of refusedWrongly) this.blame(`17: the server refused ${key}, which stands`)
    for (; this.seen < log.length; this.seen++) {
      const commit = log[this.seen]
      if (!commit) continue
      this.checkCommit(commit)
      const { key, user, order, isRight, before } = commit
      if (!isRight) this.blame(`2: the server took ${key}, which does not stand any more`)
      if (log.slice(0, this.seen).some((other) => other.key === key)) this.blame(`1: ${key} is on the server twice`)
      const said = this.said.get(key)
      if (!said) this.blame(`1: nobody said ${key}`)
      else if (said.user !== user || said.order !== order) this.blame(`1: ${key} of '${said.user}' is under '${user}'`)
      else if (said.isGone) this.blame(`1: ${key} was taken back and is on the server`)
      else if (this.heirsOf(said).some((heir) => log.slice(0, this.seen).some((other) => other.key === heir)))
        this.blame(`1: ${key} arrived after what replaces it`)
      else {
        this.checkPlace(key, said)
        const unread = said.after === undefined ? [] : before.slice(said.after)
        if (unread.some((other) => this.said.get(other)?.user !== user))
          this.blame(`2: ${key} went over what somebody else had said`)
      }
    }
  }

  protected checkCommit({ order }: ThreadServer['log'][number]): void {
    this.checkLoaded(order)
    this.checkDeal(order)
  }

  /** No more is loaded than was accepted and the tolerance allows. */
  private checkLoaded(id: string): void {
    const events = this.server.threadOf(id) ?? []
    const most = mostHake(events)
    for (const { kind, _id, loaded } of events) {
      const sum = hakeIn(loaded?.lines ?? [])
      if (kind === 'milestone' && sum > most + 1e-9) this.blame(`11: ${_id} loads ${sum} of ${most} tonnes`)
    }
  }

  /** There is one deal at most, to which both sides have said yes: the shop to the prices of its offer or of the counter, the buyer to all of it. */
  private checkDeal(id: string): void {
    const thread = this.server.threadOf(id) ?? []
    const [made, ...more] = thread.filter(({ kind }) => kind === 'accept' || kind === 'agree')
    if (more.length > 0) this.blame(`13: ${id} has two deals`)
    const wanted = made && this.saidYes(thread, made)
    if (!made || wanted === undefined) return
    const is = made.deal && terms(made.deal)
    if (is !== wanted) this.blame(`14: the deal of ${id} is '${is}', and both sides said '${wanted}'`)
  }

  /** What both sides have said yes to, by what they have sent; undefined for the whole offer. */
  private saidYes(thread: readonly OrderEvent[], made: OrderEvent): string | undefined {
    const yes = this.said.get(made._id)?.body
    // a counter may be there from the beginning
    const ofThread = (id: string) => thread.find((event) => event._id === id && event._id === 't2')
    const countered = yes?.kind === 'agree' ? (this.said.get(yes.counter)?.body ?? ofThread(yes.counter)) : undefined
    const buyers = countered ?? yes
    if (buyers?.kind !== 'counter' && buyers?.kind !== 'accept') return yes?.kind === 'agree' ? 'nothing' : undefined
    if (!buyers.lines) return undefined
    const shops = thread.find(({ _id }) => _id === buyers.offer)?.offer
    if (typeof shops !== 'object') return 'nothing'
    const lines = buyers.lines.map(({ fishe, qty, ...own }) => {
      const asked = shops.lines.find((line) => line.fishe === fishe)?.price ?? 0
      return { fishe, qty, price: 'price' in own && typeof own.price === 'number' ? own.price : asked }
    })
    // thousandths of a minor unit, rounded half up
    const sums = lines.map(({ qty, price }) => Math.floor((Math.round(qty * 1000) * price + 500) / 1000))
    return terms({ lines, total: sums.reduce((sum, each) => sum + each, 7) })
  }

  private heirsOf({ heir }: Said): string[] {
    const next = heir === undefined ? undefined : this.said.get(heir)
    return heir === undefined ? [] : [heir, ...(next ? this.heirsOf(next) : [])]
  }

  /** Every earlier event of the order has arrived before, or was withdrawn. */
  private checkPlace(key: string, { user, order, place = 0 }: Said): void {
    for (const [other, said] of this.said) {
      const isEarlier = said.user === user && said.order === order && said.place !== undefined && said.place < place
      if (!isEarlier || said.isGone || said.isOutdated) continue
      if (!this.server.log.slice(0, this.seen).some((commit) => commit.key === other))
        this.blame(`4: ${key} overtook ${other}, said earlier on ${order}`)
    }
  }

  /** After each write: what the screens of this device show is true. */
  look(device: ThreadDevice, disk: Disk): void {
    this.noteNewerOffers(device, disk)
    for (const { id, seq, state } of disk.rows) {
      const said = this.said.get(id)
      if (said) said.place ??= seq
      const isThere = this.server.taken.has(id)
      if (state === 'done' && said && !isThere) this.blame(`1: ${id} is shown as sent, and the server does not have it`)
      if (state === 'attention' && !this.server.refused.has(id)) this.blame(`5: ${id} is shown as refused, and was not`)
      if (state === 'attention' && isThere && said && !this.server.deleted.has(said.order))
        this.blame(`5: ${id} is shown as refused, and the server has it`)
    }
    this.checkOwn(disk)
    const before = this.lastSeen.get(device)
    const isSame = before?.orders === disk.orders && before.feed === disk.feed && before.session === disk.session
    this.lastSeen.set(device, disk)
    if (!isSame) this.lookAtOrders(device, disk)
  }

  /** An offer that was being sent gives its place to a newer one, said meanwhile. */
  private noteNewerOffers(device: ThreadDevice, { rows }: Disk): void {
    for (const { id, seq, payload } of this.lastSeen.get(device)?.rows ?? []) {
      if (!isOffer(payload) || rows.some((row) => row.id === id) || this.said.get(id)?.heir !== undefined) continue
      const newer = rows.find((row) => row.seq === seq && isOffer(row.payload))
      if (newer && (this.said.get(newer.id)?.place ?? 0) > seq) this.replaced(id, newer)
    }
  }

  /** What a person says never conflicts with what the same person said before it on the same device. */
  private checkOwn({ rows }: Disk): void {
    for (const { id, state, problem } of rows) {
      const said = this.said.get(id)
      if (state !== 'attention' || problem?.code !== 'order-changed' || said?.after === undefined) continue
      const came = this.server.conflicts.get(id)?.slice(said.after) ?? []
      if (came.length > 0 && came.every((key) => this.said.get(key)?.user === said.user))
        this.blame(`9: ${id} was refused over ${came.join()}, which the same person said`)
    }
    const offers = rows.filter(({ state, payload }) => isWaiting(state) && isOffer(payload))
    const orders = offers.map(({ payload, userId }) => `${userId} ${payload.kind === 'order-event' && payload.order}`)
    if (new Set(orders).size < orders.length) this.blame(`10: two offers wait for one request`)
  }

  private lookAtOrders(device: ThreadDevice, disk: Disk): void {
    this.checkComplete(device, disk)
    const before = this.versions.get(device)
    const versions = new Map<string, number>()
    this.versions.set(device, versions)
    const threadsBefore = this.threads.get(device)
    const threads = new Map<string, { during: number; seqs: number[] }>()
    this.threads.set(device, threads)
    const serverAt = disk.feed?.serverAt ?? 0
    const waiting = disk.rows.filter(isEventRow).filter(({ state }) => state !== 'done')
    for (const { order, userId, _id, gap, during } of disk.orders) {
      const key = `${device.name} ${userId} ${_id}`
      const isOwn = userId === disk.session?.userId || device.leaving.has(userId)
      if (!isOwn) this.blame(`7: ${key} is there, and ${disk.session?.userId ?? 'nobody'} is signed in`)
      const { events, version } = order
      const isInOrder = events.every(({ seq }, index) => index === 0 || seq > (events[index - 1]?.seq ?? 0))
      if (!isInOrder || new Set(events.map(({ _id }) => _id)).size !== events.length)
        this.blame(`6: the thread of ${key} has a double`)
      if (gapOf(events) !== gap) this.blame(`6: the thread of ${key} has a gap that the device does not know of`)
      if ((events.at(-1)?.seq ?? version) !== version) this.blame(`6: the thread of ${key} lacks its newest event`)
      const had = threadsBefore?.get(key)
      const isShorter = had?.during === during && had.seqs.some((seq) => events.every((event) => event.seq !== seq))
      if (isShorter) this.blame(`6: the thread of ${key} lost events that were there`)
      threads.set(key, { during, seqs: events.map(({ seq }) => seq) })
      if (version < (before?.get(key) ?? 0)) this.blame(`6: ${key} went back to version ${version}`)
      versions.set(key, version)
      const state = this.shown(order, serverAt)
      if (!this.server.hasHad(order._id, state))
        this.blame(`5: ${device.name} shows ${order._id} as ${state}, which it never was`)
      this.checkTalk(device, order)
      const mine = waiting.filter((row) => row.userId === userId && row.payload.order === _id)
      this.checkShipment(device, order, this.shipped(order, mine))
    }
  }

  /** A device shows the offer, the deal and the counter that stood when the server answered. */
  private checkTalk({ name }: ThreadDevice, order: Order): void {
    const thread = this.server.threadOf(order._id)?.slice(0, order.version)
    if (!thread) return
    const about = thread.findLast(({ kind }) => ['offer', 'withdraw', 'decline', 'close', 'cancel'].includes(kind))
    const deal = thread.find((event) => event.deal)?.deal
    const offered = deal ?? about?.offer
    const wanted = typeof offered === 'object' ? terms(offered) : undefined
    const shown = this.offered(order)?.offer
    if ((shown && terms(shown)) !== wanted) this.blame(`15: ${name} shows another offer of ${order._id} than ${wanted}`)
    const talk = thread.findLast(({ kind }) => kind !== 'message' && kind !== 'milestone' && kind !== 'correct')
    const stands = talk?.kind === 'counter' && order.state === 'countered' ? talk._id : undefined
    const counter = this.countered(order)?._id
    if (counter !== stands) this.blame(`16: ${name} shows the counter ${counter} of ${order._id} and not ${stands}`)
  }

  /** The goods are where the events say that the server had when it answered. */
  protected checkShipment({ name }: ThreadDevice, { _id, version }: Order, shown: Shipment | undefined): void {
    const thread = this.server.threadOf(_id)
    if (!thread) return
    const wanted = standing(thread.slice(0, version))
    const is = shown && `${shown.step} ${shown.done.map((done) => done._id).join()} ${hakeIn(shown.loaded)}`
    if (is !== wanted) this.blame(`12: ${name} shows the goods of ${_id} at '${is}' and not at '${wanted}'`)
    const most = mostHake(thread)
    if (shown && hakeIn(shown.loaded) > most + 1e-9) this.blame(`11: ${name} shows more than ${most} tonnes of ${_id}`)
  }

  /** No order is created while a history runs, so a list marked as complete has all of them. */
  private checkComplete({ name }: ThreadDevice, { session, feed, orders }: Disk): void {
    if (!session || feed?.userId !== session.userId || !feed.isComplete) return
    for (const id of this.server.visibleIds(session.userId))
      if (!orders.some(({ _id }) => _id === id)) this.blame(`8: ${name} calls its list complete, and ${id} is missing`)
  }

  /** After all faults have ended: every event has arrived, was refused, or waits behind a refused one. */
  settleUp(disk: Disk): void {
    const { log, refused } = this.server
    for (const [key, said] of this.said) {
      const row = disk.rows.find(({ id }) => id === key)
      if (said.place === undefined || said.isGone || said.isOutdated || said.user !== disk.session?.userId) continue
      const isHeld = disk.rows.some(
        ({ state, payload, seq }) =>
          state === 'attention' &&
          payload.kind === 'order-event' &&
          payload.order === said.order &&
          seq < (said.place ?? 0),
      )
      const isThere = log.some((commit) => commit.key === key)
      const isDeleted = this.server.deleted.has(said.order)
      if (isThere && row && row.state !== 'done' && !isDeleted)
        this.blame(`5: ${key} arrived, and is shown as ${row.state}`)
      if (isThere || (row && (isHeld || (row.state === 'attention' && refused.has(key))))) continue
      this.blame(`3: ${key} was saved and is neither there nor refused (${row?.state ?? 'no entry'})`)
    }
  }

  /** After a pull: the device has what the server has, and shows the same states. */
  compare(device: ThreadDevice, disk: Disk): void {
    const { session, orders, feed } = disk
    if (!session) return
    const has = orders.map(({ order }) =>
      describe(order, { state: this.shown(order, feed?.serverAt ?? 0), offer: findCurrentOffer(order)?.id }),
    )
    const first = new Map(orders.map(({ _id, order }) => [_id, order.events[0]?.seq ?? 1]))
    const wanted = this.server.visible(session.userId).map((order) => {
      // the device may have only the newer part
      const events = order.events.filter(({ seq }) => seq >= (first.get(order._id) ?? 1))
      const offer = foldThread(order.events).current?.id
      return describe(readAnswer('getOrder', { ...order, events }), { state: order.state, offer })
    })
    if (!feed?.isComplete) this.blame(`3: ${device.name} never has all orders`)
    if (has.sort().join('\n') !== wanted.sort().join('\n'))
      this.blame(`3: after a pull ${device.name} has\n${has.join('\n')}\nand the server\n${wanted.join('\n')}`)
  }
}

const isWaiting = (state: OutboxRow['state']) => state === 'queued' || state === 'waiting-login'

function isOffer(payload: OutboxRow['payload']): boolean {
  return payload.kind === 'order-event' && payload.body.kind === 'offer'
}

function describe(order: Order | undefined, { state, offer }: { state: string; offer: string | undefined }): string {
  return `${order?._id} ${state} ${offer} ${JSON.stringify(order?.events)} ${JSON.stringify(order?.shipment)}`
}

export const hakeIn = (lines: readonly { qty: number }[]) =>
  Math.round(lines.reduce((sum, { qty }) => sum + qty, 0) * 1000) / 1000

const terms = ({
  lines,
  total,
}: Pick<Offer, 'total'> & { lines: readonly { fishe: string; qty: number; price: number | null }[] }) =>
  `${lines.map(({ fishe, qty, price }) => `${qty} ${fishe} at ${price}`).join()} = ${total}`

/** What both sides have agreed on, by rules of its own. */
export function agreed(events: readonly OrderEvent[]): Offer | undefined {
  const deal = events.find((event) => event.deal)?.deal
  const accepted = events.find(({ kind }) => kind === 'accept')?.offer
  const offer = deal ?? events.find(({ _id }) => _id === accepted)?.offer
  return typeof offer === 'object' ? offer : undefined
}

/** The most hake that may be loaded: it is the first line of what was agreed on. */
function mostHake(events: readonly OrderEvent[]): number {
  const { lines: [first] = [], tolerance = 5 } = agreed(events) ?? {}
  return ((first?.qty ?? 0) * (100 + tolerance)) / 100
}

/** The milestones that nobody has corrected. */
export function standingReports(events: readonly OrderEvent[]): OrderEvent[] {
  const isWrong = (id: string) => events.some(({ kind, of }) => kind === 'correct' && of === id)
  return events.filter(({ kind, _id }) => kind === 'milestone' && !isWrong(_id))
}

/** The tonnes of hake in the containers that count. */
export function countedHake(events: readonly OrderEvent[]): number {
  const loads = standingReports(events).flatMap(({ loaded }) => loaded ?? [])
  const most = mostHake(events)
  let counted = loads.slice(0, 1)
  for (const load of loads.slice(1)) {
    const isOther = counted.every(({ container }) => container !== load.container)
    const sum = hakeIn([...counted, load].flatMap(({ lines }) => lines))
    if (isOther && sum <= most + 1e-9) counted = [...counted, load]
  }
  return hakeIn(counted.flatMap(({ lines }) => lines))
}

/** Where the goods are, by rules of its own: of each step the first report that nobody has corrected. */
function standing(events: readonly OrderEvent[]): string | undefined {
  if (!events.some(({ kind }) => kind === 'accept' || kind === 'agree')) return undefined
  const stands = standingReports(events)
  const isOf = (step: string, { step: reported, paid }: OrderEvent) =>
    reported === step || (step === 'deposit' && paid?.part === 'deposit')
  const done = order.flatMap((step) => {
    const first = stands.find((event) => isOf(step, event))
    return first ? [{ step, _id: first._id }] : []
  })
  return `${done.at(-1)?.step ?? null} ${done.map(({ _id }) => _id).join()} ${countedHake(events)}`
}

const order = ['deposit', 'packed', 'loaded', 'sailed', 'arrived', 'received']
