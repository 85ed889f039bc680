import { type Lot, type LotWeight, lotKey, sumKilograms } from '../lots.ts'
import { type ClaimReason, creditSum } from '../shipment/claims.ts'
import { type Due, dues } from '../shipment/dues.ts'
import type { Loaded, LoadedLine, ShipmentStep } from '../shipment/milestones.ts'
import { lotsIn } from '../shipment/refuse-goods.ts'
import { lineTotal } from '../texts/money.ts'
import { paymentTermText } from '../texts/payment-terms.ts'
import { sumTonnes } from '../texts/quantity.ts'
import { tonnesText } from '../texts/shop-day.ts'
import {
  bankPairs,
  beside,
  chargeRow,
  formatsOf,
  formText,
  lines,
  lotOf,
  noText,
  type Pair,
  type PaperContent,
  type PaperPairs,
  type PaperParts,
  type PaperRow,
  pairsOf,
  productText,
  termPairs,
  wordsOf,
} from './paper-content.ts'
import type { PaperWord } from './paper-texts.ts'

/** What went into a container. A device may not have the report of each of them. */
function loadsOf({ containers, order }: PaperContent): readonly Loaded[] {
  const { container = '', loaded = [] } = order.shipment ?? {}
  return containers.length > 0 ? containers : [{ container, lines: loaded }]
}

/** Kilograms and cartons of lines; only the net weight where the lots of one of them are not known. */
function weightsOf(all: readonly LoadedLine[]): { net: number; cartons?: number; gross?: number } {
  const net = Math.round(1000 * sumTonnes(all.map(({ qty }) => qty)))
  if (all.length === 0 || all.some(({ lots }) => !lots)) return { net }
  const known = all.flatMap(({ lots = [] }) => lots)
  const cartons = known.reduce((sum, each) => sum + each.cartons, 0)
  return { net, cartons, gross: sumKilograms(known.map(({ gross }) => gross)) }
}

/** Containers with their seals, temperatures and weights, and the voyage with planned and real days. */
function transportPairs(content: PaperContent): PaperPairs {
  const { order, goods } = content
  const { word, number, kg, day } = formatsOf(content)
  const { done = [], vessel: known, etd: planned, eta } = order.shipment ?? {}
  const { vessel = known, voyage, from, to, etd = planned } = goods?.booked ?? {}
  const loads = loadsOf(content)
  const stowed = loads.map(({ container, seal, temperature, lines: inside }) => {
    const weights = loads.length > 1 ? weightsOf(inside) : undefined
    return lines(
      container,
      seal && `${word('seal')}: ${seal}`,
      temperature !== undefined && `${word('temperature')}: ${number(temperature)} °C`,
      weights?.cartons !== undefined && `${word('cartons')}: ${number(weights.cartons)}`,
      weights && `${word('net')}: ${kg(weights.net)}`,
      weights?.gross !== undefined && `${word('gross')}: ${kg(weights.gross)}`,
    )
  })
  const dayOf = (step: ShipmentStep) => day(done.find((each) => each.step === step)?.on)
  return pairsOf(
    ...stowed.map((text) => [word('container'), text] as const),
    [word('vessel'), lines(vessel, voyage && `${word('voyage')}: ${voyage}`)],
    [word('from'), from],
    [word('to'), to],
    [word('loadedOn'), dayOf('loaded')],
    [word('etdPlanned'), day(etd)],
    [word('sailed'), dayOf('sailed')],
    [word('etaPlanned'), day(eta)],
    [word('arrived'), dayOf('arrived')],
  )
}

/** A lot in a packing list: its label's days where the book has none. */
function lotRow(content: PaperContent, { code, cartons, net, gross, ...label }: LotWeight): PaperRow {
  const { producedOn, bestBefore, plant } = lotOf(content.goods, code) ?? {}
  const { word, number } = formatsOf(content)
  const days = [producedOn || label.producedOn, bestBefore || label.bestBefore, plant].map((text) => text || noText)
  return { kind: 'lot', text: `${word('lot')} ${code}`, numbers: [...[cartons, net, gross].map(number), ...days] }
}

export function packingParts(content: PaperContent): PaperParts['parts'] {
  const { word, number, kg } = formatsOf(content)
  const loads = loadsOf(content)
  const all = loads.flatMap((load) => load.lines)
  const hasLots = all.some(({ lots }) => lots)
  const numbersOf = (of: readonly LoadedLine[]) => {
    const { cartons, net, gross } = weightsOf(of)
    if (!hasLots) return ['', tonnesText(net / 1000, content.language), kg(net)]
    return [number(cartons), number(net), number(gross), '', '', '']
  }
  const rows = loads.flatMap(({ container, lines: inside }) =>
    inside.flatMap((line): PaperRow[] => {
      const named = { ...productText(content, line.fishe), ...(loads.length > 1 && { note: container }) }
      const lots = (line.lots ?? []).map((lot) => lotRow(content, lot))
      return [{ kind: 'goods', ...named, numbers: numbersOf([line]) }, ...lots]
    }),
  )
  const ofLots = ['cartons', 'netKg', 'grossKg', 'produced', 'bestBefore', 'plant'] as const
  const titles = hasLots ? ofLots.map(word) : ['', word('quantity'), word('net')]
  return [
    transportPairs(content),
    {
      ...{ kind: 'table', titles: [word('product'), ...titles], rows },
      ...(hasLots && { widths: [48, 62, 62, 62, 62, 64] }),
      sum: { kind: 'total', text: word('total'), numbers: numbersOf(all) },
    },
  ]
}

/** What is still to be paid, and until when. */
function openText(content: PaperContent, { part, open, day: last }: Due): string {
  const { offer } = content
  const { word, money, day } = formatsOf(content)
  const when = last
    ? `${word('dueOn')} ${day(last)}`
    : offer.balance && beside(content, (locale) => paymentTermText('balance', offer, locale) ?? '')
  return [word(part), money(open), when].filter(Boolean).join(' · ')
}

/** The commercial invoice: what was loaded at the agreed prices. */
export function invoiceParts(content: PaperContent): PaperParts['parts'] {
  const { offer, order, containers, day, agreedOn = day, seller } = content
  const { word, number, money } = formatsOf(content)
  const shipment = order.shipment ?? { loaded: [], done: [] }
  const rows = offer.lines.flatMap(({ fishe, price }): PaperRow[] => {
    const went = shipment.loaded.find((line) => line.fishe === fishe)
    if (!went) return []
    const { gross } = weightsOf(containers.flatMap((each) => each.lines.filter((line) => line.fishe === fishe)))
    const weights = [weightsOf([went]).net, gross].map(number)
    const amounts = [price ?? 0, lineTotal(price ?? 0, went.qty)].map(money)
    return [{ kind: 'goods', ...productText(content, fishe), numbers: [...weights, ...amounts] }]
  })
  const sumRow = (kind: 'charge' | 'total', text: string, minor: number): PaperRow => ({
    ...{ kind, text, numbers: ['', '', '', money(minor)] },
  })
  const charges = (offer.charges ?? []).map(({ label, amount }) =>
    chargeRow(content, label, ['', '', '', money(amount)]),
  )
  const { total, credited, paid, open, parts } = dues({ offer, shipment, agreedOn }, day)
  const left = total - credited - paid
  const { net, cartons, gross } = weightsOf(loadsOf(content).flatMap((load) => load.lines))
  const inCurrency = (text: PaperWord) => `${word(text)} (${offer.currency})`
  return [
    pairsOf(...termPairs(content)),
    transportPairs(content),
    {
      ...{ kind: 'table', titles: (['product', 'netKg', 'grossKg', 'price', 'amount'] as const).map(word) },
      ...{ widths: [58, 58, 78, 88], rows: [...rows, ...charges] },
      sum: { kind: 'total', text: inCurrency('total'), numbers: [number(net), number(gross), '', money(total)] },
      after: [
        ...(paid > 0 ? [sumRow('charge', word('lessPaid'), -paid)] : []),
        ...(credited > 0 ? [sumRow('charge', word('lessCredits'), -credited)] : []),
        left < 0 ? sumRow('total', word('inFavour'), -left) : sumRow('total', inCurrency('amountDue'), open),
      ],
    },
    pairsOf(
      [word('amountDue'), lines(...parts.flatMap((due) => (due.open > 0 ? [openText(content, due)] : []))), 'bold'],
      [word('cartons'), cartons === undefined ? '' : number(cartons)],
    ),
    // in one row, so that no signature stands alone on a page
    { kind: 'pairs', pairs: [...bankPairs(content).pairs, ...signature(content, seller.legalName).pairs] },
  ]
}

/** A line to sign on. */
const signature = (content: PaperContent, name: string) =>
  pairsOf([wordsOf(content)('signature'), `\n\n${'_'.repeat(34)}\n${name}`])

const reasonWords: Record<ClaimReason, PaperWord> = {
  ...{ short: 'short', quality: 'quality', temperature: 'temperatureReason', damaged: 'damaged', other: 'other' },
}

export function creditParts(content: PaperContent): PaperParts['parts'] {
  const { offer, credited, seller } = content
  const { word, kg: weight, money, day } = formatsOf(content)
  const { invoice, on, lines: credit, reasons } = credited ?? { invoice: '', on: content.day, lines: [], reasons: [] }
  const rows = credit.map(({ fishe, kg, amount }): PaperRow => {
    const why = reasons.flatMap((each) => (each.fishe === fishe ? [word(reasonWords[each.reason])] : []))
    return {
      ...{ kind: 'goods', ...productText(content, fishe), note: [...new Set(why)].join(', ') },
      numbers: ['', weight(kg), money(amount)],
    }
  })
  return [
    pairsOf([word('ofInvoice'), invoice, 'bold'], [word('claimOf'), day(on)]),
    {
      ...{ kind: 'table', titles: [word('product'), '', word('weight'), word('amount')], rows },
      sum: {
        kind: 'total',
        text: `${word('totalCredit')} (${offer.currency})`,
        numbers: ['', '', money(creditSum(credit))],
      },
    },
    signature(content, seller.legalName),
  ]
}

/** One lot of a product in the containers that it went in. */
function lotsWith({ containers }: PaperContent) {
  const fishes = [...new Set(containers.flatMap((each) => each.lines.map(({ fishe }) => fishe)))]
  return fishes.flatMap((fishe) => {
    const byKey = new Map<string, LotWeight[]>()
    for (const lot of lotsIn(containers, fishe))
      byKey.set(lotKey(lot.code), [...(byKey.get(lotKey(lot.code)) ?? []), lot])
    return [...byKey.values()].flatMap((weights) => (weights[0] ? [{ fishe, code: weights[0].code, weights }] : []))
  })
}

/** What a catch or health certificate asks for about each lot, in its order. */
export function dataSheetParts(content: PaperContent): PaperParts['parts'] {
  const { goods } = content
  const { word, number, kg, day } = formatsOf(content)
  const sheets = lotsWith(content).map(({ fishe, code, weights }): PaperPairs => {
    const lot: Partial<Lot> = lotOf(goods, code) ?? {}
    const product = goods?.products[fishe]
    const sum = (of: 'net' | 'gross') => kg(sumKilograms(weights.map((each) => each[of])))
    const all: [string, string | undefined][] = [
      [word('lot'), code],
      [word('species'), productText(content, fishe).text],
      [word('scientificName'), product?.scientific_name],
      [word('faoCode'), product?.fao_code],
      [word('productForm'), product && formText(content, product)],
      [word('hsCode'), product?.hs_code],
      [word('net'), sum('net')],
      [word('gross'), sum('gross')],
      [word('cartons'), number(weights.reduce((all, { cartons }) => all + cartons, 0))],
      [word('catchVessel'), lot.vessel],
      [word('imo'), lot.imo],
      [word('flag'), lot.flag],
      [word('gear'), lot.gear],
      [word('area'), lot.area && [`FAO ${lot.area}`, lot.subarea].filter(Boolean).join(', ')],
      [word('caught'), [...new Set([day(lot.caughtFrom), day(lot.caughtTo)])].filter(Boolean).join(' – ')],
      [word('landing'), lot.landedAt && (/^\d{4}-\d\d-\d\d$/.test(lot.landedAt) ? day(lot.landedAt) : lot.landedAt)],
      [word('plant'), lot.plant],
      [word('produced'), day(lot.producedOn)],
      [word('bestBefore'), day(lot.bestBefore)],
      [word('certificate'), lot.certificate],
      [word('storage'), product?.storage && `${product.storage} °C`],
    ]
    const pairs = all.map(([label, text], at): Pair => (at === 0 ? [label, code, 'bold'] : [label, text || noText]))
    return { kind: 'pairs', isApart: true, pairs }
  })
  return [transportPairs(content), ...sheets]
}
