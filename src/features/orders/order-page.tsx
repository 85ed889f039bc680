import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { orderReference } from '../../../contract/reference.ts'
import { ConnectionError } from '../../api/errors.ts'
import { getOutboxOf } from '../../db/outbox-rows.ts'
import { removeView } from '../../db/views.ts'
import { useDeps } from '../../ui/deps.tsx'
import { LoadFailure } from '../../ui/error-view.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { OrderAgain } from '../../ui/order-again.tsx'
import { Page } from '../../ui/page.tsx'
import { asError, isLoggedOut, RefusedError } from '../../ui/refused-error.ts'
import { useSession } from '../../ui/session.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useKeptView } from '../../ui/use-kept-view.ts'
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
  const { db, api } = useDeps()
  const session = useSession()
  const { t } = useLingui()
  const key = `order:${id}`
  const view = useKeptView(key, async (signal) => {
    const reply = await api.call('getOrder', { params: { id }, signal })
    // deleted by the shop: the copy goes, too
    if (!reply.ok && reply.refusal.status === 404 && session)
      await removeView(db, session.userId, key).catch(() => undefined)
    return reply
  })
  const found = useLiveQuery(async () => {
    const rows = session ? await getOutboxOf(db, session.userId).catch(() => []) : []
    return { row: rows.find((row) => row.kind === 'order' && (row.id === id || row.serverId === id)) }
  }, [db, session?.userId, id])

  if (!found) return <Spinner />
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
  return <NotFoundPage offline={failure instanceof ConnectionError} />
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
          Quote request <span className="whole-word">{reference}</span>
        </Trans>
      }
      actions={
        <>
          {!session?.isAdmin && <OrderAgain items={order.items} />}
          <button type="button" className="button" onClick={() => print()}>
            <Icon name="print" />
            <Trans comment="button: print this page">Print</Trans>
          </button>
        </>
      }
    >
      {order.row && (
        <div className="no-print">
          <OrderProgress row={order.row} />
        </div>
      )}
      <OrderSheet order={{ ...order, reference }} />
    </Page>
  )
}
