import { v7 } from 'uuid'
import type { OrderEventInput } from '../../contract/order-events.ts'
import { findCounter, findCurrentOffer, isFinal } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import type { Database } from '../../server/db/database.ts'
import { toEvent } from '../../server/orders/order-view.ts'
import { type Reply, sendRequest } from '../support/http-call.ts'
import { orderState } from '../support/whole-thread.ts'
import type { Entry } from './ledger.ts'
import { atOneMoment, type Prepared } from './prepare.ts'
import { Repeating } from './repeating.ts'

/** What a talker knows of one event that it sent, once or several times under one key, which is the event's id. */
export interface Said {
  id: string
  order: string
  body: OrderEventInput
  side: 'buyer' | 'shop'
  verdict: Entry['verdict']
  /** its number, where it was acknowledged */
  seq: number | undefined
}

/** The day that is in so many days, as `2026-11-30`. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface TalkerOptions {
  url: () => string
  prepared: Prepared
  random: () => number
  name: string
}

/** Both sides of requests in one: offers, counters, answers, messages and snoozes, as fast as they are answered, one request after the other. */
export class Talker extends Repeating {
  readonly said: Said[] = []
  /** the requests themselves, for the ledger of orders */
  readonly orders: Entry[] = []
  /** requests that were laid aside */
  readonly snoozed = new Set<string>()
  private readonly options: TalkerOptions
  private readonly again: Said[] = []
  private order: Order | undefined

  constructor(options: TalkerOptions) {
    super()
    this.options = options
  }

  protected async step() {
    if (!this.order || isFinal(this.order.state)) await this.askAnew()
    else await this.sayOn(this.order)
  }

  private async askAnew() {
    const { name, prepared } = this.options
    // what nobody answered is asked again, under its key
    const open = this.orders.find(({ verdict }) => verdict === 'unknown')
    const entry: Entry = open ?? { mark: `${name}-${this.orders.length}`, verdict: 'unknown', id: v7() }
    if (!open) this.orders.push(entry)
    const shippingAddress = { phone: '1', address: entry.mark, city: 'Agadir', postalCode: '8', country: 'Maroc' }
    // every other request is written down by staff
    const isWritten = /[13579]$/.test(entry.mark)
    const customer = isWritten && { for: prepared.buyer.id }
    const body = { orderItems: [{ fishe: prepared.fishId, qty: 1.5 }], shippingAddress, ...customer }
    const reply = await this.post('/api/orders/add/', { body, key: entry.id ?? '', side: isWritten ? 'shop' : 'buyer' })
    if (reply?.status !== 201) return
    entry.verdict = 'acknowledged'
    this.order = orderIn(reply)
  }

  private async sayOn(order: Order) {
    const { random } = this.options
    if (random() < 0.1) return this.snooze(order._id)
    const old = this.again.length > 0 && random() < 0.5 ? this.again.shift() : undefined
    if (old) return this.send(old)
    const event = this.next(order)
    this.said.push(event)
    if (random() < 0.1) await Promise.all([this.send(event), this.send(event)])
    else await this.send(event)
    if (event.verdict === 'unknown' && random() < 0.7) this.again.push(event)
  }

  private async snooze(id: string) {
    const { token } = this.options.prepared.admin
    const reply = await this.ask({ method: 'PUT', path: `/api/orders/${id}/snooze/`, body: { until: dayIn(1) }, token })
    if (reply && ![204, 503].includes(reply.status)) throw new Error(`a snooze was answered ${reply.status}`)
    if (reply?.status === 204) this.snoozed.add(id)
  }

  /** Mostly what fits the thread, sometimes what does not any more. */
  private next(order: Order): Said {
    const { _id, version } = order
    const { random, prepared } = this.options
    const say = (side: Said['side'], body: OrderEventInput): Said => {
      return { id: v7(), order: _id, body, side, verdict: 'unknown', seq: undefined }
    }
    const offer = findCurrentOffer(order)?.id
    const counter = findCounter(order)?._id
    const chance = random()
    const after = random() < 0.8 ? version : Math.max(0, version - 1)
    const part = [{ fishe: prepared.fishId, qty: 1 }]
    const lines = [{ fishe: prepared.fishId, qty: 1.5, price: Math.floor(random() * 1_000_000) }]
    if (chance < 0.4) return say(chance < 0.2 ? 'buyer' : 'shop', { kind: 'message', text: `after ${version}` })
    if (counter !== undefined && chance < 0.5) return say('shop', { kind: 'agree', after, counter })
    if (counter !== undefined && chance < 0.6) return say('buyer', { kind: 'retract', counter })
    if (offer !== undefined && chance < 0.5) return say('buyer', { kind: 'accept', offer, lines: part })
    if (offer !== undefined && chance < 0.55) return say('buyer', { kind: 'accept', offer })
    if (offer !== undefined && chance < 0.65) return say('buyer', { kind: 'decline', offer })
    if (offer !== undefined && chance < 0.85) return say('buyer', { kind: 'counter', offer, lines, until: dayIn(2) })
    const terms = { currency: 'EUR', incoterm: 'FOB', place: 'Agadir', validUntil: dayIn(3), inParts: true } as const
    return say('shop', { kind: 'offer', after, offer: { ...terms, lines } })
  }

  private async send(event: Said) {
    const { body, id: key, side } = event
    const reply = await this.post(`/api/orders/${event.order}/events/`, { body, key, side })
    if (!reply) return
    const { status, text } = reply
    // the limit of counters is in the same transaction as the event
    const isRefused = status === 409 || text.includes('thread-full')
    if (!isRefused && status !== 201 && status !== 503) throw new Error(`an event was answered ${status}: ${text}`)
    // the first delivery is still at work, which says nothing about how it ends
    if (status === 503 || text.includes('key-in-progress')) return
    if (isRefused && event.verdict === 'acknowledged') throw new Error(`${key}: first 201, then ${text}`)
    if (isRefused) {
      event.verdict = 'refused'
      return this.catchUp(event.order)
    }
    const order = orderIn(reply)
    const seq = order?.events.find(({ _id }) => _id === key)?.seq
    if (event.seq !== undefined && seq !== event.seq) throw new Error(`${key} has the numbers ${event.seq} and ${seq}`)
    Object.assign(event, { verdict: 'acknowledged', seq })
    if (order && order._id === this.order?._id && order.version > this.order.version) this.order = order
  }

  private async catchUp(id: string) {
    const { prepared } = this.options
    const reply = await this.ask({ method: 'GET', path: `/api/orders/${id}/`, token: prepared.admin.token })
    // its shape is checked by the tests of the contract
    if (reply?.status === 200 && this.order?._id === id) this.order = reply.json as Order
  }

  private post(path: string, { body, key, side }: { body: unknown; key: string; side: Said['side'] }) {
    const { buyer, admin } = this.options.prepared
    return this.ask({ method: 'POST', path, body, key, token: (side === 'buyer' ? buyer : admin).token })
  }

  /** Undefined where no whole answer came; then a moment passes, so that this is no busy loop. */
  private async ask(request: Parameters<typeof sendRequest>[1]): Promise<Reply | undefined> {
    try {
      return await sendRequest(this.options.url(), { ...request, timeout: 8000 })
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return undefined
    }
  }
}

// the answer's shape is checked by the tests of the contract
const orderIn = ({ json }: Reply) => (json as { data?: Order }).data

/** Compares what talkers were told with the threads in the database. Returns complaints. */
export async function checkThreads(db: Database, talkers: readonly Talker[]): Promise<string[]> {
  const said = talkers.flatMap((talker) => talker.said)
  const { rows, orders, snoozes } = await atOneMoment(db, async (query) => ({
    rows: await query.selectFrom('order_event').selectAll().orderBy('order_id').orderBy('seq').execute(),
    orders: await query.selectFrom('shop_order').select(['id', 'state', 'version', 'counter_until']).execute(),
    snoozes: await query.selectFrom('order_snooze').select('order_id').execute(),
  }))
  const stored = new Map(rows.map((row) => [row.id, row]))
  const faults = said.flatMap((event) => {
    const row = stored.get(event.id)
    const isTheSame = row?.order_id === event.order && row.kind === event.body.kind && row.side === event.side
    const right = {
      acknowledged: isTheSame && row.seq === event.seq,
      refused: row === undefined,
      unknown: row === undefined || isTheSame,
    }
    return right[event.verdict] ? [] : [`${event.id}: ${event.verdict} ${event.seq}, stored ${JSON.stringify(row)}`]
  })
  const known = new Set(said.map(({ id }) => id))
  faults.push(...rows.filter(({ id }) => !known.has(id)).map(({ id }) => `nobody said ${id}`))
  const laidAside = new Set(snoozes.map(({ order_id }) => order_id))
  const lost = talkers.flatMap(({ snoozed }) => [...snoozed].filter((id) => !laidAside.has(id)))
  faults.push(...lost.map((id) => `${id} is no longer laid aside`))
  for (const { id, state, version, counter_until } of orders) {
    const thread = rows.filter((row) => row.order_id === id)
    const numbers = thread.map(({ seq }) => seq)
    if (numbers.some((seq, at) => seq !== at + 1)) faults.push(`the thread of ${id} goes ${numbers}`)
    const folded = orderState(thread.map(toEvent), Number.NEGATIVE_INFINITY)
    const isCountered = counter_until !== null
    if (version !== thread.length || state !== folded || isCountered !== (state === 'countered'))
      faults.push(`${id} is ${state} ${version}, its thread says ${folded} ${thread.length}`)
  }
  return faults
}
