import { v7 } from 'uuid'
import { normaliseText, sortName } from '../../contract/catalogue-query.ts'
import { orderReference } from '../../contract/fields.ts'
import type { Offer } from '../../contract/offers.ts'
import { pickFacts } from '../../contract/product-fields.ts'
import { noFields } from '../../server/catalogue/fishes-table.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { AccountRow, FishRow, OrderEventRow, OrderItemRow, OrderRow } from '../../server/db/row-types.ts'
import { type LoadedProduct, loadDemoCatalogue } from '../../server/demo/demo-catalogue.ts'
import { nothingSaid, orderSearchText } from '../../server/orders/order-queries.ts'
import { busyTimeFactor } from './busy-time-factor.ts'
import { eachText } from './product-with.ts'

const seas = ['Atlantic', 'Bering', 'Celtic', 'Dakar', 'Egersund', 'Faroe', 'Galway', 'Hokkaido', 'Iceland', 'Jeddah']
const cuts = ['whole', 'gutted', 'fillet', 'loin', 'headless', 'steak', 'portion', 'block']
const first = Date.UTC(2024, 0, 1)
const batch = 500

export interface Amount {
  products: number
  orders: number
  /** of each order */
  events?: number
  /** whose orders they are; nobody's without one */
  buyer?: string
  /** when the first order was made, a minute before the next; ms since 1970 */
  from?: number
  /** accounts and subscribers, of each so many */
  people?: number
}

/** `Hake Galway loin 417`: a species, and enough more that a search may find one, some or thousands. */
function product(n: number, species: LoadedProduct): FishRow {
  const extra = n <= 60 ? '' : ` ${seas[n % seas.length]} ${cuts[(n >> 2) % cuts.length]} ${n}`
  const time = new Date(first + n * 1000).toISOString()
  const names = {
    trade_name: species.trade_name + extra,
    trade_name_fr: species.trade_name_fr + extra,
    trade_name_es: species.trade_name_es + extra,
  }
  const { scientific_name, fao_code, classe, category, type, image, placeholder, size, packing, countInStock } = species
  return {
    number: n,
    id: v7({ msecs: first + n * 1000 }),
    ...{ ...eachText(''), ...names, ...noFields, certificate_files: '' },
    ...{ scientific_name, fao_code, classe, category, type, image, placeholder, size, packing, weight: '' },
    count_in_stock: countInStock,
    rating: (n % 9) / 2 + 1,
    num_reviews: n % 40,
    ...{ pictures: '', featured: 0 },
    created_at: time,
    updated_at: time,
    seq: n,
    sort_name: sortName(names),
  }
}

interface MadeOrder {
  /** of its only change in the feed */
  number: number
  row: OrderRow
  items: OrderItemRow[]
  events: OrderEventRow[]
}

interface Thread {
  number: number
  order: OrderRow
  items: OrderItemRow[]
  count: number
}

/** Offers and the messages on them, in turns; the last one decides the state. */
function thread({ number, order, items, count }: Thread): OrderEventRow[] {
  const validUntil = '2030-12-31'
  const terms = { currency: 'EUR', incoterm: 'CIF' as const, place: 'Dakar', validUntil, payment: '30 days' }
  const start = Date.parse(order.created_at)
  return Array.from({ length: count }, (_, at) => {
    const seq = at + 1
    const price = 185_000 + ((Math.floor(start / 60_000) + seq) % 997) * 100
    const lines = items.map(({ fish_id, qty }) => ({ fishe: fish_id, qty, price, total: price * qty }))
    const total = lines.reduce((sum, line) => sum + line.total, 0)
    const offer: Offer = { ...terms, lines, total, expiresAt: '2031-01-01T00:00:00.000Z' }
    const isOffer = at % 2 === 0
    const text = 'Can you tell us by when the goods could be ready, please?'
    return {
      id: v7({ msecs: start + seq * 1000 }),
      order_id: order.id,
      seq,
      kind: isOffer ? 'offer' : 'message',
      at: new Date(start + seq * 1000).toISOString(),
      side: isOffer ? 'shop' : 'buyer',
      author_id: isOffer ? '' : order.buyer_id,
      author_name: isOffer ? 'Sales desk' : order.buyer_name,
      body: JSON.stringify(isOffer ? { offer } : { text }),
      feed_seq: number,
      ...{ state: 'offered', offers: Math.ceil(seq / 2), offer_seq: isOffer ? seq : at },
      state_at: new Date(start + (isOffer ? seq : at) * 1000).toISOString(),
      state_seq: isOffer ? seq : at,
      ...{ shipment_seq: null, shipment: null },
    }
  })
}

function order(n: number, fishes: FishRow[], { events = 0, buyer, from = first }: Amount): MadeOrder {
  const id = v7({ msecs: from + n * 60_000 })
  const [name, email] = [`Buyer ${n % 500}`, `buyer${n % 500}@example.org`]
  const reference = orderReference(id)
  const created_at = new Date(from + n * 60_000).toISOString()
  const row: OrderRow = {
    id,
    reference,
    created_at,
    buyer_id: buyer ?? '019b0000-0000-7000-8000-000000000000',
    buyer_name: name,
    buyer_email: email,
    phone: '+221 33 000 00 00',
    address: `${n % 90} Quay Road`,
    city: 'Dakar',
    postal_code: '12500',
    country: 'Senegal',
    search: '',
    language: 'en',
    wishes: '{}',
    parties: '{}',
    customer: buyer ?? `buyer ${n % 500}`,
    state: events > 0 ? 'offered' : 'requested',
    // every third of them is over
    expires_at: events > 0 ? (n % 3 === 0 ? '2025-01-01T00:00:00.000Z' : '2031-01-01T00:00:00.000Z') : null,
    counter_until: null,
    written_by: null,
    version: events,
    sealed_at: null,
    ...nothingSaid,
  }
  const items = [0, 1, 2].flatMap((position) => {
    const fish = fishes[(n * 7 + position) % fishes.length]
    if (!fish) return []
    const { trade_name, trade_name_fr: name_fr, trade_name_es: name_es, image } = fish
    const names = { name: trade_name, name_fr, name_es }
    return [
      {
        order_id: id,
        position,
        fish_id: fish.id,
        ...names,
        ...pickFacts(fish),
        image,
        qty: 1 + (n % 20),
        note: '',
        target: null,
      },
    ]
  })
  const search = orderSearchText({ ...row, items })
  return { number: n, row: { ...row, search }, items, events: thread({ number: n, order: row, items, count: events }) }
}

function account(n: number): AccountRow {
  const [name, email] = [`Buyer ${n}`, `buyer${n}@example.org`]
  const created_at = new Date(first + n * 60_000).toISOString()
  const id = v7({ msecs: first + n * 60_000 })
  return {
    id,
    name,
    email,
    password_hash: '',
    rights: '',
    created_at,
    confirmed_at: null,
    ...{ parties: '{}', addresses: '[]' },
    ...{ credentials_at: null, shop_since: null, vouched_by: '' },
    terms_version: null,
    terms_at: null,
    search: normaliseText(`${name} ${email}`),
  }
}

async function insert<T>(count: number, make: (n: number) => T, store: (rows: T[]) => Promise<unknown>) {
  for (let from = 1; from <= count; from += batch) {
    await store(Array.from({ length: Math.min(batch, count - from + 1) }, (_, at) => make(from + at)))
  }
}

/** Fills an empty database, past services and routes, for measuring only. */
export async function seedInto(db: Database, amount: Amount): Promise<void> {
  const { products, orders, people = 0 } = amount
  const catalogue = await loadDemoCatalogue()
  const fishes: FishRow[] = []
  await db.query.transaction().execute(async (tx) => {
    const make = (n: number) => {
      const species = catalogue[n % catalogue.length]
      if (!species) throw new Error('The demonstration catalogue is empty.')
      const row = product(n, species)
      fishes.push(row)
      return row
    }
    await insert(products, make, (rows) => tx.insertInto('fish').values(rows).execute())
    await insert(
      orders,
      (n) => order(n, fishes, amount),
      async (made) => {
        await tx
          .insertInto('shop_order')
          .values(made.map(({ row }) => row))
          .execute()
        await tx
          .insertInto('order_item')
          .values(made.flatMap(({ items }) => items))
          .execute()
        const changes = made.map(({ number, row }) => ({
          order_id: row.id,
          buyer_id: row.buyer_id,
          changed_at: row.created_at,
          feed_seq: number,
          is_deleted: 0,
        }))
        await tx.insertInto('order_change').values(changes).execute()
        const events = made.flatMap((one) => one.events)
        // a statement takes 32,766 values at most
        for (let at = 0; at < events.length; at += 1500)
          await tx
            .insertInto('order_event')
            .values(events.slice(at, at + 1500))
            .execute()
      },
    )
    await insert(people, account, async (rows) => {
      await tx.insertInto('account').values(rows).execute()
      const subscribers = rows.map(({ id, email, created_at }) => ({ id, email, created_at, token: id }))
      await tx.insertInto('subscriber').values(subscribers).execute()
    })
    await tx.updateTable('catalogue_state').set({ version: products }).execute()
    await tx.updateTable('order_feed').set({ version: orders }).execute()
  })
}

/** Makes a database in `dataDir` (or at `databaseUrl`) with so many products and orders. */
export async function seedMany(where: { dataDir: string; databaseUrl?: string }, amount: Amount): Promise<void> {
  const db = openDatabase({ ...where, timeFactor: busyTimeFactor })
  try {
    await migrate(db)
    await seedInto(db, amount)
  } finally {
    await db.close()
  }
}
