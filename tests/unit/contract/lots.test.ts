// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invalidFields } from '../../../contract/broken-rules.ts'
import { limits } from '../../../contract/limits.ts'
import {
  isImoNumber,
  LotInput,
  type LotWeight,
  lotKey,
  sumKilograms,
  wrongLotDays,
  wrongLots,
} from '../../../contract/lots.ts'

test.each([
  ['9074729', true],
  ['9319466', true],
  ['9074728', false],
  ['0974729', false],
  ['IMO 9074729', false],
  ['907472', false],
  ['90747290', false],
  ['９０７４７２９', false],
])('%s is an IMO number: %s', (text, isOne) => {
  expect(isImoNumber(text)).toBe(isOne)
})

test('one wrong digit of an IMO number is noticed, whichever it is', () => {
  const weights = [7, 6, 5, 4, 3, 2]
  for (const [at, weight] of weights.entries())
    for (let other = 0; other < 10; other++) {
      const text = `${'9074729'.slice(0, at)}${other}${'9074729'.slice(at + 1)}`
      // the check digit is the last one of a sum, so that a few changes cannot be seen
      const isSame = (weight * (other - Number('9074729'[at]))) % 10 === 0
      expect(isImoNumber(text)).toBe(isSame)
    }
})

const lot = {
  ...{ code: 'L-26/114', fishe: 'hake', area: '34', plant: 'SN 12.34.567 CE' },
  ...{ caughtFrom: '2026-05-01', producedOn: '2026-05-04', bestBefore: '2027-11-04' },
}

test('the areas are those of FAO', () => {
  expect(invalidFields(LotInput, lot)).toEqual([])
  for (const area of ['27', '01', '88']) expect(invalidFields(LotInput, { ...lot, area })).toEqual([])
  for (const area of ['00', '34.1', '99', '7'])
    expect(invalidFields(LotInput, { ...lot, area }).map(({ path }) => path)).toEqual(['area'])
  expect(invalidFields(LotInput, { ...lot, imo: '9074728' })).toEqual([{ path: 'imo', rule: 'imoNumber' }])
  expect(invalidFields(LotInput, { ...lot, area: '99' })).toEqual([{ path: 'area', rule: 'faoArea' }])
})

test('codes that people take for the same one have the same key', () => {
  expect(lotKey(' ｌ－26 ')).toBe(lotKey('L-26'))
  expect(lotKey('L-26')).not.toBe(lotKey('L26'))
})

test('the days of a lot are in order; the landing may be a port', () => {
  expect(wrongLotDays({ ...lot, caughtTo: '2026-05-03', landedAt: '2026-05-03' })).toEqual([])
  expect(wrongLotDays({ ...lot, landedAt: 'Dakar' })).toEqual([])
  const paths = (over: Partial<typeof lot> & { caughtTo?: string; landedAt?: string }) =>
    wrongLotDays({ ...lot, ...over }).map(({ path }) => path)
  expect(paths({ caughtTo: '2026-04-30' })).toEqual(['caughtTo'])
  expect(paths({ caughtTo: '2026-05-03', landedAt: '2026-05-02' })).toEqual(['landedAt'])
  expect(paths({ producedOn: '2026-04-30' })).toEqual(['producedOn'])
  expect(paths({ bestBefore: '2026-05-03' })).toEqual(['bestBefore'])
  expect(paths({ caughtFrom: '2027-12-01' })).toEqual(['producedOn'])
})

const weight = (net: number, over: Partial<LotWeight> = {}): LotWeight => ({
  ...{ code: 'L-1', cartons: 1, net, gross: Math.ceil(net) + 1 },
  ...over,
})
const wrongOf = (qty: number, ...lots: LotWeight[]) => wrongLots('loaded.lines', [{ qty: 1 }, { qty, lots }])

test('lots add up to the tonnes of their line, to the kilogram', () => {
  const two = (a: number, b: number) => [weight(a), weight(b, { code: 'L-2' })]
  expect(wrongOf(1, ...two(250.125, 749.875))).toEqual([])
  expect(wrongOf(1, ...two(250.125, 750.374))).toEqual([])
  expect(wrongOf(1, ...two(250.125, 750.376))).toEqual([{ path: 'loaded.lines.1.lots', rule: 'sumOfLots' }])
  expect(wrongOf(1, ...two(250.125, 748.875))).toEqual([{ path: 'loaded.lines.1.lots', rule: 'sumOfLots' }])
  // a sum of binary fractions would be 0.30000000000000004
  expect(wrongOf(0.001, ...two(0.1, 0.2), weight(0.7, { code: 'L-3' }))).toEqual([])
})

test('a weight has grams at most, the gross one is not below the net one, and a lot is there once', () => {
  const at = (name: string) => `loaded.lines.1.lots.0.${name}`
  expect(wrongOf(1, weight(1000.0001))).toEqual([{ path: at('net'), rule: 'decimals', params: { limit: 3 } }])
  expect(wrongOf(1, weight(1000, { gross: 1000.0001 }))).toEqual([
    { path: at('gross'), rule: 'decimals', params: { limit: 3 } },
  ])
  expect(wrongOf(1, weight(1000, { gross: 999.999 }))).toEqual([
    { path: at('gross'), rule: 'minimum', params: { limit: 1000 } },
  ])
  expect(wrongOf(1, weight(1000, { producedOn: '2026-05-04', bestBefore: '2026-05-03' }))).toEqual([
    { path: at('bestBefore'), rule: 'daysInOrder' },
  ])
  expect(wrongOf(1, weight(500), weight(500, { code: ' l-1' }))).toEqual([
    { path: 'loaded.lines.1.lots.1.code', rule: 'alreadyUsed' },
  ])
})

test('any split of whole kilograms into grams adds up', () => {
  const grams = fc.array(fc.integer({ min: 1, max: 30_000_000 }), { minLength: 1, maxLength: limits.lotsPerLine })
  fc.assert(
    fc.property(grams, (parts) => {
      const lots = parts.map((part, at) => weight(part / 1000, { code: `L-${at}` }))
      const sum = parts.reduce((total, part) => total + part, 0)
      expect(sumKilograms(lots.map(({ net }) => net))).toBe(sum / 1000)
      const kilograms = Math.round(sum / 1000)
      if (kilograms > 0) expect(wrongOf(kilograms / 1000, ...lots)).toEqual([])
      expect(wrongOf((kilograms + 1) / 1000, ...lots).map(({ rule }) => rule)).toEqual(['sumOfLots'])
    }),
  )
})
