import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasRight } from '../../contract/accounts.ts'
import { orderReference } from '../../contract/fields.ts'
import { findCounter } from '../../contract/order-state.ts'
import type { OrderItem } from '../../contract/orders.ts'
import { orderAgain } from '../db/drafts.ts'
import { type EventRow, getOutboxOf, isEventRow } from '../db/outbox-rows.ts'
import {
  fetchOrder,
  findOrderView,
  singleOrders,
  useMarkAsOpened,
  useOrderPulls,
  useReader,
} from '../db/read-orders.ts'
import { useDeps, useFreshQuery, useSession } from '../db/use-deps.tsx'
import { lastBoard } from '../lib/search-params.ts'
import { useSavedQuery } from '../lists/query.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { NotFoundPage } from '../ui/failure-pages.tsx'
import { LoadFailure } from '../ui/feedback/notice.tsx'
import { toast, useSaving } from '../ui/feedback/toaster.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { asError, isLoggedOut, RefusedError } from '../ui/loading/refused-error.ts'
import { Spinner } from '../ui/loading/spinner.tsx'
import { OutboxNotice } from '../ui/outbox-notice.tsx'
import { Page } from '../ui/page.tsx'
import { useStashedDraft } from '../ui/stashed-draft.ts'
import { AnswerButtons, BuyerDeal } from './buyer-deal.tsx'
import { MessageButton } from './deal-card.tsx'
import { OrderBar, OrderSheet, WishesPanel } from './order-sheet.tsx'
import { OrderThread } from './order-thread.tsx'
import type { Taking } from './price-talk-form.tsx'
import { currentOffer, isGone, isNewerHere, orderOfEntry, orderOfServer, type ShownOrder } from './shown-order.ts'
import { ThreadPart } from './thread-part.tsx'
import { useDecision } from './use-decision.tsx'

const WhereIsMyFish = lazyPart(() =>
  import('./shipment/shipment-part.tsx').then(({ shipmentParts }) => shipmentParts.WhereIsMyFish),
)
const Goods = lazyPart(() => import('./goods/goods-part.tsx').then(({ goodsParts }) => goodsParts.Goods))
const CounterSheet = lazyPart(() => import('./counter-sheet.tsx').then((module) => module.CounterSheet))
const PriceTalkForm = lazyPart(() => import('./price-talk-form.tsx').then((module) => module.PriceTalkForm))
const OfferPaper = lazyPart(() => import('./paper-sheet.tsx').then((module) => module.OfferPaper))

const SellerActions = lazyPart(() => import('./seller/seller-actions.tsx').then((module) => module.SellerActions))
const PapersPart = lazyPart(() => import('./seller/papers-part.tsx').then((module) => module.PapersPart))
const OrderMenu = lazyPart(() => import('./order-menu.tsx').then((module) => module.OrderMenu))

type Printed = 'request' | 'offer'

function OnScreen({ children }: { children: ReactNode }) {
  return (
    <Box _print={{ display: 'none' }} _empty={{ display: 'none' }}>
      {children}
    </Box>
  )
}

function ShownOrderPage({ order, events }: { order: ShownOrder; events: readonly EventRow[] }) {
  const { t } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  const [choice, setChoice] = useState<Printed>()
  const [isUnfolded, setUnfolded] = useState(false)
  const [taking, setTaking] = useState<Taking>()
  const reference = order.reference || orderReference(order.id)
  const { view } = order
  const isStaff = session !== undefined && hasRight(session, 'orders')
  const side = isStaff ? 'shop' : 'buyer'
  const decision = useDecision({ _id: order.id, reference, events: view?.order.events ?? [] })
  const offer = view && currentOffer(view.order)
  const counter = view?.state === 'countered' ? findCounter(view.order) : undefined
  const printed = offer ? (choice ?? 'offer') : 'request'
  const printNow = (what: Printed) => {
    flushSync(() => setChoice(what))
    print()
  }
  const sheet = (
    <Fragment key="sheet">
      <Box _print={printed === 'offer' ? { display: 'none' } : {}}>
        <OrderSheet
          order={{ ...order, reference }}
          {...(offer && { fold: { isOpen: isUnfolded, onToggle: () => setUnfolded(!isUnfolded) } })}
        />
      </Box>
      <OnScreen>{(!offer || isUnfolded) && <WishesPanel wishes={order.wishes} items={order.items} />}</OnScreen>
    </Fragment>
  )
  const thread = (
    <Stack key="thread" gap="7" _print={{ display: 'none' }}>
      {view && session && (
        <OrderThread {...{ view, session, offer, decision }} onPrintOffer={() => printNow('offer')} />
      )}
      {!view && order.row && (order.row.state !== 'attention' || events.length > 0) && (
        <ThreadPart
          order={{ _id: order.id, reference }}
          request={{
            ...{ name: order.user.name, at: order.createdAt, writtenBy: order.writtenBy },
            pending: order.row.state === 'attention' ? 'attention' : 'not-sent',
          }}
          waiting={events}
          userId={order.row.userId}
          side="buyer"
        />
      )}
    </Stack>
  )
  return (
    <Page
      title={t`Quote request ${reference}`}
      isPaperTitled={printed === 'offer'}
      heading={
        <Trans>
          Quote request{' '}
          <Text as="span" display="inline-block" maxWidth="full" overflowWrap="anywhere">
            {reference}
          </Text>
        </Trans>
      }
      actions={
        <>
          {isStaff && (
            <LinkButton to="/admin/order" search={lastBoard.get()}>
              <Trans>Back to the board</Trans>
            </LinkButton>
          )}
          {!session?.isAdmin && <OrderAgain items={order.items} />}
          {!view && order.row?.state !== 'attention' && <MessageButton />}
          <Button onClick={() => printNow('request')}>
            <Icon name="print" />
            <Trans comment="button: print this page">Print</Trans>
          </Button>
          {isStaff && view && (
            <OrderMenu
              order={view.order}
              onDeleted={() => navigate({ to: '/admin/order', search: lastBoard.get(), replace: true })}
            />
          )}
        </>
      }
    >
      {view && offer && (
        <OrderBar {...{ view, offer, side }}>
          {!isStaff && <AnswerButtons {...{ view, offer, decision }} onTake={setTaking} />}
        </OrderBar>
      )}
      {order.row && (
        <OnScreen>
          <OutboxNotice row={order.row} onDiscarded={() => void navigate({ to: '/Order' })} />
        </OnScreen>
      )}
      {view && session && !isStaff && <BuyerDeal view={view} offer={offer} session={session} decision={decision} />}
      {isStaff && view && <SellerActions view={view} userId={session.userId} />}
      <OnScreen>
        {view && offer && taking && ['offered', 'countered'].includes(view.state) && (
          <PriceTalkForm
            key={`${offer.id} ${taking}`}
            order={view.order}
            {...{ offer, taking, decision }}
            onClose={() => setTaking(undefined)}
          />
        )}
        {view && offer && counter && !taking && <CounterSheet order={view.order} offer={offer} counter={counter} />}
      </OnScreen>
      <OnScreen>
        {view?.order.shipment && session && (
          <WhereIsMyFish {...{ view, side }} shipment={view.order.shipment} userId={session.userId} />
        )}
      </OnScreen>
      {view?.state === 'accepted' && offer && session && (
        <Box display="contents" _print={{ display: 'none' }}>
          <Goods {...{ view, side }} offer={offer.offer} userId={session.userId} />
        </Box>
      )}
      <OnScreen>{isStaff && view?.state === 'accepted' && <PapersPart view={view} userId={session.userId} />}</OnScreen>
      {offer ? [thread, sheet] : [sheet, thread]}
      {view && offer && printed === 'offer' && <OfferPaper order={view.order} offer={offer} />}
    </Page>
  )
}

const route = getRouteApi('/order/$id')

/** The route asks for a session: where there is none, it has ended on this page. */
const sessionEnded = new RefusedError({ status: 401, code: 'login-required', detail: '', errors: [] })

/** An order. Those who answer requests also get their actions, whose code is loaded for them only. */
export function OrderPage() {
  const { id } = route.useParams()
  return <OrderOf key={id} id={id} />
}

/** One order, live: from the device with its pending events, or from the API. `isAsked`: false if this device has just sent it. */
function useOrder(id: string, isAsked: boolean) {
  const { db } = useDeps()
  const reader = useReader()
  useOrderPulls()
  const found = useFreshQuery(
    async () => ({ order: reader && (await findOrderView(db, id, reader)) }),
    [db, id, reader?.userId, reader?.side],
  )
  const wasSaved = useRef(false)
  if (found?.order) wasSaved.current = true
  // deleted by the shop, or removed with what another login left: only the server knows
  const isLost = wasSaved.current && found !== undefined && !found.order
  const view = useSavedQuery({
    key: isLost ? `lost order:${id}` : `order:${id}`,
    load: (api, signal) => fetchOrder({ db, api }, { id, userId: reader?.userId, signal }),
    saved: singleOrders,
    isOn: isAsked || isLost,
  })
  // a full disk saves nothing
  const { body, at = 0 } = view
  const unsaved = useFreshQuery(
    async () => reader && body && (await findOrderView(db, id, reader, { order: body, at })),
    [db, id, body, reader?.userId, reader?.side],
  )
  return { order: found?.order ?? (wasSaved.current ? undefined : unsaved), isRead: found !== undefined, view }
}

function OrderOf({ id }: { id: string }) {
  const { db, clock } = useDeps()
  const session = useSession()
  const { t } = useLingui()
  const found = useFreshQuery(async () => {
    const rows = session ? await getOutboxOf(db, session.userId).catch(() => []) : []
    const row = rows.find((each) => each.kind === 'order' && [each.id, each.serverId, each.from].includes(id))
    return { row, events: rows.filter(isEventRow).filter(({ payload }) => payload.order === row?.id) }
  }, [db, session?.userId, id])

  const [openedAt] = useState(() => clock.now())
  const { order: saved, isRead, view } = useOrder(id, found !== undefined && !isNewerHere(found.row, openedAt))
  useMarkAsOpened(saved)

  if (!found || !isRead) return <Spinner />
  // its reference was taken, so it is sent with another id; another server makes its own
  const presentId = found.row?.serverId ?? found.row?.id ?? id
  if (presentId !== id) return <Navigate to="/order/$id" params={{ id: presentId }} replace />
  const failure = session ? view.failure && asError(view.failure) : sessionEnded
  const isMissing = failure instanceof RefusedError && failure.refusal.status === 404
  // a pending order is not on the server yet, and one sent just now may be newer than the server's answer
  if (isMissing && (!found.row || isGone(found.row, clock.now()))) return <NotFoundPage />
  const order = saved ? orderOfServer(saved, found.row) : found.row && orderOfEntry(found.row)
  if (order) return <ShownOrderPage order={order} events={found.events} />
  // the answer is drawn in a moment
  if (session && (view.busy || view.body !== undefined)) return <Spinner onRetry={() => void view.reload()} />
  if (isLoggedOut(failure)) {
    const reference = orderReference(id)
    return (
      <Page title={t`Quote request ${reference}`} narrow>
        <LoadFailure error={failure} onRetry={() => void view.reload()} />
      </Page>
    )
  }
  return <NotFoundPage error={failure} />
}

/** Puts the items of an earlier order into the cart, with today's product data. The present cart becomes a draft first. */
function OrderAgain({ items }: { items: readonly OrderItem[] }) {
  const { db } = useDeps()
  const { t } = useLingui()
  const stashed = useStashedDraft()
  const navigate = useNavigate()
  const save = useSaving()
  const [busy, setBusy] = useState(false)

  async function fillCart() {
    const changes = await orderAgain(db, { items, stashed: stashed() })
    if (changes.length > 0) toast({ title: t`Some products have changed since this order. Please check the cart.` })
    // the id in the present address is the order's, not a product's
    await navigate({ to: '/cart/{-$id}', params: { id: undefined } })
  }
  function press() {
    if (busy) return
    setBusy(true)
    save(() => fillCart().finally(() => setBusy(false)))
  }
  return <Button aria-disabled={busy} onClick={press}>{t`Order again`}</Button>
}
