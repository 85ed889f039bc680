import { lazy, Suspense } from 'react'
import { OrderPage } from '../features/orders/order-page.tsx'
import { useSession } from '../ui/session.ts'

const DeskActions = lazy(() =>
  import('../features/desk/desk-actions.tsx').then((module) => ({ default: module.DeskActions })),
)

/** An order. Administrators also get their actions, whose code is loaded for them only. */
export function OrderScreen() {
  const session = useSession()
  if (!session?.isAdmin) return <OrderPage />
  return (
    <OrderPage
      desk={(view) => (
        <Suspense fallback={null}>
          <DeskActions view={view} userId={session.userId} />
        </Suspense>
      )}
    />
  )
}
