import type { ShippingAddress } from '../../contract/orders.ts'
import { isQuantity } from '../../contract/quantity.ts'
import { readLocal, writeLocal } from '../lib/local-storage.ts'
import { isRecord, type JsonRecord, parseJson } from '../lib/record.ts'
import { getAddress, putAddress } from './address.ts'
import type { ShopDatabase } from './database.ts'
import type { StorageKind } from './open-database.ts'
import type { CartLine } from './rows.ts'

/**
 * Moves cart and address of the specification's older form from local storage into the database, once: what is there
 * already wins, what cannot be read is dropped, and the old keys go only after the new rows are saved. A database in memory
 * gets the address only, since the keys stay: a cart that was sent would come back with every start.
 */
export async function moveLegacyStorage(db: ShopDatabase, now: number, storage: StorageKind = 'disk'): Promise<void> {
  const cart = readLocal('cartItems')
  const address = readLocal('shippingAddress')
  if (cart.kind === 'text' && storage !== 'memory') {
    const items = parseJson(cart.text)
    const lines = Array.isArray(items) ? items.flatMap((item: unknown, at) => lineOf(item, now + at) ?? []) : []
    await db.transaction('rw', db.cart, async () => {
      if ((await db.cart.count()) === 0) await db.cart.bulkPut(lines)
    })
    writeLocal('cartItems', undefined)
  }
  if (address.kind === 'text') {
    const value = addressOf(parseJson(address.text))
    if (value && !(await getAddress(db))) await putAddress(db, value)
    if (storage !== 'memory') writeLocal('shippingAddress', undefined)
  }
}

function lineOf(item: unknown, addedAt: number): CartLine | undefined {
  if (!isRecord(item)) return undefined
  const fishe = text(item, 'fishe')
  const qty = Number(item.qty)
  if (fishe === '' || !isQuantity(qty)) return undefined
  return {
    fishe,
    trade_name: text(item, 'trade_name'),
    trade_name_fr: text(item, 'trade_name_fr'),
    trade_name_es: text(item, 'trade_name_es'),
    image: text(item, 'image'),
    type: item.type === 'seafood' ? 'seafood' : 'fish',
    size: text(item, 'size'),
    weight: text(item, 'weight'),
    countInStock: Number(item.countInStock) || 0,
    qty,
    addedAt,
  }
}

function addressOf(value: unknown): ShippingAddress | undefined {
  if (!isRecord(value)) return undefined
  const [phone, address, city, postalCode, country] = ['phone', 'address', 'city', 'postalCode', 'country'].map(
    (name) => text(value, name),
  )
  return {
    phone: phone ?? '',
    address: address ?? '',
    city: city ?? '',
    postalCode: postalCode ?? '',
    country: country ?? '',
  }
}

function text(record: JsonRecord, name: string): string {
  const value = record[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
