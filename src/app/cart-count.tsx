import { useLiveQuery } from 'dexie-react-hooks'
import { useDeps } from '../ui/deps.tsx'
import { CartLink } from './header.tsx'

/** The cart link with the number of lines in the cart, also when another tab changes it. */
export function CartCount() {
  const { db } = useDeps()
  const count = useLiveQuery(() => db.cart.count().catch(() => 0), [db])
  return <CartLink count={count ?? 0} />
}
