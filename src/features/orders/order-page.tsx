import { Box, Button, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { orderReference } from '../../../contract/reference.ts'
import { getOutboxOf } from '../../db/outbox-rows.ts'
import { fetchOrder, singleOrders } from '../../orders/read.ts'
import { useDeps } from '../../ui/deps.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { NotFoundFailure, NotFoundPage } from '../../ui/not-found-page.tsx'
import { OrderAgain } from '../../ui/order-again.tsx'
import { Page } from '../../ui/page.tsx'
import { asError, isLoggedOut, RefusedError } from '../../ui/refused-error.ts'
import { useSession } from '../../ui/session.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useSavedView } from '../../ui/use-saved-view.ts'
import { OrderProgress } from './order-progress.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { isGone, orderOfEntry, orderOfServer, type ShownOrder } from './shown-order.ts'

const route = getRouteApi('/order/$id')

/** One order: from the server, from what was kept of it, or from the entry that has not been sent yet. */
export function OrderPage() {
  const { id } = route.useParams()
  return <OrderOf key={id} id={id} />
}

function OrderOf({ id }: { id: string }) {
  const deps = useDeps()
  const { db } = deps
  const session = useSession()
  const { t } = useLingui()
  const view = useSavedView(
    `order:${id}`,
    (signal) => fetchOrder(deps, { id, userId: session?.userId, signal }),
    singleOrders,
  )
  const found = useLiveQuery(async () => {
    const rows = session ? await getOutboxOf(db, session.userId).catch(() => []) : []
    return { row: rows.find((row) => row.kind === 'order' && [row.id, row.serverId, row.from].includes(id)) }
  }, [db, session?.userId, id])

  if (!found) return <Spinner />
  // its reference was taken, and it goes out under another id
  if (found.row?.from === id) return <Navigate to="/order/$id" params={{ id: found.row.id }} replace />
  const failure = view.failure && asError(view.failure)
  const missing = failure instanceof RefusedError && failure.refusal.status === 404
  // what waits here is not there yet, and what has just gone may not have been when the server was asked
  if (missing && (!found.row || isGone(found.row, view.failedAt))) return <NotFoundPage />
  const order = view.body ? orderOfServer(view.body, found.row) : found.row && orderOfEntry(found.row)
  if (order) return <Shown order={order} />
  if (view.busy) return <Spinner onRetry={() => void view.reload()} />
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

function Shown({ order }: { order: ShownOrder }) {
  const { t } = useLingui()
  const session = useSession()
  const reference = order.reference || orderReference(order.id)
  return (
    <Page
      title={t`Quote request ${reference}`}
      heading={
        <Trans>
          Quote request{' '}
          <Text as="span" whiteSpace="nowrap">
            {reference}
          </Text>
        </Trans>
      }
      actions={
        <>
          {!session?.isAdmin && <OrderAgain items={order.items} />}
          <Button onClick={() => print()}>
            <Icon name="print" />
            <Trans comment="button: print this page">Print</Trans>
          </Button>
        </>
      }
    >
      {order.row && (
        <Box _print={{ display: 'none' }}>
          <OrderProgress row={order.row} />
        </Box>
      )}
      <OrderSheet order={{ ...order, reference }} />
    </Page>
  )
}
