import { v7 } from 'uuid'
import { normaliseText, searchText, sortName } from '../../contract/catalogue-query.ts'
import { orderReference } from '../../contract/reference.ts'
import { type Database, openDatabase } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { AccountRow, FishRow, OrderItemRow, OrderRow } from '../../server/db/schema.ts'
import { type LoadedProduct, loadDemoCatalogue } from '../../server/demo/demo-catalogue.ts'

const seas = ['Atlantic', 'Bering', 'Celtic', 'Dakar', 'Egersund', 'Faroe', 'Galway', 'Hokkaido', 'Iceland', 'Jeddah']
const cuts = ['whole', 'gutted', 'fillet', 'loin', 'headless', 'steak', 'portion', 'block']
const first = Date.UTC(2024, 0, 1)
const batch = 500

export interface Amount {
  products: number
  orders: number
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
  const { scientific_name, fao_code, classe, category, type, image, placeholder, size, weight, countInStock } = species
  return {
    number: n,
    id: v7({ msecs: first + n * 1000 }),
    ...names,
    ...{ scientific_name, fao_code, classe, category, type, image, placeholder, size, weight },
    count_in_stock: countInStock,
    rating: (n % 9) / 2 + 1,
    num_reviews: n % 40,
    created_at: time,
    updated_at: time,
    seq: n,
    search: searchText({ ...species, ...names }),
    sort_name: sortName(names),
  }
}

function order(n: number, fishes: FishRow[]): { row: OrderRow; items: OrderItemRow[] } {
  const id = v7({ msecs: first + n * 60_000 })
  const [name, email] = [`Buyer ${n % 500}`, `buyer${n % 500}@example.org`]
  const reference = orderReference(id)
  const row = {
    id,
    reference,
    created_at: new Date(first + n * 60_000).toISOString(),
    buyer_id: '019b0000-0000-7000-8000-000000000000',
    buyer_name: name,
    buyer_email: email,
    phone: '+221 33 000 00 00',
    address: `${n % 90} Quay Road`,
    city: 'Dakar',
    postal_code: '12500',
    country: 'Senegal',
    search: normaliseText(`${reference} ${name} ${email}`),
  }
  const items = [0, 1, 2].flatMap((position) => {
    const fish = fishes[(n * 7 + position) % fishes.length]
    if (!fish) return []
    const { trade_name, trade_name_fr: name_fr, trade_name_es: name_es, image } = fish
    return [{ order_id: id, position, fish_id: fish.id, name: trade_name, name_fr, name_es, image, qty: 1 + (n % 20) }]
  })
  return { row, items }
}

function account(n: number): AccountRow {
  const [name, email] = [`Buyer ${n}`, `buyer${n}@example.org`]
  const created_at = new Date(first + n * 60_000).toISOString()
  const id = v7({ msecs: first + n * 60_000 })
  return { id, name, email, password_hash: '', is_admin: 0, created_at, search: normaliseText(`${name} ${email}`) }
}

async function insert<T>(count: number, make: (n: number) => T, store: (rows: T[]) => Promise<unknown>) {
  for (let from = 1; from <= count; from += batch) {
    await store(Array.from({ length: Math.min(batch, count - from + 1) }, (_, at) => make(from + at)))
  }
}

/** Fills an empty database, past services and routes, for measuring only. */
export async function seedInto(db: Database, { products, orders, people = 0 }: Amount): Promise<void> {
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
      (n) => order(n, fishes),
      async (made) => {
        await tx
          .insertInto('shop_order')
          .values(made.map(({ row }) => row))
          .execute()
        await tx
          .insertInto('order_item')
          .values(made.flatMap(({ items }) => items))
          .execute()
      },
    )
    await insert(people, account, async (rows) => {
      await tx.insertInto('account').values(rows).execute()
      const subscribers = rows.map(({ id, email, created_at }) => ({ id, email, created_at }))
      await tx.insertInto('subscriber').values(subscribers).execute()
    })
    await tx.updateTable('catalogue_state').set({ version: products }).execute()
  })
}

/** Makes a database in `dataDir` (or at `databaseUrl`) with so many products and orders. */
export async function seedMany(where: { dataDir: string; databaseUrl?: string }, amount: Amount): Promise<void> {
  const db = openDatabase(where)
  try {
    await migrate(db)
    await seedInto(db, amount)
  } finally {
    await db.close()
  }
}
