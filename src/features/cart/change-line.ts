import { cartLineOf, putCartLine, setCartQuantity } from '../../db/cart.ts'
import type { Deps } from '../../ui/deps.tsx'

/**
 * A new quantity is kept at once; then the product is fetched again and the line brought up to date (specification
 * section 4). Without an answer the line stays as it is, with its new quantity.
 */
export async function changeQuantity({ db, api }: Deps, fishe: string, tonnes: number): Promise<void> {
  await setCartQuantity(db, fishe, tonnes)
  const reply = await api.call('getFish', { params: { id: fishe } }).catch(() => undefined)
  if (!reply?.ok) return
  await db.transaction('rw', db.cart, async () => {
    // changed again or removed in the meantime: the newest wish counts
    const line = await db.cart.get(fishe)
    if (line) await putCartLine(db, cartLineOf(reply.body, line.qty, line.addedAt))
  })
}
