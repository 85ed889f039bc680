import { lazy, Suspense } from 'react'
import { OrderPage } from '../features/orders/order-page.tsx'
import { useSession } from '../ui/session.ts'

const DeskActions = lazy(() =>
  import('../features/desk/desk-actions.tsx').then((module) => ({ default: module.DeskActions })),
)

/** An order; for administrators with what they do with it, whose code nobody else fetches. */
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
