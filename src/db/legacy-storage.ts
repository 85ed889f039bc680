import { rights } from '../../contract/accounts.ts'
import { Fish } from '../../contract/fishes.ts'
import { addressFields, type ShippingAddress } from '../../contract/orders.ts'
import { isQuantity } from '../../contract/texts/quantity.ts'
import { readShape } from '../api/exchange.ts'
import { readLocal, userInfoKey, writeLocal } from '../lib/local-storage.ts'
import { isRecord, isYes, parseJson, readText } from '../lib/record.ts'
import { cartLineOf } from './cart.ts'
import { getValue, putValue, type ShopDatabase, type StorageKind } from './database.ts'
import type { CartLine, Session } from './rows.ts'

/* The keys of the specification in local storage: `userInfo`, beside the database; `cartItems` and `shippingAddress` move into it. */

/** The session in `userInfo`; undefined without a user and a token. `kind` as of `readLocal`. */
export function readUserInfo(): { kind: ReturnType<typeof readLocal>['kind']; session?: Session | undefined } {
  const local = readLocal(userInfoKey)
  return local.kind === 'text' ? { kind: 'text', session: sessionOf(parseJson(local.text)) } : local
}

export function writeUserInfo(session: Session | undefined): void {
  const { userId: _id, name, email, isAdmin, rights, token } = session ?? {}
  writeLocal(userInfoKey, session && JSON.stringify({ data: { _id, name, email, isAdmin, rights, token } }))
}

/** `{data: {…, token}}`, `{data: {user: {…}, token}}`, or the same without `data`. */
function sessionOf(value: unknown): Session | undefined {
  const outer = isRecord(value) && isRecord(value.data) ? value.data : value
  if (!isRecord(outer)) return undefined
  const user = isRecord(outer.user) ? { ...outer, ...outer.user } : outer
  const userId = readText(user._id) || readText(user.id)
  const token = readText(outer.token) || readText(user.token)
  if (userId === '' || token === '') return undefined
  const { name, email, isAdmin, rights: given } = user
  return {
    ...{ userId, name: readText(name), email: readText(email), isAdmin: isYes(isAdmin), token },
    ...(Array.isArray(given) && { rights: rights.filter((right) => given.includes(right)) }),
  }
}

/**
 * Moves cart and address into the database, unless that has its own. A database in memory gets only the address: a cart that
 * was sent would come back at every start.
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
    const value = parseJson(address.text)
    const texts = isRecord(value) && addressFields.map((field) => [field, readText(value[field])])
    // the fields are those of an address
    if (texts && !(await getValue(db, 'address')))
      await putValue(db, 'address', Object.fromEntries(texts) as ShippingAddress)
    if (storage !== 'memory') writeLocal('shippingAddress', undefined)
  }
}

function lineOf(item: unknown, addedAt: number): CartLine | undefined {
  if (!isRecord(item) || !isQuantity(Number(item.qty))) return undefined
  const fish = readShape(Fish, { ...item, _id: item.fishe, countInStock: Number(item.countInStock) || 0 })
  return fish && cartLineOf(fish, Number(item.qty), addedAt)
}
