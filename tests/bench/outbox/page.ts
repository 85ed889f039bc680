import { v7 } from 'uuid'
import type { OrderInput } from '../../../contract/orders.ts'
import { createApi } from '../../../src/api/client.ts'
import { type OrderEntry, orderEntry } from '../../../src/data/outbox/entries.ts'
import { createSync } from '../../../src/data/outbox/sync.ts'
import type { CartLine, Session } from '../../../src/data/rows.ts'
import { createDatabase } from '../../../src/data/schema.ts'

/** The app's own outbox in a page of the shop's origin, without the app around it. All answers in ms. */
export interface OutboxBench {
  /** an empty outbox */
  prepare(session: Session): Promise<void>
  /** orders one after the other, each when the one before it is on the disk */
  enqueue(count: number, body: OrderInput): Promise<number>
  /** as many orders at once, until the last of them is on the disk */
  enqueueAtOnce(count: number, body: OrderInput): Promise<number>
  /** all that waits, by the passes that page and worker make */
  drain(): Promise<number>
  /** the floor of storage: as many rows, each in a transaction of its own with strict durability, and nothing else */
  floor(count: number, body: OrderInput): Promise<number>
  /** the limit: the same requests one after the other, by nothing but fetch */
  loop(count: number, body: OrderInput, token: string): Promise<number>
  /** the limit of any outbox that saves each outcome before the next request: `loop` with one row of `floor` after each answer */
  loopWithRow(count: number, body: OrderInput, token: string): Promise<number>
}

const db = createDatabase('bench')
const clock = { now: () => Date.now() }
let session: Session | undefined
const api = createApi({ baseUrl: '', token: () => session?.token })
const sync = createSync({ db, api, clock, locks: navigator.locks })

/** An order as the place-order screen has it. */
function orderOf(body: OrderInput): OrderEntry {
  if (!session) throw new Error('prepare first')
  const line = (fishe: string, qty: number): CartLine => ({
    ...{
      fishe,
      qty,
      trade_name: 'Hake',
      trade_name_fr: 'Merlu',
      trade_name_es: 'Merluza',
      image: '/images/0/640.webp',
    },
    ...{ type: 'fish', size: '1-2 kg', weight: '20 kg', countInStock: 9, addedAt: 0 },
  })
  return { id: v7(), body, lines: body.orderItems.map(({ fishe, qty }) => line(fishe, qty)), session }
}

/** A table of IndexedDB without Dexie; each row is a transaction with strict durability. */
async function openRows() {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`floor-${v7()}`, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { keyPath: 'id' })
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const put = (row: object) =>
    new Promise((resolve, reject) => {
      const transaction = db.transaction('rows', 'readwrite', { durability: 'strict' })
      transaction.objectStore('rows').put(row)
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error)
    })
  return { put, close: () => db.close() }
}

/** One order by nothing but fetch. */
function postOf(body: OrderInput, token: string) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const text = JSON.stringify(orderEntry(orderOf(body), 0).payload.body)
  return async () => {
    const sent = { method: 'POST', body: text, headers: { ...headers, 'idempotency-key': v7() } }
    const answer = await fetch('/api/orders/add/', sent)
    if (answer.status !== 201) throw new Error(`The server answered ${answer.status}`)
    await answer.json()
  }
}

const bench: OutboxBench = {
  async prepare(given) {
    session = given
    await db.delete()
    await db.open()
    await db.values.put({ name: 'session', value: given })
  },
  async enqueue(count, body) {
    const start = performance.now()
    for (let n = 0; n < count; n++) await sync.enqueueOrder(orderOf(body))
    return performance.now() - start
  },
  async enqueueAtOnce(count, body) {
    const start = performance.now()
    await Promise.all(Array.from({ length: count }, () => sync.enqueueOrder(orderOf(body))))
    return performance.now() - start
  },
  async floor(count, body) {
    const rows = await openRows()
    const start = performance.now()
    for (let n = 0; n < count; n++) await rows.put({ id: v7(), body })
    const ms = performance.now() - start
    rows.close()
    return ms
  },
  async drain() {
    const start = performance.now()
    let left = Number.POSITIVE_INFINITY
    // what met an accident goes with the next pass
    while (left > 0) left = (await sync.pass('button')).waiting
    return performance.now() - start
  },
  async loop(count, body, token) {
    const post = postOf(body, token)
    const start = performance.now()
    for (let n = 0; n < count; n++) await post()
    return performance.now() - start
  },
  async loopWithRow(count, body, token) {
    const post = postOf(body, token)
    const rows = await openRows()
    const start = performance.now()
    for (let n = 0; n < count; n++) {
      await post()
      await rows.put({ id: v7(), body })
    }
    const ms = performance.now() - start
    rows.close()
    return ms
  },
}
Object.assign(globalThis, { bench })
