import { SimpleGrid, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { Offer } from '../../../contract/offers.ts'
import { MilestoneInput, type Side } from '../../../contract/order-events.ts'
import { hasPaymentTerms } from '../../../contract/shipment/dues.ts'
import { buyerSteps, type Shipment, type ShipmentStep, shipmentSteps } from '../../../contract/shipment/milestones.ts'
import { doneBefore, leftOf, nextStep } from '../../../contract/shipment/shipment-state.ts'
import type { Api } from '../../api/api-client.ts'
import type { Reply } from '../../api/exchange.ts'
import { useShopToday } from '../../db/read-orders.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { SelectField, TextField } from '../../forms/fields.tsx'
import type { FormHandle } from '../../forms/form-types.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useSavedQuery } from '../../lists/query.ts'
import { stepNames } from '../event-title.tsx'
import { EventDialog } from '../order-part.tsx'
import { itemName, itemsOf } from '../shown-order.ts'
import { type EventFormProps, editedBody, useEventForm } from '../use-decision.tsx'
import { LotRows } from './lot-rows.tsx'
import { type KnownLot, leftOfPacked } from './lot-values.ts'
import {
  checkMilestone,
  fieldsOf,
  fromSavedMilestone,
  type MilestoneValues,
  milestoneValues,
  stepOf,
  toMilestone,
} from './milestone-values.ts'
import { OutOfOrder } from './steps.tsx'

interface MilestoneFormProps extends EventFormProps {
  offer: Offer
  shipment: Shipment
  side: Side
  step?: ShipmentStep
  /** those that the device has */
  known: readonly KnownLot[]
}

export function MilestoneForm(props: MilestoneFormProps) {
  const { order, offer, shipment, side, step, edited, known } = props
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const today = useShopToday()
  // what others report meanwhile must not change the initial values while somebody types
  const [start] = useState(() => {
    const next = step ?? nextStep(shipment) ?? 'received'
    return { shipment, today, step: next, packed: leftOfPacked(offer, order.events) }
  })
  const goods = { locale, known, cartonNets: useCartonNets(offer) }
  const before = editedBody(edited, 'milestone')
  // with terms of payment a deposit is reported by its amount
  const isStep = (each: ShipmentStep) => each !== 'deposit' || !hasPaymentTerms(offer) || before?.step === each
  const steps = (side === 'shop' ? shipmentSteps : buyerSteps).filter(isStep)
  const event = useEventForm(props, {
    name: edited ? `milestone-${edited.id}` : `milestone-${order._id}${step ? `-${step}` : ''}`,
    initial: milestoneValues({ ...start, offer, locale, edited: before }),
    grows: ['lots'],
    fromSaved: (saved) => fromSavedMilestone(saved, offer),
    schema: MilestoneInput,
    toBody: (values, after) => ({ ...toMilestone(values, goods), ...(side === 'shop' && { after }) }),
    // the member that is named like its step
    paths: { booked: '', packed: '', loaded: '', sailed: '', documents: '' },
    check: (values) => checkMilestone(values, { offer, today, goods }),
    words: { sent: <Trans>Reported. Both sides can see it.</Trans> },
  })
  const { form } = event
  const chosen = stepOf(form.values)
  const earlier = doneBefore(shipment.done, { step: chosen, on: form.values.on })
  const missing = shipmentSteps
    .slice(shipmentSteps.indexOf('booked'), shipmentSteps.indexOf(chosen))
    .find((each) => each !== 'documents' && shipment.done.every((done) => done.step !== each))
  const nameOf = (each: ShipmentStep) => i18n._(stepNames[each])
  return (
    <EventDialog
      {...{ ...props, event }}
      title={side === 'shop' ? t`Add a milestone` : t`Report a step`}
      first="step"
      files="milestone"
      submit={<Trans comment="button: reports a step of the shipment to the other side">Report</Trans>}
    >
      <SelectField
        field={form.field('step')}
        label={t({ message: 'Step', comment: 'of a shipment: packed, loaded, sailed …' })}
        options={steps.map((each) => ({ value: each, label: nameOf(each) }))}
      />
      <TextField
        field={form.field('on')}
        type="date"
        label={t({ message: 'On', comment: 'label of a field: the day on which a step of a shipment happened' })}
      />
      {(earlier ?? missing) && (
        <Text color="fg.warning" role="status">
          {earlier ? (
            <OutOfOrder earlier={nameOf(earlier)} step={nameOf(chosen)} />
          ) : (
            missing && <OutOfOrder earlier={nameOf(chosen)} step={nameOf(missing)} />
          )}
        </Text>
      )}
      <StepFields form={form} step={chosen} />
      {(chosen === 'loaded' || (chosen === 'packed' && side === 'shop')) &&
        form.values.quantities.map(({ product }, at) => (
          <LotRows
            key={product}
            {...{ form, at, goods }}
            name={itemName(itemsOf(order), product, locale)}
            left={leftOf(offer, start.shipment, product)}
            isLoaded={chosen === 'loaded'}
          />
        ))}
    </EventDialog>
  )
}

function StepFields({ form, step }: { form: FormHandle<MilestoneValues>; step: ShipmentStep }) {
  const { t } = useLingui()
  const shown = fieldsOf[step] ?? []
  const isLoaded = step === 'loaded'
  const port = { maxLength: limits.placeLength }
  const short = { maxLength: limits.shipmentNumberLength }
  const all = [
    { name: 'vessel', label: t({ message: 'Vessel', comment: 'the name of a ship' }), maxLength: limits.vesselLength },
    { name: 'voyage', label: t({ message: 'Voyage (optional)', comment: 'number of a ship’s voyage' }), ...short },
    { name: 'from', label: t({ message: 'From', comment: 'label of a field: port of departure' }), ...port },
    { name: 'to', label: t({ message: 'To', comment: 'label of a field: port of destination' }), ...port },
    { name: 'etd', label: t`Expected to sail`, type: 'date' },
    {
      name: 'eta',
      label: step === 'sailed' ? t`Expected to arrive (optional)` : t`Expected to arrive`,
      type: 'date',
    },
    {
      name: 'container',
      label: isLoaded ? t`Container` : t`Container (optional)`,
      hint: t`Four letters and seven digits, such as CSQU3054383`,
      autoCapitalize: 'characters',
      maxLength: 20,
    },
    { name: 'seal', label: t({ message: 'Seal (optional)', comment: 'number of the seal of a container' }), ...short },
    { name: 'temperature', label: t`Temperature in °C (optional)`, maxLength: 6 },
    { name: 'courier', label: t`Courier (optional)`, ...short },
    { name: 'tracking', label: t`Tracking number (optional)`, ...short },
  ] as const
  const fields = all.filter(({ name }) => shown.includes(name))
  if (fields.length === 0) return null
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} rowGap="4.5" columnGap="4" alignItems="end">
      {fields.map(({ name, ...props }) => (
        <TextField key={name} field={form.field(name)} autoComplete="off" {...props} />
      ))}
    </SimpleGrid>
  )
}

/** The newest lots are those that are packed: ten pages of a hundred. */
const mostPages = 10
const noLots: KnownLot[] = []

async function loadKnown(api: Api, signal: AbortSignal): Promise<Reply<KnownLot[]>> {
  const found: KnownLot[] = []
  for (let page = 1; ; page++) {
    const reply = await api.call('listLots', { query: { page, per_page: limits.perPageMax }, signal })
    if (!reply.ok) return reply
    for (const { code, fishe, producedOn, bestBefore } of reply.body)
      found.push({ code, fishe, producedOn, bestBefore })
    if (page === mostPages || page * limits.perPageMax >= (reply.total ?? 0)) return { ...reply, body: found }
  }
}

/** The lots of the book that the device has, also without a connection once they have come. */
export const useKnownLots = (isOn: boolean): readonly KnownLot[] =>
  useSavedQuery({ key: 'known-lots', load: loadKnown, isOn }).body ?? noLots

/** Kilograms in a carton of each product of an offer, as the catalogue on the device has them. */
function useCartonNets({ lines }: Pick<Offer, 'lines'>): ReadonlyMap<string, number> {
  const { db } = useDeps()
  const ids = lines.map(({ fishe }) => fishe)
  const found = useLiveQuery(() => db.fishes.bulkGet(ids).catch(() => []), [db, ids.join()]) ?? []
  return new Map(found.flatMap((fish) => (fish?.carton_net ? [[fish._id, fish.carton_net] as const] : [])))
}
