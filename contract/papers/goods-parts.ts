import { type Lot, type LotWeight, lotKey, sumKilograms } from '../lots.ts'
import { type ClaimReason, lotsIn } from '../shipment/claims.ts'
import { type Due, dues } from '../shipment/dues.ts'
import type { Loaded, LoadedLine, ShipmentStep } from '../shipment/milestones.ts'
import { formatMoney, lineTotal } from '../texts/money.ts'
import { paymentTermText } from '../texts/payment-terms.ts'
import { sumTonnes } from '../texts/quantity.ts'
import { dayText, tonnesText } from '../texts/shop-day.ts'
import { bankPairs, chargeRow, termPairs } from './offer-parts.ts'
import {
  beside,
  formText,
  lines,
  lotOf,
  type Pair,
  type PaperContent,
  type PaperPairs,
  type PaperParts,
  type PaperRow,
  pairsOf,
  productText,
  wordsOf,
} from './paper-content.ts'
import type { PaperWord } from './paper-texts.ts'

const noText = '–'

/** Whole kilograms of tonnes. */
const kilograms = (tonnes: number) => Math.round(tonnes * 1000)

const numbersIn = ({ language }: PaperContent) =>
  new Intl.NumberFormat(language, { useGrouping: 'always', maximumFractionDigits: 3 })

/** What went into a container. A device may not have the report of each of them. */
function loadsOf({ containers, order }: PaperContent): readonly Loaded[] {
  const { container = '', loaded = [] } = order.shipment ?? {}
  return containers.length > 0 ? containers : [{ container, lines: loaded }]
}

/** Cartons and gross weight of lines; undefined where the lots of one of them are not known. */
function packedIn(all: readonly LoadedLine[]): { cartons: number; gross: number } | undefined {
  const lots = all.map((line) => line.lots)
  if (lots.some((each) => each === undefined)) return undefined
  const known = lots.flatMap((each) => each ?? [])
  const cartons = known.reduce((sum, each) => sum + each.cartons, 0)
  return { cartons, gross: sumKilograms(known.map(({ gross }) => gross)) }
}

/** Containers with their seals, temperatures and weights, and the voyage with planned and real days. */
function transportPairs(content: PaperContent): PaperPairs {
  const { language, order, goods } = content
  const word = wordsOf(content)
  const number = numbersIn(content)
  const { done = [], vessel: known, etd: planned, eta } = order.shipment ?? {}
  const { vessel = known, voyage, from, to, etd = planned } = goods?.booked ?? {}
  const loads = loadsOf(content)
  const stowed = loads.map(({ container, seal, temperature, lines: inside }) => {
    const packed = packedIn(inside)
    const weights = loads.length > 1 && packed
    return lines(
      container,
      seal && `${word('seal')}: ${seal}`,
      temperature === undefined ? '' : `${word('temperature')}: ${number.format(temperature)} °C`,
      weights ? `${word('cartons')}: ${number.format(weights.cartons)}` : '',
      loads.length > 1
        ? `${word('net')}: ${number.format(kilograms(sumTonnes(inside.map(({ qty }) => qty))))}\u00a0kg`
        : '',
      weights ? `${word('gross')}: ${number.format(weights.gross)}\u00a0kg` : '',
    )
  })
  const dayOf = (step: ShipmentStep) => {
    const day = done.find((each) => each.step === step)?.on
    return day && dayText(day, language)
  }
  return pairsOf(
    ...stowed.map((text) => [word('container'), text] as const),
    [word('vessel'), lines(vessel, voyage && `${word('voyage')}: ${voyage}`)],
    [word('from'), from],
    [word('to'), to],
    [word('loadedOn'), dayOf('loaded')],
    [word('etdPlanned'), etd && dayText(etd, language)],
    [word('sailed'), dayOf('sailed')],
    [word('etaPlanned'), eta && dayText(eta, language)],
    [word('arrived'), dayOf('arrived')],
  )
}

/** A lot in a packing list: its label's days where the book has none. */
function lotRow(content: PaperContent, { code, cartons, net, gross, ...label }: LotWeight): PaperRow {
  const { producedOn, bestBefore, plant } = lotOf(content.goods, code) ?? {}
  const number = numbersIn(content)
  const days = [producedOn || label.producedOn, bestBefore || label.bestBefore, plant].map((text) => text || noText)
  return {
    ...{ kind: 'lot', text: `${wordsOf(content)('lot')} ${code}` },
    numbers: [number.format(cartons), number.format(net), number.format(gross), ...days],
  }
}

/** Cartons, net and gross weight of all goods. */
function totalsOf(content: PaperContent) {
  const all = loadsOf(content).flatMap((load) => load.lines)
  return { net: kilograms(sumTonnes(all.map(({ qty }) => qty))), ...packedIn(all) }
}

export function packingParts(content: PaperContent): PaperParts['parts'] {
  const { language } = content
  const word = wordsOf(content)
  const number = numbersIn(content)
  const loads = loadsOf(content)
  const all = loads.flatMap((load) => load.lines)
  const hasLots = all.some(({ lots }) => lots)
  const named = (load: Loaded, fishe: string) => ({
    ...{ kind: 'goods' as const, ...productText(content, fishe) },
    ...(loads.length > 1 && { note: load.container }),
  })
  const plain = (tonnes: number) => [tonnesText(tonnes, language), `${number.format(kilograms(tonnes))}\u00a0kg`]
  const weighed = (of: readonly LoadedLine[]) => {
    const packed = packedIn(of)
    const net = number.format(kilograms(sumTonnes(of.map(({ qty }) => qty))))
    const texts = packed ? [number.format(packed.cartons), net, number.format(packed.gross)] : [noText, net, noText]
    return [...texts, '', '', '']
  }
  if (!hasLots) {
    const rows = loads.flatMap((load) =>
      load.lines.map(({ fishe, qty }): PaperRow => ({ ...named(load, fishe), numbers: ['', ...plain(qty)] })),
    )
    const sum = plain(sumTonnes(all.map(({ qty }) => qty)))
    return [
      transportPairs(content),
      {
        ...{ kind: 'table', titles: [word('product'), '', word('quantity'), word('net')], rows },
        sum: { kind: 'total', text: word('total'), numbers: ['', ...sum] },
      },
    ]
  }
  const rows = loads.flatMap((load) =>
    load.lines.flatMap((line): PaperRow[] => [
      { ...named(load, line.fishe), numbers: weighed([line]) },
      ...(line.lots ?? []).map((lot) => lotRow(content, lot)),
    ]),
  )
  const titles = (['cartons', 'netKg', 'grossKg', 'produced', 'bestBefore', 'plant'] as const).map(word)
  return [
    transportPairs(content),
    {
      ...{ kind: 'table', titles: [word('product'), ...titles], widths: [48, 62, 62, 62, 62, 64], rows },
      sum: { kind: 'total', text: word('total'), numbers: weighed(all) },
    },
  ]
}

/** What is still to be paid, and until when. */
function openText(content: PaperContent, { part, open, day }: Due): string {
  const { language, offer } = content
  const amount = formatMoney(open, offer.currency, language)
  const word = wordsOf(content)
  const when = day
    ? `${word('dueOn')} ${dayText(day, language)}`
    : offer.balance && beside(content, (locale) => paymentTermText('balance', offer, locale) ?? '')
  return [word(part), amount, when].filter(Boolean).join(' · ')
}

/** The commercial invoice: what was loaded at the agreed prices. */
export function invoiceParts(content: PaperContent): PaperParts['parts'] {
  const { language, offer, order, containers, day, agreedOn = day, seller } = content
  const word = wordsOf(content)
  const number = numbersIn(content)
  const money = (minor: number) => formatMoney(minor, offer.currency, language)
  const shipment = order.shipment ?? { loaded: [], done: [] }
  const linesOf = (fishe: string) => containers.flatMap((each) => each.lines.filter((line) => line.fishe === fishe))
  const priced = offer.lines.flatMap(({ fishe, price }) => {
    const went = shipment.loaded.find((line) => line.fishe === fishe)
    return went ? [{ fishe, price: price ?? 0, qty: went.qty }] : []
  })
  const rows = priced.map(({ fishe, price, qty }): PaperRow => {
    const packed = packedIn(linesOf(fishe))
    const weights = [number.format(kilograms(qty)), packed ? number.format(packed.gross) : noText]
    return {
      ...{ kind: 'goods', ...productText(content, fishe) },
      numbers: [...weights, money(price), money(lineTotal(price, qty))],
    }
  })
  const sumRow = (kind: 'charge' | 'total', text: string, amount: string): PaperRow => ({
    ...{ kind, text, numbers: ['', '', '', amount] },
  })
  const charges = (offer.charges ?? []).map(({ label, amount }) => ({
    ...chargeRow(content, label, ''),
    numbers: ['', '', '', money(amount)],
  }))
  const { total, credited, paid, open, parts } = dues({ offer, shipment, agreedOn }, day)
  const left = total - credited - paid
  const { net, cartons, gross } = totalsOf(content)
  return [
    pairsOf(...termPairs(content)),
    transportPairs(content),
    {
      kind: 'table',
      titles: [word('product'), word('netKg'), word('grossKg'), word('price'), word('amount')],
      widths: [58, 58, 78, 88],
      rows: [...rows, ...charges],
      sum: {
        ...sumRow('total', `${word('total')} (${offer.currency})`, money(total)),
        numbers: [number.format(net), gross === undefined ? noText : number.format(gross), '', money(total)],
      },
      after: [
        ...(paid > 0 ? [sumRow('charge', word('lessPaid'), money(-paid))] : []),
        ...(credited > 0 ? [sumRow('charge', word('lessCredits'), money(-credited))] : []),
        left < 0
          ? sumRow('total', word('inFavour'), money(-left))
          : sumRow('total', `${word('amountDue')} (${offer.currency})`, money(open)),
      ],
    },
    pairsOf(
      [word('amountDue'), lines(...parts.flatMap((due) => (due.open > 0 ? [openText(content, due)] : []))), 'bold'],
      [word('cartons'), cartons === undefined ? '' : number.format(cartons)],
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
  const { language, offer, credited, seller } = content
  const word = wordsOf(content)
  const number = numbersIn(content)
  const money = (minor: number) => formatMoney(minor, offer.currency, language)
  const { invoice, on, lines: credit, reasons } = credited ?? { invoice: '', on: content.day, lines: [], reasons: [] }
  const rows = credit.map(({ fishe, kg, amount }): PaperRow => {
    const why = reasons.flatMap((each) => (each.fishe === fishe ? [word(reasonWords[each.reason])] : []))
    return {
      ...{ kind: 'goods', ...productText(content, fishe), note: [...new Set(why)].join(', ') },
      numbers: ['', `${number.format(kg)}\u00a0kg`, money(amount)],
    }
  })
  const total = credit.reduce((sum, { amount }) => sum + amount, 0)
  return [
    pairsOf([word('ofInvoice'), invoice, 'bold'], [word('claimOf'), dayText(on, language)]),
    {
      ...{ kind: 'table', titles: [word('product'), '', word('weight'), word('amount')], rows },
      sum: { kind: 'total', text: `${word('totalCredit')} (${offer.currency})`, numbers: ['', '', money(total)] },
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
  const { language, goods } = content
  const word = wordsOf(content)
  const number = numbersIn(content)
  const day = (text: string | undefined) => (text ? dayText(text, language) : '')
  const sheets = lotsWith(content).map(({ fishe, code, weights }): PaperPairs => {
    const lot: Partial<Lot> = lotOf(goods, code) ?? {}
    const product = goods?.products[fishe]
    const sum = (of: 'net' | 'gross') => `${number.format(sumKilograms(weights.map((each) => each[of])))}\u00a0kg`
    const all: [string, string | undefined][] = [
      [word('lot'), code],
      [word('species'), productText(content, fishe).text],
      [word('scientificName'), product?.scientific_name],
      [word('faoCode'), product?.fao_code],
      [word('productForm'), product && formText(content, product)],
      [word('hsCode'), product?.hs_code],
      [word('net'), sum('net')],
      [word('gross'), sum('gross')],
      [word('cartons'), number.format(weights.reduce((all, { cartons }) => all + cartons, 0))],
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
