import { msg } from '@lingui/core/macro'
import type { Locale } from '../../../contract/locales.ts'
import { isDay, type Offer } from '../../../contract/offers.ts'
import type { MilestoneInput } from '../../../contract/order-events.ts'
import type { LoadedLine, Shipment } from '../../../contract/shipment/milestones.ts'
import { type ShipmentStep, shipmentSteps, toContainerNumber } from '../../../contract/shipment/milestones.ts'
import { leftOf, mostLoaded } from '../../../contract/shipment/shipment-state.ts'
import { parseQuantity } from '../../../contract/texts/quantity.ts'
import { filledTexts } from '../../forms/filled-texts.ts'
import type { Messages } from '../../forms/form-types.ts'
import { savedRows } from '../../forms/use-saved-values.ts'
import { formatTonnes, quantityText } from '../../i18n/numbers.ts'
import { checkLots, type Goods, type LotRow, lineOfLots, lotRows, savedLots } from './lot-values.ts'

const noTexts = {
  ...{ vessel: '', voyage: '', from: '', to: '', etd: '', eta: '', container: '', seal: '', temperature: '' },
  ...{ courier: '', tracking: '', note: '' },
}
type TextName = keyof typeof noTexts

export interface MilestoneValues extends Record<TextName | 'step' | 'on', string> {
  quantities: { tonnes: string; product: string }[]
  /** of all products, in steps `packed` and `loaded`; a product with lots has the tonnes of their sum */
  lots: LotRow[]
}

export const fieldsOf: Partial<Record<ShipmentStep, readonly TextName[]>> = {
  booked: ['vessel', 'voyage', 'from', 'to', 'etd', 'eta', 'container'],
  loaded: ['container', 'seal', 'temperature'],
  sailed: ['eta'],
  documents: ['courier', 'tracking'],
}

function loadable({ lines }: Pick<Offer, 'lines'>): string[] {
  return lines.filter(({ price }) => price !== null).map(({ fishe }) => fishe)
}

interface Start {
  offer: Offer
  shipment: Shipment
  step: ShipmentStep
  today: string
  locale: Locale
  edited?: MilestoneInput | undefined
  /** what is packed and not loaded yet, with which loading begins */
  packed?: readonly LoadedLine[]
}

/** The values with which the form opens: what is left of each product, or the milestone that is changed. */
export function milestoneValues({ offer, shipment, step, today, locale, edited, packed = [] }: Start): MilestoneValues {
  const { booked, loaded, sailed, documents } = edited ?? {}
  const lines = edited ? (loaded ?? edited.packed)?.lines : packed
  const products = loadable(offer)
  const quantities = products.map((product) => {
    const left = leftOf(offer, shipment, product)
    const tonnes = loaded ? (loaded.lines.find(({ fishe }) => fishe === product)?.qty ?? 0) : left
    return { tonnes: tonnes > 0 ? quantityText(tonnes, locale) : '', product }
  })
  const { container = '', seal = '', temperature } = loaded ?? {}
  return {
    ...{ step: edited?.step ?? step, on: edited?.on ?? today, ...noTexts, note: edited?.note ?? '' },
    // what is loaded next has another container
    container: container || (shipment.loaded.length === 0 ? (shipment.container ?? '') : ''),
    ...{ seal, temperature: temperature === undefined ? '' : String(temperature), eta: sailed?.eta ?? '' },
    ...booked,
    ...documents,
    quantities,
    lots: lotRows(lines ?? [], locale).filter(({ product }) => products.includes(product)),
  }
}

/** What is saved of a half-typed milestone, with a row for each line that is loaded, and the lots of these lines. */
export function fromSavedMilestone(saved: Record<string, unknown>, offer: Offer): Record<string, unknown> {
  const products = loadable(offer)
  return {
    ...saved,
    quantities: savedRows(saved.quantities, products),
    ...(saved.lots !== undefined && { lots: savedLots(saved.lots, products) }),
  }
}

export function stepOf({ step }: Pick<MilestoneValues, 'step'>): ShipmentStep {
  return shipmentSteps.find((each) => each === step) ?? 'packed'
}

/** °C as people type them, also with a comma; undefined for what is none. */
function readDegrees(text: string): number | undefined {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  return /^-?\d{1,2}(\.\d)?$/.test(plain) ? Number(plain) : undefined
}

/** What no schema has: numbers as people type them, and rules across fields. */
export function checkMilestone(
  values: MilestoneValues,
  { offer, today, goods }: { offer: Offer; today: string; goods: Goods },
): Messages<MilestoneValues> {
  const { locale } = goods
  const step = stepOf(values)
  const { on, etd, eta, temperature, quantities } = values
  const lineOf = (product: string) => lineOfLots(values.lots, product, goods)
  const isNone = quantities.every(({ tonnes, product }) => tonnes.trim() === '' && !lineOf(product))
  const checkTonnes = (typed: string, product: string) => {
    const line = lineOf(product)
    if (!line && typed.trim() === '') return undefined
    const tonnes = line ? line.qty : parseQuantity(typed.trim(), locale)
    if (tonnes === undefined) return msg`Enter tonnes above 0, at most 100,000, with at most 3 decimals.`
    const most = mostLoaded(offer, product)
    const mostText = formatTonnes(most, locale)
    return tonnes > most ? msg`At most ${mostText} may be loaded: what was accepted, and the tolerance` : undefined
  }
  return {
    on: isDay(on) && on > today ? msg`Please choose today or an earlier day` : undefined,
    ...(step === 'booked' && {
      eta: isDay(eta) && eta < etd ? msg`The ship cannot arrive before it sails` : undefined,
    }),
    ...((step === 'loaded' || step === 'packed') && { lots: checkLots(values.lots, goods) }),
    ...(step === 'loaded' && {
      temperature:
        temperature.trim() !== '' && readDegrees(temperature) === undefined
          ? msg`Please enter degrees, such as -18`
          : undefined,
      quantities: quantities.map(({ tonnes, product }, at) => ({
        tonnes: at === 0 && isNone ? msg`Please enter what was loaded` : checkTonnes(tonnes, product),
      })),
    }),
  }
}

export function toMilestone(values: MilestoneValues, goods: Goods): MilestoneInput {
  const step = stepOf(values)
  const text = (name: TextName) => values[name].trim()
  const optional = <N extends TextName>(...names: N[]) => filledTexts<N>(values, names)
  const container = toContainerNumber(values.container)
  const base: MilestoneInput = { kind: 'milestone', step, on: values.on, ...optional('note') }
  switch (step) {
    case 'booked': {
      const route = { vessel: text('vessel'), from: text('from'), to: text('to'), etd: values.etd, eta: values.eta }
      return { ...base, booked: { ...route, ...optional('voyage'), ...(container && { container }) } }
    }
    case 'packed': {
      const lines = values.quantities.flatMap(({ product }) => lineOfLots(values.lots, product, goods) ?? [])
      return lines.length > 0 ? { ...base, packed: { lines } } : base
    }
    case 'loaded': {
      const lines = values.quantities.flatMap(({ tonnes, product }) => {
        const line = lineOfLots(values.lots, product, goods)
        if (line) return [line]
        const qty = parseQuantity(tonnes, goods.locale)
        return qty === undefined ? [] : [{ fishe: product, qty }]
      })
      const temperature = readDegrees(values.temperature)
      const inside = { ...optional('seal'), ...(temperature !== undefined && { temperature }) }
      return { ...base, loaded: { container, ...inside, lines } }
    }
    case 'sailed':
      return { ...base, sailed: { on: values.on, ...optional('eta') } }
    case 'documents':
      return { ...base, documents: optional('courier', 'tracking') }
    default:
      return base
  }
}
