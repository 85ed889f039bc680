import * as v from 'valibot'
import {
  filledLine,
  filledList,
  filledText,
  type InvalidField,
  id,
  nonEmptyLine,
  number,
  ruled,
  text,
  tolerantList,
} from './fields.ts'
import { limits } from './limits.ts'
import { Day, isDay } from './offers.ts'

/** The major fishing areas of FAO: inland waters up to 08, and the seas. */
export const faoAreas = [
  ...(['01', '02', '03', '04', '05', '06', '07', '08', '18', '21', '27', '31', '34', '37', '41', '47', '48'] as const),
  ...(['51', '57', '58', '61', '67', '71', '77', '81', '87', '88'] as const),
] as const
const isFaoArea = (area: string) => faoAreas.some((each) => each === area)

/** Whether a text is the IMO number of a ship: seven digits, the last of which checks the others. */
export function isImoNumber(text: string): boolean {
  if (!/^\d{7}$/.test(text)) return false
  const sum = [...text.slice(0, 6)].reduce((total, digit, at) => total + Number(digit) * (7 - at), 0)
  return sum % 10 === Number(text.at(-1))
}

/** Two codes that people would take for the same one have the same key. */
export const lotKey = (code: string) => code.normalize('NFKC').trim().toLowerCase()

const name = v.optional(filledLine(limits.nameLength))

/** What was caught or produced together. `fishe` is the id of the product. */
export const LotInput = v.object({
  code: filledLine(limits.lotCodeLength),
  fishe: nonEmptyLine(100),
  vessel: name,
  imo: v.optional(v.pipe(filledLine(10), ruled('imoNumber', isImoNumber))),
  flag: name,
  gear: name,
  area: v.pipe(filledLine(2), ruled('faoArea', isFaoArea)),
  subarea: name,
  caughtFrom: Day,
  caughtTo: v.optional(Day),
  landedAt: v.optional(v.pipe(filledLine(limits.placeLength), v.description('the port of the landing, or its day'))),
  plant: v.pipe(filledLine(limits.partyNumberLength), v.description('the approval number of the plant')),
  producedOn: Day,
  bestBefore: Day,
  certificate: v.optional(
    v.pipe(filledLine(limits.partyNumberLength), v.description('number of the catch certificate')),
  ),
  note: v.optional(filledText(limits.noteLength)),
})
export type LotInput = v.InferOutput<typeof LotInput>

const { code: lot, fishe: product, ...others } = LotInput.entries
/** A row of a spreadsheet of lots: what a cell leaves empty stays as it is in the book. */
export const LotImportRow = v.partial(v.object({ lot, product, ...others }))

/** A lot in the book; what a report from the cold store did not know is empty. */
export const Lot = v.object({
  _id: id,
  ...v.entriesFromList(
    [
      ...(['code', 'fishe', 'vessel', 'imo', 'flag', 'gear', 'area', 'subarea', 'caughtFrom', 'caughtTo'] as const),
      ...(['landedAt', 'plant', 'producedOn', 'bestBefore', 'certificate', 'note', 'updated_at'] as const),
    ],
    text,
  ),
  files: v.fallback(tolerantList(v.object({ name: text, file: text })), []),
})
export type Lot = v.InferOutput<typeof Lot>

/** Who got how much of a lot. `net` in kg. */
export const LotOrder = v.object({
  order: id,
  ...v.entriesFromList(['reference', 'company', 'line', 'container'], text),
  net: number,
})
export type LotOrder = v.InferOutput<typeof LotOrder>

/** The errors of days that are out of order. */
export function wrongLotDays(
  lot: Pick<LotInput, 'caughtFrom' | 'caughtTo' | 'landedAt' | 'producedOn' | 'bestBefore'>,
) {
  const { caughtFrom, caughtTo, landedAt = '', producedOn, bestBefore } = lot
  const landed = isDay(landedAt) ? landedAt : undefined
  const pairs = [
    ['caughtTo', caughtTo, caughtFrom],
    ['landedAt', landed, caughtTo ?? caughtFrom],
    ['producedOn', producedOn, caughtFrom],
    ['bestBefore', bestBefore, producedOn],
  ] as const
  return pairs.flatMap(([path, day, earlier]): InvalidField[] =>
    day !== undefined && day < earlier ? [{ path, rule: 'daysInOrder' }] : [],
  )
}

const kilograms = v.pipe(v.number(), v.gtValue(0), v.maxValue(limits.kilogramsMax))

/** How much of a lot is in a line. `net` and `gross` in kg, with at most three decimals. */
export const LotWeight = v.object({
  code: filledLine(limits.lotCodeLength),
  cartons: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.cartonsMax)),
  net: kilograms,
  gross: kilograms,
  /** of a lot that is not in the book yet, as its label has them */
  producedOn: v.optional(Day),
  bestBefore: v.optional(Day),
})
export type LotWeight = v.InferOutput<typeof LotWeight>
export const LotWeights = filledList(LotWeight, limits.lotsPerLine)

const grams = (kg: number) => Math.round(kg * 1000)
const isGrams = (kg: number) => Number(kg.toFixed(3)) === kg
/** A sum of kilograms without the errors of binary fractions. */
export const sumKilograms = (weights: readonly number[]) => weights.reduce((sum, kg) => sum + grams(kg), 0) / 1000

interface WeighedLine {
  /** tonnes */
  qty: number
  lots?: readonly LotWeight[] | undefined
}

/** The errors of lots at `{path}.N`: weights that are none, a lot twice, or a sum that is not the tonnes of the line, to the kilogram. */
export function wrongLots(path: string, lines: readonly WeighedLine[]): InvalidField[] {
  return lines.flatMap(({ qty, lots }, at): InvalidField[] => {
    if (!lots) return []
    const wrong = lots.flatMap(({ code, net, gross, producedOn, bestBefore }, of): InvalidField[] => {
      const lot = `${path}.${at}.lots.${of}`
      const params = { limit: 3 }
      if (!isGrams(net)) return [{ path: `${lot}.net`, rule: 'decimals', params }]
      if (!isGrams(gross)) return [{ path: `${lot}.gross`, rule: 'decimals', params }]
      if (gross < net) return [{ path: `${lot}.gross`, rule: 'minimum', params: { limit: net } }]
      if (producedOn && bestBefore && bestBefore < producedOn)
        return [{ path: `${lot}.bestBefore`, rule: 'daysInOrder' }]
      const isTwice = lots.findIndex((each) => lotKey(each.code) === lotKey(code)) < of
      return isTwice ? [{ path: `${lot}.code`, rule: 'alreadyUsed' }] : []
    })
    if (wrong.length > 0) return wrong
    const isWhole = Math.round(sumKilograms(lots.map(({ net }) => net))) === Math.round(qty * 1000)
    return isWhole ? [] : [{ path: `${path}.${at}.lots`, rule: 'sumOfLots' }]
  })
}
