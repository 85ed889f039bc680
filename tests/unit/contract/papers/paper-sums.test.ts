// @vitest-environment node
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { locales } from '../../../../contract/locales.ts'
import type { PaperParts, PaperRow } from '../../../../contract/papers/paper-content.ts'
import { paperParts } from '../../../../contract/papers/paper-parts.ts'
import { drawPaper } from '../../../../server/papers/draw-paper.ts'
import { pdfText } from '../../../support/pdf-text.ts'
import { isLong } from '../../../support/run.ts'
import { offer } from '../../../support/some-orders.ts'
import { paperContent } from '../../../support/some-papers.ts'

const digitsOf = { XOF: 0, JPY: 0, EUR: 2, USD: 2, GBP: 2, KWD: 3, TND: 3 } as const
const marks = { en: '.', fr: ',', es: ',' } as const
const decimals = (text: string, mark: string) => /^\d*/.exec(text.split(mark).slice(1).at(-1) ?? '')?.[0].length ?? 0

const line = fc.record({
  price: fc.option(fc.integer({ min: 0, max: 1e9 }), { freq: 6 }),
  kilograms: fc.integer({ min: 1, max: 100_000_000 }),
})
const deals = fc
  .record({
    language: fc.constantFrom(...locales),
    currency: fc.constantFrom(...(Object.keys(digitsOf) as (keyof typeof digitsOf)[])),
    lines: fc.array(line, { minLength: 1, maxLength: 60 }),
    charges: fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 5 }),
    tolerance: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  })
  .filter(({ lines }) => lines.some(({ price }) => price !== null))

type Deal = typeof deals extends fc.Arbitrary<infer D> ? D : never

/** The offer as the server makes it, with a product for each line. */
function contentOf({ language, currency, lines, charges, tolerance }: Deal) {
  const made = offer({
    currency,
    lines: lines.map(({ price, kilograms }, at) => ({ fishe: `f${at}`, qty: kilograms / 1000, price })),
    charges: charges.map((amount, at) => ({ label: `Charge ${at}`, amount })),
    ...(tolerance !== undefined && { tolerance }),
  })
  return paperContent({ offer: made, language })
}

function tableOf({ parts }: PaperParts) {
  const table = parts.find((part) => part.kind === 'table')
  if (table?.kind !== 'table') throw new Error('without a table')
  return table
}

/** Minor units of a printed amount, read by its signs alone. */
function minorOf(text: string, { currency, language }: Pick<Deal, 'currency' | 'language'>): bigint {
  const digits = text.replace(/\D/g, '')
  expect([text, decimals(text, marks[language])]).toEqual([text, digitsOf[currency]])
  return BigInt(digits) * (/[-−]/.test(text) ? -1n : 1n)
}

/** Half up, in whole numbers. */
const exact = (price: number, kilograms: number) => (BigInt(price) * BigInt(kilograms) * 2n + 1000n) / 2000n

it('the sums on paper equal those of the offer in every currency and language', () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const content = contentOf(deal)
      const { rows, sum } = tableOf(paperParts(content))
      const amountOf = ({ numbers }: PaperRow) => minorOf(numbers[2] ?? '', deal)
      const sold = deal.lines.flatMap(({ price, kilograms }) => (price === null ? [] : [{ price, kilograms }]))
      const wanted = [...sold.map((each) => exact(each.price, each.kilograms)), ...deal.charges.map(BigInt)]
      expect(rows.map(amountOf)).toEqual(wanted)
      expect(rows.slice(0, sold.length).map(({ numbers }) => minorOf(numbers[1] ?? '', deal))).toEqual(
        sold.map(({ price }) => BigInt(price)),
      )
      const total = wanted.reduce((all, each) => all + each, 0n)
      expect([amountOf(sum), BigInt(content.offer.total)]).toEqual([total, total])
    }),
    { numRuns: 300 },
  )
})

it('so do those in the PDF, where no number breaks, and the draft says the same amounts', async () => {
  await fc.assert(
    fc.asyncProperty(deals, async (deal) => {
      const content = contentOf(deal)
      const { rows, sum } = tableOf(paperParts(content))
      const numbers = [...rows, sum].flatMap((row) => row.numbers.filter(Boolean))
      expect(tableOf(paperParts({ ...content, number: undefined }))).toEqual(tableOf(paperParts(content)))
      const bytes = await drawPaper({ ...content, number: 'PF-2026-0012', logo: undefined, address: undefined })
      const read = pdfText(bytes).join('\n').split('\n')
      // in their order, each on a line of its own
      let at = 0
      for (const number of numbers) {
        const found = read.indexOf(number, at)
        expect([number, found >= at]).toEqual([number, true])
        at = found + 1
      }
    }),
    { numRuns: isLong ? 12 : 4 },
  )
}, 120_000)

it.each([
  ['en', 2.5, 'Up to 2.5\u00a0% more than offered may be loaded'],
  ['fr', 2.5, 'Jusqu’à 2,5\u00a0% de plus que la quantité offerte peuvent être chargés'],
  ['es', undefined, 'Se puede cargar hasta un 5\u00a0% más de lo ofrecido'],
  ['en', 0, 'No more than offered may be loaded'],
] as const)('says in %s what a tolerance of %s allows', (language, tolerance, text) => {
  const terms = tolerance === undefined ? {} : { tolerance }
  const { parts } = paperParts(paperContent({ offer: offer(terms), language }))
  const said = parts.flatMap((part) => (part.kind === 'pairs' ? part.pairs.map(([, words]) => words) : []))
  expect(said.some((words) => words.startsWith(text))).toBe(true)
})

it('prints since when an account stands by the day of the shop', () => {
  const { bank, shop } = paperContent()
  const since = (timeZone: string) => {
    const given = { bank: bank && { ...bank, since: '2026-06-14T12:30:00.000Z' }, shop: { ...shop, timeZone } }
    return JSON.stringify(paperParts(paperContent(given)).parts)
  }
  expect(since('Pacific/Auckland')).toContain('15 June 2026')
  expect(since('America/Los_Angeles')).toContain('14 June 2026')
})
