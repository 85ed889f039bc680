import { readProduct } from '../../catalogue/read.ts'
import { setCartQuantity, updateCartProduct } from '../../db/cart.ts'
import type { Deps } from '../../ui/deps.tsx'

/**
 * A new quantity is saved at once; then the product is read again and the line brought up to date (specification
 * section 4). Without an answer the line stays as it is, with its new quantity.
 */
export async function changeQuantity(deps: Deps, fishe: string, tonnes: number): Promise<void> {
  await setCartQuantity(deps.db, fishe, tonnes)
  const read = await readProduct(deps, fishe).catch(() => undefined)
  if (!read?.ok) return
  const newer = await read.body.refreshed
  await updateCartProduct(deps.db, newer?.ok ? newer.body : read.body.product)
}
