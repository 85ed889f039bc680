import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Offer } from '../../../contract/offers.ts'
import type { Side } from '../../../contract/order-events.ts'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { hasPaymentTerms } from '../../../contract/shipment/dues.ts'
import { buyerSteps, type Shipment, type ShipmentStep } from '../../../contract/shipment/milestones.ts'
import { leftOf, nextStep } from '../../../contract/shipment/shipment-state.ts'
import { addDays } from '../../../contract/texts/shop-day.ts'
import { type OrderView, withWaiting } from '../../db/read-orders.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { saveFile } from '../../ui/blob-address.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Day } from '../../ui/date-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Terms } from '../../ui/page.tsx'
import { StepTitle } from '../event-title.tsx'
import { OrderPart, useOrderPart } from '../order-part.tsx'
import { itemName, itemsOf } from '../shown-order.ts'
import type { Decision } from '../use-decision.tsx'
import { MilestoneForm, useKnownLots } from './milestone-form.tsx'
import { CorrectButton, MilestoneDetails, Steps } from './steps.tsx'

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Breaks a line of more than 75 octets (RFC 5545) into pieces of 18 characters, of four octets at most; the next ones begin with a space. */
const folded = (line: string) =>
  new TextEncoder().encode(line).length > 75 ? (line.match(/.{1,18}/gsu) ?? []).join('\r\n ') : line

const compact = (text: string) => text.replaceAll('-', '')

interface Arrival {
  order: Pick<Order, '_id'>
  shipment: Pick<Shipment, 'vessel' | 'container'> & { eta: string }
  summary: string
  now: number
}

/** An iCalendar file with the day of arrival. A later file of the same order replaces it in the calendar. */
export function arrivalCalendar({ order, shipment, summary, now }: Arrival): string {
  const { vessel, container, eta } = shipment
  const stamp = `${compact(new Date(now).toISOString()).replaceAll(':', '').slice(0, 15)}Z`
  const description = [vessel, container].filter((text) => text !== undefined).join(', ')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quayside//Shipments//EN',
    'BEGIN:VEVENT',
    `UID:${order._id}-eta`,
    `SEQUENCE:${Math.floor(now / 1000)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(eta)}`,
    `DTEND;VALUE=DATE:${compact(addDays(eta, 1))}`,
    `SUMMARY:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

interface WhereIsMyFishProps {
  view: OrderView
  shipment: Shipment
  userId: string
  side: Side
}

export function WhereIsMyFish({ view, shipment, userId, side }: WhereIsMyFishProps) {
  const { order, waiting } = view
  const offer = findCurrentOffer(order)?.offer
  const part = useOrderPart<{ step: ShipmentStep }>(order)
  const { decision, opened, open } = part
  // before somebody goes into the cold store
  const known = useKnownLots(side === 'shop' && !order.sealed)
  const pending = waiting.filter(
    ({ payload: { body }, state }) =>
      (body.kind === 'milestone' && body.step !== 'paid') || (body.kind === 'correct' && state !== 'attention'),
  )
  // payments are then reported with their amounts
  const hasTerms = offer !== undefined && hasPaymentTerms(offer)
  const isNextPaid = nextStep(shipment) === 'deposit' && hasTerms
  const ownSteps = buyerSteps.filter(
    (step) => shipment.done.every((done) => done.step !== step) && !(step === 'deposit' && hasTerms),
  )
  const actions = (
    <>
      {!order.sealed && (
        <ButtonRow>
          {side === 'shop' ? (
            // what comes after the goods are there is not what to do next
            <Button
              {...(nextStep(shipment) && { variant: 'solid' })}
              onClick={() => open(isNextPaid ? { step: 'packed' } : {})}
            >
              <Trans comment="button: reports a step of a shipment">Add a milestone</Trans>
            </Button>
          ) : (
            ownSteps.map((step) => (
              <Button key={step} onClick={() => open({ step })}>
                {step === 'deposit' ? (
                  <Trans comment="button: the buyer reports it">I have paid the deposit</Trans>
                ) : (
                  <Trans comment="button: the buyer reports it">I have received the goods</Trans>
                )}
              </Button>
            ))
          )}
        </ButtonRow>
      )}
      {opened && offer && (
        <MilestoneForm
          key={opened.edited?.id ?? opened.step ?? 'new'}
          {...{ offer, shipment, known, userId, side, decision, ...opened }}
          order={withWaiting(order, waiting)}
          onClose={part.close}
        />
      )}
    </>
  )
  return (
    <OrderPart {...{ part, order, side, pending, actions }} id="shipment" title={<Trans>Where is my fish</Trans>}>
      <Steps shipment={shipment} />
      <Facts order={order} offer={offer} shipment={shipment} />
      <Doubles {...{ order, shipment, side, decision }} />
    </OrderPart>
  )
}

interface OfShipment {
  order: Order
  shipment: Shipment
}

function Facts({ order, offer, shipment }: OfShipment & { offer: Offer | undefined }) {
  const { t } = useLingui()
  const { vessel, container, etd, eta } = shipment
  const arrival = eta && (
    <>
      <Day day={eta} />
      <CalendarButton order={order} shipment={{ ...shipment, eta }} />
    </>
  )
  return (
    <Terms
      gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 11rem), 1fr))"
      terms={[
        [t({ message: 'Vessel', comment: 'the name of a ship' }), vessel, 'wide'],
        [t`Container`, container],
        [t({ message: 'ETD', comment: 'day on which a ship is expected to sail' }), etd && <Day day={etd} />],
        [t({ message: 'ETA', comment: 'day on which a ship is expected to arrive' }), arrival],
        [
          t({ message: 'Loaded', context: 'tonnes', comment: 'what is in the container' }),
          offer && shipment.loaded.length > 0 && <Left order={order} offer={offer} shipment={shipment} />,
          'wide',
        ],
      ]}
    />
  )
}

function Left({ order, offer, shipment }: OfShipment & { offer: Offer }) {
  const locale = useLocale()
  const lines = offer.lines.filter(({ price }) => price !== null)
  return (
    <Box as="ul" listStyleType="none">
      {lines.map(({ fishe, qty }) => {
        const name = itemName(itemsOf(order), fishe, locale)
        const loaded = formatTonnes(shipment.loaded.find((line) => line.fishe === fishe)?.qty ?? 0, locale)
        const accepted = formatTonnes(qty, locale)
        const left = leftOf(offer, shipment, fishe)
        const rest = formatTonnes(left, locale)
        return (
          <li key={fishe}>
            {left > 0 ? (
              <Trans>
                {name}: {loaded} of {accepted}, {rest} left
              </Trans>
            ) : (
              <Trans comment="all of a product is loaded">
                {name}: {loaded} of {accepted}
              </Trans>
            )}
          </li>
        )
      })}
    </Box>
  )
}

function CalendarButton({ order, shipment }: { order: Order; shipment: Shipment & { eta: string } }) {
  const { t } = useLingui()
  const { clock } = useDeps()
  const { reference } = order
  const save = () => {
    const summary = t`${reference}: expected arrival`
    const file = arrivalCalendar({ order, shipment, summary, now: clock.now() })
    saveFile(`${reference}-eta.ics`, file, 'text/calendar')
  }
  return (
    <Button size="sm" display="flex" marginBlockStart="1" onClick={save}>
      <Trans comment="button: downloads a file for a calendar with the day of arrival">Add to calendar</Trans>
    </Button>
  )
}

/** Steps that two people have reported: the shop is asked to correct one of the two. */
function Doubles({ order, shipment, side, decision }: OfShipment & { side: Side; decision: Decision }) {
  const doubles = shipment.doubles ?? []
  if (doubles.length === 0 || side !== 'shop' || order.sealed) return null
  const authorOf = (id: string) => {
    const author = order.events.find(({ _id }) => _id === id)?.by.name
    return author && ` · ${author}`
  }
  const steps = new Set(doubles.map(({ step }) => step))
  const both = [...shipment.done.filter(({ step }) => steps.has(step)), ...doubles]
  return (
    <Notice kind="warning" isQuiet>
      <p>
        <Trans>This was reported twice. The first report counts; please correct the one that is wrong.</Trans>
      </p>
      <Stack as="ul" listStyleType="none" gap="2">
        {both.map((each) => (
          <li key={each._id}>
            <Text as="span">
              <StepTitle step={each.step} on={each.on} />
              {authorOf(each._id)}
            </Text>{' '}
            <CorrectButton order={order} milestone={each} side={side} decision={decision} />
          </li>
        ))}
      </Stack>
    </Notice>
  )
}

/** What the screens of an order load once an offer is accepted: one file, which no visitor needs. */
export const shipmentParts = { CorrectButton, MilestoneDetails, WhereIsMyFish }
