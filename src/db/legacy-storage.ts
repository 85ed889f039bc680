import type { ShippingAddress } from '../../contract/orders.ts'
import { isQuantity } from '../../contract/texts/quantity.ts'
import { readLocal, writeLocal } from '../lib/local-storage.ts'
import { isRecord, parseJson, readText } from '../lib/record.ts'
import type { StorageKind } from './open.ts'
import type { CartLine } from './rows.ts'
import type { ShopDatabase } from './schema.ts'
import { getValue, putValue } from './values.ts'

/**
 * Moves cart and address from local storage, where the specification's older form has them, into the database. What the
 * database has already wins, and the old keys are removed only after the new rows are saved. A database in memory gets
 * only the address: the keys stay then, and a cart that was sent would come back at every start.
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
    if (value && !(await getValue(db, 'address'))) await putValue(db, 'address', value)
    if (storage !== 'memory') writeLocal('shippingAddress', undefined)
  }
}

function lineOf(item: unknown, addedAt: number): CartLine | undefined {
  if (!isRecord(item)) return undefined
  const fishe = readText(item.fishe)
  const qty = Number(item.qty)
  if (fishe === '' || !isQuantity(qty)) return undefined
  return {
    fishe,
    trade_name: readText(item.trade_name),
    trade_name_fr: readText(item.trade_name_fr),
    trade_name_es: readText(item.trade_name_es),
    image: readText(item.image),
    type: item.type === 'seafood' ? 'seafood' : 'fish',
    size: readText(item.size),
    weight: readText(item.weight),
    countInStock: Number(item.countInStock) || 0,
    qty,
    addedAt,
  }
}

function addressOf(value: unknown): ShippingAddress | undefined {
  if (!isRecord(value)) return undefined
  return {
    phone: readText(value.phone),
    address: readText(value.address),
    city: readText(value.city),
    postalCode: readText(value.postalCode),
    country: readText(value.country),
  }
}
