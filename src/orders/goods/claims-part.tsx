import { Badge, Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { lotKey } from '../../../contract/lots.ts'
import type { OrderEvent } from '../../../contract/order-events.ts'
import type { Order, OrderItem } from '../../../contract/orders.ts'
import { creditable } from '../../../contract/shipment/dues.ts'
import { claimEnd, lotsIn } from '../../../contract/shipment/refuse-goods.ts'
import { containersOf } from '../../../contract/shipment/shipment-state.ts'
import { claimReasonNames, kilogramsText } from '../../../contract/texts/goods-words.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { addDays } from '../../../contract/texts/shop-day.ts'
import { duesOf } from '../../db/order-figures.ts'
import { useServerNow, useShopToday } from '../../db/read-orders.ts'
import { useShop } from '../../db/use-deps.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Day, Time } from '../../ui/date-text.tsx'
import { EventFiles } from '../files/files-part.tsx'
import { Words } from '../offer-sheet.tsx'
import { OrderPart, useOrderPart } from '../order-part.tsx'
import { Mark } from '../order-state-badge.tsx'
import { itemName, itemsOf, type ThreadEntry } from '../shown-order.ts'
import { type Decision, DecisionButton } from '../use-decision.tsx'
import { type Claimable, ClaimForm, SettleForm } from './claim-forms.tsx'
import type { GoodsProps } from './payments-part.tsx'

/** What went, as far as this device knows: what was loaded, or accepted where nothing was reported as loaded. */
function claimable({ view: { order }, offer }: GoodsProps): Claimable[] {
  const loaded = order.shipment?.loaded ?? []
  const containers = containersOf(offer, order.events)
  const lines = loaded.length > 0 ? loaded : offer.lines.filter(({ price }) => price !== null)
  return lines.map(({ fishe, qty }) => {
    const codes = new Map(lotsIn(containers, fishe).map(({ code }) => [lotKey(code), code]))
    return { fishe, most: Math.round(qty * 1000), lots: [...codes.values()] }
  })
}

/** The claims of an order, and the way to a new one once the goods have come. */
export function ClaimsPart(props: GoodsProps) {
  const { view, offer, userId, side } = props
  const { order, waiting } = view
  const shop = useShop()
  const part = useOrderPart(order)
  const { decision, opened, open } = part
  const now = useServerNow()
  const { claims = [], done = [] } = order.shipment ?? {}
  const pending = waiting.filter(({ payload: { body } }) => body.kind === 'claim' || body.kind === 'settle')
  const dayOf = (name: 'arrived' | 'received') => done.find(({ step }) => step === name)?.on
  const received = dayOf('received')
  const hasCome = received !== undefined || dayOf('arrived') !== undefined
  const mayClaim = side === 'buyer' && hasCome && !order.sealed
  if (claims.length === 0 && pending.length === 0 && !mayClaim) return null
  const { claimDays = shop.claimDays } = offer
  const isOver = received !== undefined && now >= claimEnd(shop.timeZone, received, claimDays)
  const actions = (
    <>
      {mayClaim && (
        <Text color="fg.muted">
          {received === undefined ? (
            <Trans>
              If something is wrong with the goods, report it here, at the latest {claimDays} days after receipt.
            </Trans>
          ) : isOver ? (
            <Trans>
              The time for claims ended on <Day day={addDays(received, claimDays)} />. Please write a message to the
              shop.
            </Trans>
          ) : (
            <Trans>
              If something is wrong with the goods, report it here until <Day day={addDays(received, claimDays)} />.
            </Trans>
          )}
        </Text>
      )}
      {mayClaim && !isOver && (
        <ButtonRow>
          <Button onClick={() => open({})}>
            <Trans comment="button: the buyer reports what is wrong with the goods">Something is wrong</Trans>
          </Button>
        </ButtonRow>
      )}
      {opened && (
        <ClaimForm
          key={opened.edited?.id ?? 'new'}
          {...{ order, userId, decision, ...opened }}
          goods={claimable(props)}
          onClose={part.close}
        />
      )}
    </>
  )
  return (
    <OrderPart
      {...{ part, order, side, pending, actions }}
      id="claims"
      title={<Trans comment="heading: what is wrong with goods that have arrived">Claims</Trans>}
    >
      {claims.map((claim) => (
        <ClaimCard key={claim._id} {...props} {...{ claim, decision }} />
      ))}
    </OrderPart>
  )
}

interface ClaimCardProps extends GoodsProps {
  claim: { _id: string; credit?: number | undefined }
  decision: Decision
}

/** A claim as both sides see it: what is wrong, and how it was settled. */
function ClaimCard({ view, offer, userId, side, claim: { _id, credit }, decision }: ClaimCardProps) {
  const { order, waiting } = view
  const { t } = useLingui()
  const locale = useLocale()
  const today = useShopToday()
  const due = duesOf(order, { timeZone: useShop().timeZone, today })
  const [isSettling, setSettling] = useState(false)
  const event = order.events.find((each) => each._id === _id)
  const settled = order.events.find(({ kind, claim }) => kind === 'settle' && claim === _id)
  const items = itemsOf(order)
  const isOpen = credit === undefined
  const isSettledHere = waiting.some(
    ({ state, payload: { body } }) => body.kind === 'settle' && body.claim === _id && state !== 'attention',
  )
  const money = (minor: number) => formatMoney(minor, offer.currency, locale)
  const [amount, open] = [money(credit ?? 0), money(due?.open ?? 0)]
  const note = settled?.refused ?? settled?.note
  return (
    <Stack as="article" gap="2" aria-labelledby={`claim-${_id}`} borderWidth="1px" borderRadius="l3" padding="4">
      <Flex wrap="wrap" gap="2" align="center">
        <Heading as="h3" id={`claim-${_id}`} fontSize="md" fontWeight="semibold">
          {event ? (
            <Trans comment="heading: a buyer’s report of faults of the goods, with its time">
              Claim of <Time at={event.at} />
            </Trans>
          ) : (
            <Trans comment="heading: a buyer’s report of faults of the goods">Claim</Trans>
          )}
        </Heading>
        <Badge colorPalette={isOpen ? 'orange' : credit > 0 ? 'green' : undefined}>
          {isOpen ? (
            <Trans comment="badge of a claim: the shop has not settled it">open</Trans>
          ) : credit > 0 ? (
            <Trans comment="badge of a claim: the shop has credited something">credited</Trans>
          ) : (
            <Trans comment="badge of a claim: the shop has credited nothing">refused</Trans>
          )}
        </Badge>
        {isSettledHere && <Mark kind="unsent" />}
      </Flex>
      {event ? (
        <>
          <ClaimDetails event={event} items={items} />
          <Words>{event.note}</Words>
          {event.files && <EventFiles orderId={order._id} side="buyer" files={event.files} />}
        </>
      ) : (
        <Text color="fg.muted">{t`Its details are among the earlier messages of the thread.`}</Text>
      )}
      {!isOpen && (
        <Box borderTopWidth="1px" paddingBlockStart="2">
          <Text fontWeight="semibold">
            {credit > 0 ? (
              <Trans>
                The shop has credited {amount}. What is due has fallen by it; still open: {open}.
              </Trans>
            ) : (
              <Trans>The shop has refused this claim.</Trans>
            )}
          </Text>
          {settled && <ClaimDetails event={settled} items={items} currency={offer.currency} />}
          <Words>{note}</Words>
        </Box>
      )}
      {isOpen && event && side === 'shop' && !order.sealed && !isSettledHere && (
        <ButtonRow>
          <Button
            variant="solid"
            onClick={() => {
              decision.forget()
              setSettling(true)
            }}
          >
            <Trans comment="button: the shop credits a claim">Settle</Trans>
          </Button>
          <DecisionButton
            decision={decision}
            question={{
              title: t`Refuse this claim?`,
              action: t({ message: 'Refuse', comment: 'button: the shop credits nothing for a claim' }),
              reason: {
                name: `refuse-${_id}`,
                label: t({ message: 'Reason', context: 'refusal', comment: 'why a claim is refused' }),
              },
              bodyOf: (refused) => ({ kind: 'settle', after: order.version, claim: _id, refused }),
              words: { sent: <Trans>The claim is refused. The buyer can see it.</Trans> },
              children: <p>{t`The buyer reads the reason. A claim is settled once.`}</p>,
            }}
          />
        </ButtonRow>
      )}
      {isSettling && event && (
        <SettleForm
          {...{ order, offer, userId, decision }}
          claim={event}
          most={creditable(offer, order.shipment ?? { loaded: [] })}
          onClose={() => setSettling(false)}
        />
      )}
    </Stack>
  )
}

/** A claim that was written without a network arrives later than it was written. */
const noticed = 60_000

interface ClaimDetailsProps {
  event: Pick<OrderEvent, 'lines' | 'credit' | 'reportedAt'> & Pick<ThreadEntry, 'at'>
  items: readonly OrderItem[]
  currency?: Order['wishes']['currency']
}

/** The lines of a claim or of a credit. */
export function ClaimDetails({
  event: { lines = [], credit = [], reportedAt, at },
  items,
  currency,
}: ClaimDetailsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const claimed = lines.map(({ fishe, kg = 0, reason = 'other', lot, note }) => {
    const lotText = lot && t({ message: `lot ${lot}`, comment: 'the code of a lot' })
    return [itemName(items, fishe, locale), kilogramsText(kg, locale), claimReasonNames[reason][locale], lotText, note]
  })
  const credited = credit.map(({ fishe, kg, amount }) => [
    itemName(items, fishe, locale),
    kilogramsText(kg, locale),
    currency && formatMoney(amount, currency, locale),
  ])
  const isLate = reportedAt !== undefined && typeof at === 'string' && Date.parse(at) - Date.parse(reportedAt) > noticed
  return (
    <Box fontSize="sm" overflowWrap="anywhere">
      <Box as="ul" listStyleType="none">
        {[...claimed, ...credited].map((texts, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an event never change
          <li key={at}>{texts.filter(Boolean).join(' · ')}</li>
        ))}
      </Box>
      {isLate && reportedAt && (
        <Text color="fg.muted">
          <Trans comment="a claim that was written without a network">
            Reported on the device at <Time at={reportedAt} />, received at <Time at={at} />
          </Trans>
        </Text>
      )}
    </Box>
  )
}
