import { useLingui } from '@lingui/react/macro'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { orderReference } from '../../../contract/reference.ts'
import type { OrderView } from '../../data/orders/read.ts'
import { useMarkAsOpened, useOrder } from '../../data/orders/use-orders.ts'
import { getOutboxOf, isEventRow } from '../../data/outbox/outbox-rows.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useFreshQuery } from '../../data/use-fresh-query.ts'
import { NotFoundFailure, NotFoundPage } from '../../parts/failures/not-found-page.tsx'
import { Page } from '../../parts/page.tsx'
import { LoadFailure } from '../../ui/loading/load-failure.tsx'
import { asError, isLoggedOut, RefusedError } from '../../ui/loading/refused-error.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { isGone, orderOfEntry, orderOfServer } from './shown-order.ts'
import { ShownOrderPage } from './shown-order-page.tsx'

const route = getRouteApi('/order/$id')

interface OrderPageProps {
  /** an administrator's actions for an order that the server has */
  desk?: (view: OrderView) => ReactNode
  /** an administrator's part with the papers of an accepted order */
  papers?: (view: OrderView) => ReactNode
  back?: ReactNode
  menu?: (view: OrderView) => ReactNode
}

/** One order: from the server, from its saved copy, or from its unsent entry. */
export function OrderPage(props: OrderPageProps) {
  const { id } = route.useParams()
  return <OrderOf key={id} id={id} {...props} />
}

function OrderOf({ id, desk, papers, back, menu }: OrderPageProps & { id: string }) {
  const { db } = useDeps()
  const session = useSession()
  const { t } = useLingui()
  const { order: saved, isRead, view } = useOrder(id)
  useMarkAsOpened(saved)
  const found = useFreshQuery(async () => {
    const rows = session ? await getOutboxOf(db, session.userId).catch(() => []) : []
    const row = rows.find((each) => each.kind === 'order' && [each.id, each.serverId, each.from].includes(id))
    return { row, events: rows.filter(isEventRow).filter(({ payload }) => payload.order === row?.id) }
  }, [db, session?.userId, id])

  if (!found || !isRead) return <Spinner />
  // its reference was taken, so it is sent with another id
  if (found.row?.from === id) return <Navigate to="/order/$id" params={{ id: found.row.id }} replace />
  const failure = view.failure && asError(view.failure)
  const isMissing = failure instanceof RefusedError && failure.refusal.status === 404
  // a pending order is not on the server yet, and one sent just now may be newer than the server's answer
  if (isMissing && (!found.row || isGone(found.row, view.failedAt))) return <NotFoundPage />
  const order = saved ? orderOfServer(saved, found.row) : found.row && orderOfEntry(found.row)
  if (order)
    return (
      <ShownOrderPage
        order={order}
        events={found.events}
        desk={saved && desk?.(saved)}
        papers={saved && papers?.(saved)}
        back={back}
        menu={saved && menu?.(saved)}
      />
    )
  // the answer is drawn in a moment
  if (view.busy || view.body !== undefined) return <Spinner onRetry={() => void view.reload()} />
  if (isLoggedOut(failure)) {
    const reference = orderReference(id)
    return (
      <Page title={t`Quote request ${reference}`} narrow>
        <LoadFailure error={failure} onRetry={() => void view.reload()} />
      </Page>
    )
  }
  return <NotFoundFailure error={failure} />
}
