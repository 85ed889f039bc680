import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { ShippingAddress } from '../../../contract/orders.ts'
import { getAddress } from '../../db/address.ts'
import { getCart } from '../../db/cart.ts'
import type { CartLine } from '../../db/rows.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { problemRefusal } from '../../sync/problem-refusal.ts'
import { useDeps } from '../../ui/deps.tsx'
import { LineName } from '../../ui/line-name.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { linesOf, RefusalReasons } from '../../ui/refusal-reasons.tsx'
import { useSession } from '../../ui/session.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { TableCards } from '../../ui/table-cards.tsx'
import { OrderSteps } from './order-steps.tsx'
import { useSendOrder } from './use-send-order.ts'

/** The last look before a request for a quote goes out. */
export function PlaceOrderPage() {
  const { t } = useLingui()
  const { db } = useDeps()
  const found = useLiveQuery(async () => ({ lines: await getCart(db), address: await getAddress(db) }), [db])
  return (
    <Page title={t`Check and send`} lead={<Trans>Read it once more: this is what we will quote for.</Trans>}>
      <OrderSteps at="review" />
      {found ? <Review lines={found.lines} address={found.address} /> : <Spinner />}
    </Page>
  )
}

interface ReviewProps {
  lines: CartLine[]
  address: ShippingAddress | undefined
}

function Review({ lines, address }: ReviewProps) {
  const sending = useSendOrder()
  // the cart empties the moment the request is kept; the screen goes on showing what is being sent
  const [sent, setSent] = useState<ReviewProps>()
  const shown = sending.state.is === 'idle' ? { lines, address } : (sent ?? { lines, address })
  return (
    <div className="split">
      <div className="review-list">
        {shown.lines.length === 0 ? (
          <Notice kind="error">
            <p>
              <Trans>Your cart is empty</Trans>
            </p>
            <p>
              <a className="link-alone" href="#/products">
                <Trans>Choose products</Trans>
              </a>
            </p>
          </Notice>
        ) : (
          <Lines lines={shown.lines} />
        )}
      </div>
      <aside className="panel split-aside summary">
        <AddressBlock address={shown.address} />
        <SendArea {...shown} sending={sending} onSend={() => setSent({ lines, address })} />
      </aside>
    </div>
  )
}

function Lines({ lines }: { lines: CartLine[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <TableCards
      caption={t`Items`}
      rows={lines}
      rowKey={(line) => line.fishe}
      columns={[
        { title: t`Product`, heading: true, cell: (line) => <LineName line={line} /> },
        { title: t`Quantity`, cell: (line) => formatTonnes(line.qty, locale) },
        { title: t`Price`, cell: () => '---' },
      ]}
    />
  )
}

function AddressBlock({ address }: { address: ShippingAddress | undefined }) {
  return (
    <div>
      <h2>
        <Trans>Shipping</Trans>
      </h2>
      {address ? (
        <address>
          {address.address}
          <br />
          {address.postalCode} {address.city}
          <br />
          {address.country}
          <br />
          {address.phone}
        </address>
      ) : (
        <p>
          <Trans>There is no shipping address yet.</Trans>
        </p>
      )}
      <a className="link-alone" href="#/shipping">
        {address ? <Trans>Change</Trans> : <Trans>Enter the address</Trans>}
      </a>
    </div>
  )
}

interface SendAreaProps extends ReviewProps {
  sending: ReturnType<typeof useSendOrder>
  onSend: () => void
}

function SendArea({ lines, address, sending, onSend }: SendAreaProps) {
  const session = useSession()
  const { state, send } = sending
  if (!session) {
    return (
      <a className="button button-primary" href="#/login?redirect=/placeorder">
        <Trans>Login to order</Trans>
      </a>
    )
  }
  const busy = state.is === 'sending'
  return (
    <>
      {state.is === 'unsaved' && <UnsavedNotice row={state.row} />}
      <button
        type="button"
        className="button button-primary"
        disabled={lines.length === 0 || !address}
        aria-disabled={busy}
        data-busy={busy || undefined}
        onClick={() => {
          if (busy || !address) return
          onSend()
          void send(address, session)
        }}
      >
        <Trans>Send Order</Trans>
      </button>
      <p className="muted" role="status">
        {busy && <Trans>Sending…</Trans>}
      </p>
    </>
  )
}

function UnsavedNotice({ row }: { row: Extract<ReturnType<typeof useSendOrder>['state'], { is: 'unsaved' }>['row'] }) {
  return (
    <Notice kind="error">
      <p>
        <Trans>This request is NOT saved: this device has no room for it. Keep this page open and try again.</Trans>
      </p>
      {row.problem && <RefusalReasons refusal={problemRefusal(row.problem)} lines={linesOf(row)} />}
    </Notice>
  )
}
