import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { hasRight } from '../../contract/accounts.ts'
import { useSession } from '../db/use-deps.tsx'
import { OrderPage } from '../orders/order-page.tsx'
import { LinkButton } from '../ui/buttons.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { lastBoard } from './root.ts'

const SellerActions = lazyPart(() =>
  import('../orders/seller/seller-actions.tsx').then((module) => module.SellerActions),
)
const PapersPart = lazyPart(() => import('../orders/seller/papers-part.tsx').then((module) => module.PapersPart))
const OrderMenu = lazyPart(() => import('../orders/order-menu.tsx').then((module) => module.OrderMenu))

/** An order. Those who answer requests also get their actions, whose code is loaded for them only. */
export function OrderScreen() {
  const session = useSession()
  const navigate = useNavigate()
  if (!session || !hasRight(session, 'orders')) return <OrderPage />
  const search = lastBoard.get()
  return (
    <OrderPage
      staff={(view) => ({
        back: (
          <LinkButton to="/admin/order" search={search}>
            <Trans>Back to the board</Trans>
          </LinkButton>
        ),
        ...(view && {
          menu: (
            <OrderMenu order={view.order} onDeleted={() => navigate({ to: '/admin/order', search, replace: true })} />
          ),
          actions: <SellerActions view={view} userId={session.userId} />,
          papers: view.state === 'accepted' && <PapersPart view={view} userId={session.userId} />,
        }),
      })}
    />
  )
}
