import { v7 } from 'uuid'
import type { Database } from '../../server/db/database.ts'
import { sendRequest } from '../support/http-call.ts'
import { atOneMoment, type Prepared } from './prepare.ts'
import { Repeating } from './repeating.ts'

type Verdict = 'acknowledged' | 'refused' | 'unknown'

/** What a writer knows of one order that it sent, once or several times under one key. */
export interface Entry {
  mark: string
  verdict: Verdict
  id: string | undefined
}

interface WriterOptions {
  url: () => string
  prepared: Prepared
  random: () => number
  name: string
}

const verdictOf = (status: number): Verdict => (status === 201 ? 'acknowledged' : status < 500 ? 'refused' : 'unknown')

/** Sends orders as fast as they are answered and remembers what it was told of each. Every order has a mark of its own. */
export class Writer extends Repeating {
  readonly entries: Entry[] = []
  /** requests that were not answered, or with "later" */
  putOff = 0
  private readonly options: WriterOptions
  private readonly open: { entry: Entry; key: string }[] = []

  constructor(options: WriterOptions) {
    super()
    this.options = options
  }

  protected async step() {
    const again = this.open.length > 0 && this.options.random() < 0.5 ? this.open.shift() : undefined
    if (again) await this.send(again.entry, again.key)
    else await this.sendNew()
  }

  private async sendNew() {
    const { name, random } = this.options
    const entry: Entry = { mark: `${name}-${this.entries.length}`, verdict: 'unknown', id: undefined }
    this.entries.push(entry)
    const key = random() < 0.85 ? v7() : undefined
    const wrong = random() < 0.1
    if (key !== undefined && random() < 0.1) await Promise.all([this.send(entry, key), this.send(entry, key)])
    else await this.send(entry, key, wrong)
    // some of what nobody knows is sent again later, under its key
    if (entry.verdict === 'unknown' && key !== undefined && !wrong && random() < 0.7) this.open.push({ entry, key })
  }

  private async send(entry: Entry, key: string | undefined, wrong = false) {
    const { url, prepared } = this.options
    const fishe = wrong ? v7() : prepared.fishId
    const shippingAddress = { phone: '1', address: entry.mark, city: 'Agadir', postalCode: '8', country: 'Maroc' }
    const body = { orderItems: [{ fishe, qty: 1.5 }], shippingAddress }
    try {
      const reply = await sendRequest(url(), {
        method: 'POST',
        path: '/api/orders/add/',
        token: prepared.buyer.token,
        body,
        ...(key !== undefined && { key }),
        timeout: 8000,
      })
      this.note(entry, reply)
    } catch {
      this.putOff += 1
      // no answer, no verdict; and no busy loop against a port where nobody listens
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  private note(entry: Entry, { status, json, text }: { status: number; json: unknown; text: string }) {
    if (![201, 409, 422, 503].includes(status)) throw new Error(`an order was answered ${status}: ${text}`)
    if (status === 503) this.putOff += 1
    // 409: the first delivery is still at work, which says nothing about how it ends
    const verdict = status === 409 ? 'unknown' : verdictOf(status)
    if (verdict === 'unknown') return
    if (entry.verdict === 'acknowledged' && verdict === 'refused')
      throw new Error(`${entry.mark}: first 201, then ${status}`)
    // the answer's shape is checked by the tests of the contract
    const id = (json as { data?: { _id: string } }).data?._id
    if (entry.id !== undefined && id !== entry.id) throw new Error(`${entry.mark} became ${entry.id} and ${id}`)
    entry.verdict = verdict
    entry.id = id
  }
}

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

/** Compares what writers were told with what the database holds. Returns complaints. */
export async function checkLedger(db: Database, entries: readonly Entry[]): Promise<string[]> {
  const { orders, items, halfKeys } = await atOneMoment(db, async (query) => ({
    orders: await query.selectFrom('shop_order').select(['id', 'address']).execute(),
    items: await query.selectFrom('order_item').select('order_id').execute(),
    halfKeys: await query.selectFrom('idempotency_key').select('id').where('status', '=', 0).execute(),
  }))
  const itemsOf = grouped(items, (item) => item.order_id)
  const stored = grouped(orders, (order) => order.address)
  const faults = entries.flatMap(({ mark, verdict, id }) => {
    const ids = (stored.get(mark) ?? []).map((order) => order.id)
    const right = {
      acknowledged: ids.length === 1 && ids[0] === id,
      refused: ids.length === 0,
      unknown: ids.length <= 1,
    }
    return right[verdict] ? [] : [`${mark}: ${verdict} ${id}, stored as [${ids}]`]
  })
  const known = new Set(entries.map(({ mark }) => mark))
  faults.push(...orders.filter((order) => !known.has(order.address)).map((order) => `nobody sent ${order.address}`))
  faults.push(
    ...orders.filter((order) => itemsOf.get(order.id)?.length !== 1).map(({ id }) => `${id} has lost its items`),
  )
  faults.push(...halfKeys.map(({ id }) => `the key ${id} has no answer`))
  return faults
}
