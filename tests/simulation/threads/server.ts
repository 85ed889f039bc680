import type { Offer } from '../../../contract/offers.ts'
import {
  isDecision,
  type OrderEvent,
  type OrderEventInput,
  type OrderEvents,
  type OrderState,
} from '../../../contract/order-events.ts'
import { isOfGoods, refuseEvent } from '../../../contract/order-state.ts'
import type { Order, OrderChanges } from '../../../contract/orders.ts'
import { agreedOffer, wrongAcceptance, wrongLinesTaken } from '../../../contract/price-talk.ts'
import type { Shipment } from '../../../contract/shipment/milestones.ts'
import { type GoodsRefusal, refuseGoods } from '../../../contract/shipment/refuse-goods.ts'
import { foldShipment } from '../../../contract/shipment/shipment-state.ts'
import { offer, orderWith } from '../../support/some-orders.ts'
import { foldThread, orderState } from '../../support/whole-thread.ts'
import type { Request, Wire } from '../server-model.ts'
import { isGoodsAllowed } from './goods/rules.ts'

/** Orders per page of the feed: so few that a first pull has several pages. */
const pageSize = 2
/** Events of an order in an answer: so few that threads have several pages. */
const threadSize = 2
const day = 86_400_000

/** Bugs of the server, each where it could be made. */
export interface ServerBugs {
  refuse?: typeof refuseEvent
  /** where a thread stands, what is agreed on, and what cannot be taken of an offer */
  fold?: typeof foldThread
  agree?: typeof agreedOffer
  takes?: typeof wrongAcceptance
  /** an answer never has the decision beside its events */
  forgetsDecision?: boolean
  dedupes?: false
  /** takes a try that comes after what replaces it */
  forgetsReplaced?: boolean
  /** answers a replay with the order of that moment under another number */
  forgetsChange?: boolean
  /** a page of a thread ends one event too early */
  skipsEvent?: boolean
  /** an answer never has the current offer beside its events */
  forgetsOffer?: boolean
  /** where the goods are, and what is refused about them */
  ship?: typeof foldShipment
  goods?: typeof refuseGoods
  /** an issued invoice has the sum of today */
  followsPapers?: boolean
  /** folds the shipment over the events of an answer only */
  shipsPart?: boolean
  /** a page of the feed lacks the shipment, or has that of the event before */
  feedShips?: 'nothing' | 'late'
}

interface Commit {
  user: string
  answer: Wire
}

interface Stored {
  /** with its whole thread */
  order: Order
  feedSeq: number
  /** the version of the feed that brought each event */
  feeds: number[]
}

/** The part of a thread that an answer has. */
interface Part {
  /** more than this version of the feed */
  known?: number
  most?: number
}

export type Talk = NonNullable<Parameters<typeof orderWith>[0]>

/** Two tonnes of hake at a tolerance of 10 per cent, accepted. */
const acceptedDeal: Talk = [
  { _id: 'd1', kind: 'offer', side: 'shop', offer: { ...offer(), tolerance: 10 } },
  { _id: 'd2', kind: 'accept', side: 'buyer', offer: 'd1' },
]

/** An offer that can be taken in parts, or only as a whole. */
const openOffer = (inParts: boolean): Talk => [
  {
    ...{ _id: 't1', kind: 'offer', side: 'shop' },
    offer: {
      ...offer({
        charges: [{ label: 'Freight', amount: 7 }],
        inParts,
        lines: [
          { fishe: 'hake', qty: 3, price: 1850, least: 1 },
          { fishe: 'squid', qty: 2, price: 2700 },
        ],
      }),
    },
  },
]

/** The buyer of a whole offer wants the hake alone, at less. */
const openCounter: Talk = [
  ...openOffer(false),
  {
    ...{ _id: 't2', kind: 'counter', side: 'buyer', offer: 't1', until: '2026-06-17' },
    ...{ lines: [{ fishe: 'hake', qty: 2, price: 1700, total: 3400 }], total: 3407 },
    expiresAt: '2026-06-18T00:00:00.000Z',
  },
]

/** Orders that have an offer, and a counter to it, from the beginning. */
export const offerMade = 'o5'
export const counterMade = 'o6'
/** The order that is accepted from the beginning. */
export const dealMade = 'o4'

/** A model of the server: threads with the contract's own rules, keys, rights, and the feed of orders. */
export class ThreadServer {
  /** ms since 1970 */
  now = Date.parse('2026-06-15T12:00:00Z')
  epoch = 1
  /** every accepted event, in the order of acceptance; `before`: the ids of the thread then */
  readonly log: { key: string; user: string; order: string; isRight: boolean; before: string[] }[] = []
  /** the keys of `log` */
  readonly taken = new Set<string>()
  /** keys that were finally refused */
  readonly refused = new Set<string>()
  /** keys that were refused, although nothing speaks against them */
  readonly refusedWrongly = new Set<string>()
  /** for each event refused with `order-changed`: the ids of the thread's events then */
  readonly conflicts = new Map<string, string[]>()
  readonly deleted = new Set<string>()
  protected readonly orders = new Map<string, Stored>()
  private readonly tombstones = new Map<string, { feedSeq: number; owner: string }>()
  private readonly commits = new Map<string, Commit>()
  protected readonly tokens = new Map<string, string>()
  /** the user of each event */
  private readonly authors = new Map<string, string>()
  /** keys in whose place another event came first */
  private readonly superseded = new Set<string>()
  private readonly statesHad = new Map<string, Set<OrderState>>()
  private issued = 0
  private seq = 0
  protected readonly bugs: ServerBugs

  constructor(owners: readonly string[], bugs: ServerBugs = {}, talk: Talk = acceptedDeal) {
    this.bugs = bugs
    for (const [index, owner] of owners.entries()) {
      const user = { _id: owner, name: owner, email: '' }
      this.store(orderWith([], { _id: `o${index + 1}`, user, created_at: new Date(this.now + index).toISOString() }))
    }
    const user = { _id: 'ann', name: 'ann', email: '' }
    const created_at = new Date(this.now + owners.length).toISOString()
    const deal = orderWith(talk, { _id: dealMade, user, created_at })
    // the feed brought each event by itself
    for (const { seq } of deal.events) this.store({ ...deal, events: deal.events.slice(0, seq), version: seq })
    this.store(orderWith(openOffer(true), { _id: offerMade, user, created_at }))
    const countered = orderWith(openCounter, { _id: counterMade, user, created_at })
    this.store({ ...countered, events: countered.events.slice(0, 1), version: 1, state: 'offered' })
    this.store(countered)
  }

  login(user: string): string {
    const token = `${user}-token-${++this.issued}`
    this.tokens.set(token, user)
    return token
  }

  expire(user: string): void {
    for (const [token, owner] of this.tokens) if (owner === user) this.tokens.delete(token)
  }

  protected store(order: Order): void {
    const feeds = this.orders.get(order._id)?.feeds ?? []
    const isSaid = order.version > feeds.length
    this.orders.set(order._id, { order, feedSeq: ++this.seq, feeds: isSaid ? [...feeds, this.seq] : feeds })
    this.noteState(order)
  }

  private noteState({ _id, events }: Order): void {
    const had = this.statesHad.get(_id) ?? new Set()
    this.statesHad.set(_id, had.add(orderState(events, this.now)))
  }

  pass(milliseconds: number): void {
    this.now += milliseconds
    for (const { order } of this.orders.values()) this.noteState(order)
  }

  /** The whole thread of an order; undefined once it is deleted. */
  threadOf(id: string): readonly OrderEvent[] | undefined {
    return this.orders.get(id)?.order.events
  }

  hasHad(id: string, state: OrderState): boolean {
    return this.statesHad.get(id)?.has(state) === true
  }

  delete(id: string): void {
    const stored = this.orders.get(id)
    if (!stored) return
    this.orders.delete(id)
    this.deleted.add(id)
    this.tombstones.set(id, { feedSeq: ++this.seq, owner: stored.order.user._id })
  }

  /** The orders that a user may see now. */
  visible(user: string): Order[] {
    return this.visibleIds(user)
      .flatMap((id) => this.orders.get(id)?.order ?? [])
      .map((order) => ({ ...this.asNow(order), ...this.standing(order) }))
  }

  visibleIds(user: string): string[] {
    const all = [...this.orders.values()].map(({ order }) => order)
    return all.filter((order) => isShop(user) || order.user._id === user).map(({ _id }) => _id)
  }

  private standing(order: Order): Pick<Order, 'shipment'> {
    const shipment = this.shipmentOf(order, order.events)
    return shipment ? { shipment } : {}
  }

  private asNow(order: Order): Order {
    return { ...order, state: orderState(order.events, this.now) }
  }

  /** An order with the newest events of its thread, or those that the feed has brought since. */
  protected answered(order: Order, { known = -1, most = threadSize }: Part = {}): Order {
    const { feeds = [] } = this.orders.get(order._id) ?? {}
    const events = order.events.slice(-most).filter(({ seq }) => (feeds[seq - 1] ?? 0) > known)
    const { current } = this.fold(order.events)
    const isThere = (seq: number) => events.some((event) => event.seq === seq)
    const currentOffer =
      current && !this.bugs.forgetsOffer && !isThere(current.seq) ? order.events[current.seq - 1] : undefined
    const decided = order.events.findLast(({ kind }) => isDecision(kind))
    const isSeen = !decided || isThere(decided.seq) || decided === currentOffer || this.bugs.forgetsDecision
    const isEarlier = (events[0]?.seq ?? 1) > 1
    const shipment = this.shipmentOf(order, this.bugs.shipsPart ? events : order.events)
    return {
      ...this.asNow(order),
      events,
      ...(isEarlier && { earlier: true }),
      ...(currentOffer && { currentOffer }),
      ...(!isSeen && { decision: decided }),
      ...(shipment && { shipment }),
    }
  }

  protected fold(events: readonly OrderEvent[]) {
    return (this.bugs.fold ?? foldThread)(events)
  }

  protected shipmentOf({ events }: Order, folded: readonly OrderEvent[]): Shipment | undefined {
    const { state, current } = this.fold(events)
    if (state !== 'accepted' || !current) return undefined
    return (this.bugs.ship ?? foldShipment)(current.offer, folded)
  }

  /** An order in a page of the feed. */
  private fed(order: Order, part: Part = {}): Order {
    const { shipment, ...rest } = this.answered(order, part)
    if (this.bugs.feedShips === 'nothing') return rest
    const before = this.bugs.feedShips === 'late' ? this.shipmentOf(order, order.events.slice(0, -1)) : shipment
    return { ...rest, ...(before && { shipment: before }) }
  }

  /** The events of an order before a number; undefined for somebody else's. */
  page(token: string, id: string, before: number): OrderEvents | undefined {
    const user = this.tokens.get(token) ?? ''
    const order = this.orders.get(id)?.order
    if (!order || !this.visibleIds(user).includes(id)) return undefined
    const earlier = order.events.filter(({ seq }) => seq < before - (this.bugs.skipsEvent ? 1 : 0))
    const events = earlier.slice(-threadSize)
    return { events, earlier: (events[0]?.seq ?? 1) > 1 }
  }

  userOf(token: string): string | undefined {
    return this.tokens.get(token)
  }

  /** A request with an event of an order, or a logout. */
  handle({ kind, key, token, body, order: id = '' }: Request): Wire {
    const user = this.tokens.get(token ?? '')
    if (user === undefined) return this.problem(key, 401, 'login-required')
    if (kind === 'logout') {
      this.tokens.delete(token ?? '')
      return this.success(key)
    }
    // only events are sent here
    return this.addEvent({ key, user, id, input: body as OrderEventInput })
  }

  private addEvent({ key, user, id, input }: { key: string; user: string; id: string; input: OrderEventInput }): Wire {
    const old = this.bugs.dedupes === false ? undefined : this.commits.get(key)
    if (this.deleted.has(id)) return this.refuse(key, 410, 'order-deleted')
    if (old) return old.user === user ? old.answer : this.refuse(key, 409, 'key-of-another-user')
    const order = this.orders.get(id)?.order
    const side = isShop(user) ? 'shop' : 'buyer'
    if (!order || (side === 'buyer' && order.user._id !== user)) return this.refuse(key, 404, 'not-found')
    if ('text' in input && input.text?.includes('poison')) return this.refuse(key, 422, 'invalid-fields')
    const refuse = this.bugs.refuse ?? refuseEvent
    if (this.superseded.has(key)) return this.refuse(key, 409, 'key-reused')
    const isOwn = ({ _id }: OrderEvent) => this.authors.get(_id) === user
    const lastOfOthers = order.events.findLast((event) => !isOwn(event))?.seq ?? 0
    const refusal = refuse(this.fold(order.events), input, { side, lastOfOthers, now: this.now })
    const thread = order.events.map(({ _id }) => _id)
    if (refusal === 'order-changed') this.conflicts.set(key, thread)
    const isRight = isAllowed(order.events, input, { now: this.now, side, isOwn })
    if (refusal && isRight) this.refusedWrongly.add(key)
    if (refusal) return this.refuse(key, refusal === 'not-your-side' ? 403 : 409, refusal, this.answered(order))
    const wrong = this.refuseTalk(order, input)
    if (wrong) return this.refuse(key, 422, wrong, this.answered(order))
    const goods = this.refuseGoods(order, input, side)
    // whose fields are right is not known here
    if (goods && 'code' in goods && isRight) this.refusedWrongly.add(key)
    if (goods) return this.refuse(key, statusOf(goods), codeOf(goods), this.answered(order))
    const next = this.withEvent(order, { key, input, side, now: this.now })
    this.log.push({ key, user, order: id, isRight, before: thread })
    this.taken.add(key)
    this.authors.set(key, user)
    const replaced = 'replaces' in input && !this.bugs.forgetsReplaced ? (input.replaces ?? []) : []
    for (const id of replaced) if (!this.commits.has(id)) this.superseded.add(id)
    if (this.bugs.forgetsChange && input.kind === 'withdraw') {
      const { feedSeq = 0, feeds = [] } = this.orders.get(id) ?? {}
      this.orders.set(id, { order: next, feedSeq, feeds: [...feeds, feedSeq] })
      this.noteState(next)
    } else this.store(next)
    const taken = answer(201, key, { data: this.answered(next, { most: 1 }) })
    this.commits.set(key, { user, answer: taken })
    return taken
  }

  /** What a buyer takes or wants of an offer must be in it. */
  private refuseTalk({ events }: Order, input: OrderEventInput): 'invalid-fields' | undefined {
    const { offer } = this.fold(events).current ?? {}
    if (!offer) return undefined
    const takes = this.bugs.takes ?? wrongAcceptance
    const wrong = input.kind === 'accept' ? takes(offer, input.lines) : []
    if (input.kind === 'counter') wrong.push(...wrongLinesTaken(offer, input))
    return wrong.length > 0 ? 'invalid-fields' : undefined
  }

  private withEvent(order: Order, { key, input, side, now }: Said): Order {
    const seq = order.events.length + 1
    const event = { _id: key, seq, kind: input.kind, at: new Date(now).toISOString(), by: { name: side, side } }
    const { kind: _, ...members } = input
    const made = this.madeBy(order, input, now)
    const events = [...order.events, { ...event, ...withoutAfter(members), ...made } as OrderEvent]
    return { ...order, events, version: seq }
  }

  /** What the server adds to an event. The tonnes of the first line are the days for which an offer or a counter stands. */
  private madeBy({ events }: Order, input: OrderEventInput, now: number): Partial<OrderEvent> {
    const { current, counter } = this.fold(events)
    const agree = this.bugs.agree ?? agreedOffer
    const endOf = ([first]: readonly { qty: number }[]) => new Date(now + (first?.qty ?? 1) * day).toISOString()
    if (input.kind === 'offer') return { offer: { ...offer(input.offer), expiresAt: endOf(input.offer.lines) } }
    if (!current) return {}
    if (input.kind === 'counter') {
      const { lines, total } = agreedOffer(current.offer, input)
      const sums = lines.map(({ fishe, qty, price, total: sum }) => ({
        fishe,
        qty,
        price: price ?? 0,
        total: sum ?? 0,
      }))
      return { lines: sums, total, expiresAt: endOf(input.lines) }
    }
    if (input.kind === 'accept' && input.lines) return { deal: agree(current.offer, { lines: input.lines }) }
    return input.kind === 'agree' && counter?.lines ? { deal: agree(current.offer, { lines: counter.lines }) } : {}
  }

  /** What the contract refuses of goods: quantities, payments, claims, and whose report is corrected. */
  private refuseGoods({ events }: Order, input: OrderEventInput, side: 'buyer' | 'shop'): GoodsRefusal | undefined {
    const { current } = this.fold(events)
    if (!current || !isOfGoods(input)) return undefined
    const goods = { offer: current.offer, events, timeZone: 'Europe/Madrid', claimDays: 5 }
    return (this.bugs.goods ?? refuseGoods)(goods, input, { side, now: this.now })
  }

  success(key: string): Wire {
    return answer(201, key, { data: { _id: key } })
  }

  problem(key: string, status: number, code: string, order?: Order): Wire {
    return answer(status, key, {
      type: `about:quayside/${code}`,
      title: code,
      status,
      detail: code,
      ...(order && { order }),
    })
  }

  private refuse(key: string, status: number, code: string, order?: Order): Wire {
    // accepted events are deleted with their order, and a late retry gets the answer 'deleted'
    if (!this.commits.has(key) || status === 410) this.refused.add(key)
    return this.problem(key, status, code, order)
  }

  /**
   * One page of the feed, or undefined for an invalid token. A first pull starts with the newest change; then come the
   * changes since its beginning, oldest first.
   */
  changes(token: string, since: string | undefined): OrderChanges | undefined {
    const user = this.tokens.get(token)
    if (user === undefined) return undefined
    const [epoch, reader, kind, first = '', second = ''] = (since ?? '').split('.')
    const isKnown = since !== undefined && epoch === String(this.epoch) && reader === user
    const reset = since !== undefined && !isKnown && { reset: true }
    const cursorOf = (...parts: (string | number)[]) => [this.epoch, user, ...parts].join('.')
    const mine = [...this.orders.values()].filter(({ order }) => isShop(user) || order.user._id === user)
    if (!isKnown || kind === 'first') {
      const [before, end] = isKnown ? [Number(first), Number(second)] : [this.seq + 1, this.seq]
      const older = mine
        .filter(({ feedSeq }) => feedSeq < before && feedSeq <= end)
        .sort((a, b) => b.feedSeq - a.feedSeq)
      const page = older.slice(0, pageSize)
      const more = older.length > pageSize
      const next = more ? cursorOf('first', page.at(-1)?.feedSeq ?? 0, end) : cursorOf('changes', end, 0)
      return { changed: page.map(({ order }) => this.fed(order)), deleted: [], next, more, ...reset }
    }
    const gone = [...this.tombstones].filter(([, { owner }]) => isShop(user) || owner === user)
    const rows = [
      ...mine.map(({ order, feedSeq }) => ({ feedSeq, order, id: order._id })),
      ...gone.map(([id, { feedSeq }]) => ({ feedSeq, order: undefined, id })),
    ]
    const later = rows.filter(({ feedSeq }) => feedSeq > Number(first)).sort((a, b) => a.feedSeq - b.feedSeq)
    const page = later.slice(0, pageSize)
    const more = later.length > pageSize
    const end = page.at(-1)?.feedSeq ?? Number(first)
    const known = Number(second)
    return {
      changed: page.flatMap(({ order }) => (order ? [this.fed(order, { known })] : [])),
      deleted: page.flatMap(({ order, id }) => (order ? [] : [id])),
      next: cursorOf('changes', end, more ? known : end),
      more,
    }
  }
}

/** The warehouse reports for the shop. */
export const isShop = (user: string) => user.startsWith('shop') || user === 'warehouse'

/**
 * Rules independent of the contract's functions: no acceptance of an outdated price, no answer over an unread message, no report
 * of what was not accepted or by whom it cannot be known.
 */
function isAllowed(
  events: readonly OrderEvent[],
  input: OrderEventInput,
  { now, side, isOwn }: { now: number; side: 'buyer' | 'shop'; isOwn: (event: OrderEvent) => boolean },
): boolean {
  const after = 'after' in input ? (input.after ?? events.length) : events.length
  const isUnread = after > events.length || !events.slice(after).every(isOwn)
  if (isOfGoods(input)) {
    if (!events.some(({ kind }) => kind === 'accept' || kind === 'agree')) return false
    return !isUnread && isGoodsAllowed(events, input, { now, side })
  }
  if (input.kind === 'message') return true
  if (sides[input.kind] !== side) return false
  const ends = ['accept', 'agree', 'close', 'cancel']
  const isOver = events.some(({ kind }) => ends.includes(kind))
  if (isOver || isUnread) return false
  if (input.kind === 'agree' || input.kind === 'retract') {
    const said = events.findLast(({ kind }) => ['offer', 'withdraw', 'decline', 'counter', 'retract'].includes(kind))
    const stands = said?.kind === 'counter' && said._id === input.counter
    return stands && (input.kind === 'retract' || now < Date.parse(said.expiresAt ?? ''))
  }
  if (input.kind === 'offer' || input.kind === 'close' || input.kind === 'cancel') return true
  const last = events.findLast(({ kind }) => ['offer', 'withdraw', 'decline'].includes(kind))
  if (last?._id !== input.offer || typeof last.offer !== 'object') return false
  if (input.kind !== 'withdraw' && now >= Date.parse(last.offer.expiresAt)) return false
  return input.kind !== 'accept' || mayBeTaken(last.offer, input.lines)
}

const codeOf = (goods: GoodsRefusal) => ('code' in goods ? goods.code : 'invalid-fields')

function statusOf(goods: GoodsRefusal): number {
  if (!('code' in goods)) return 422
  return goods.code === 'not-your-side' ? 403 : 409
}

const sides = {
  ...({ offer: 'shop', withdraw: 'shop', close: 'shop', agree: 'shop' } as const),
  ...({ accept: 'buyer', decline: 'buyer', cancel: 'buyer', counter: 'buyer', retract: 'buyer' } as const),
}

/** By rules of its own: all of it, or known products that fit, where the offer can be taken in parts. */
function mayBeTaken({ inParts, lines: offered }: Offer, lines: readonly { fishe: string; qty: number }[] | undefined) {
  if (!lines) return true
  const fits = lines.map(({ fishe, qty }) => {
    const line = offered.find((each) => each.fishe === fishe)
    return line && qty <= line.qty && qty >= (line.least ?? 0)
  })
  const isWhole = offered.every(({ fishe, qty }) => lines.some((each) => each.fishe === fishe && each.qty === qty))
  return fits.every(Boolean) && (inParts === true || isWhole)
}

interface Said {
  key: string
  input: OrderEventInput
  side: 'buyer' | 'shop'
  now: number
}

function withoutAfter(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== 'after' && name !== 'replaces'))
}

function answer(status: number, key: string, body: object): Wire {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  return { status, type, text: JSON.stringify(body), isShops: true, key }
}
