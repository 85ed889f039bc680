import { hasRight } from '../../contract/accounts.ts'
import { promisedTonnes } from './shipments.ts'
import { ordersOf } from './store-orders.ts'
import { useDeps } from './use-deps.tsx'
import { useFreshQuery } from './use-fresh-query.ts'
import { useSession } from './use-session.ts'

const none: ReadonlyMap<string, number> = new Map()

/** Accepted tonnes that are not loaded yet, by product, from the orders on the device; none for those who see no orders. */
export function usePromisedTonnes(): ReadonlyMap<string, number> {
  const { db } = useDeps()
  const session = useSession()
  const userId = session && hasRight(session, 'orders') ? session.userId : undefined
  const found = useFreshQuery(async () => {
    if (userId === undefined) return none
    const rows = await ordersOf(db, userId)
      .filter(({ order }) => order.state === 'accepted')
      .toArray()
      .catch(() => [])
    return promisedTonnes(rows.map(({ order }) => order))
  }, [db, userId])
  return found ?? none
}
