// @vitest-environment node
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { locales } from '../../../../contract/locales.ts'
import type { LotWeight } from '../../../../contract/lots.ts'
import type { PaperParts, PaperTable } from '../../../../contract/papers/paper-content.ts'
import { paperParts } from '../../../../contract/papers/paper-parts.ts'
import type { PaperKind } from '../../../../contract/papers/papers.ts'
import { dues } from '../../../../contract/shipment/dues.ts'
import type { Loaded } from '../../../../contract/shipment/milestones.ts'
import { drawPaper } from '../../../../server/papers/draw-paper.ts'
import { pdfText } from '../../../support/pdf-text.ts'
import { offer } from '../../../support/some-orders.ts'
import { paperContent } from '../../../support/some-papers.ts'

const grams = fc.integer({ min: 1, max: 30_000_000 })
const line = fc.record({
  price: fc.integer({ min: 0, max: 10_000_000 }),
  lots: fc.option(fc.array(grams, { minLength: 1, maxLength: 4 }), { freq: 4 }),
  kilograms: fc.integer({ min: 1, max: 90_000 }),
})
const deals = fc.record({
  language: fc.constantFrom(...locales),
  currency: fc.constantFrom('EUR', 'XOF', 'KWD'),
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  charges: fc.array(fc.integer({ min: 0, max: 1e7 }), { maxLength: 3 }),
  deposit: fc.integer({ min: 0, max: 100 }),
  paid: fc.record({ deposit: fc.integer({ min: 0, max: 1e8 }), balance: fc.integer({ min: 0, max: 1e8 }) }),
  credits: fc.array(fc.integer({ min: 0, max: 1e7 }), { maxLength: 2 }),
  containers: fc.integer({ min: 1, max: 2 }),
})
type Deal = typeof deals extends fc.Arbitrary<infer D> ? D : never

const codeOf = (line: number, at: number) => `L${line}-${at}`
const lotsOf = (all: readonly number[], line: number): LotWeight[] =>
  all.map((each, at) => ({ code: codeOf(line, at), cartons: at + 1, net: each / 1000, gross: (each + 500) / 1000 }))

/** A paper of an order that was loaded into one or two containers. */
function contentOf(deal: Deal, kind: PaperKind) {
  const { language, currency, lines, charges, deposit, paid, credits } = deal
  const made = offer({
    ...{ currency, deposit, balance: { kind: 'days-after-loading', days: 10 } },
    lines: lines.map(({ price }, at) => ({ fishe: `f${at}`, qty: 100, price })),
    charges: charges.map((amount, at) => ({ label: `Charge ${at}`, amount })),
  })
  const loads = lines.map(({ lots, kilograms }, at) => {
    // the sum of the lots, to the kilogram
    const whole = lots ? Math.max(1, Math.round(lots.reduce((sum, each) => sum + each, 0) / 1000)) : kilograms
    return { fishe: `f${at}`, qty: whole / 1000, ...(lots && { lots: lotsOf(lots, at) }) }
  })
  const split = deal.containers === 2 ? [loads.slice(0, 1), loads.slice(1)] : [loads]
  const containers = split.flatMap((each, at): Loaded[] =>
    each.length > 0 ? [{ container: `CSQU305438${at}`, lines: each }] : [],
  )
  const base = paperContent({ offer: made })
  const done = [{ step: 'loaded', on: '2026-06-12', _id: 'm1' } as const]
  const claims = credits.map((credit, at) => ({ _id: `c${at}`, credit }))
  const loaded = loads.map(({ fishe, qty }) => ({ fishe, qty }))
  const shipment = { step: 'loaded' as const, done, loaded, paid, claims }
  const order = { ...base.order, shipment }
  return { ...base, kind, language, isPlain: true, order, containers, agreedOn: '2026-06-01' }
}

function tableOf({ parts }: PaperParts): PaperTable {
  const table = parts.find((part) => part.kind === 'table')
  if (table?.kind !== 'table') throw new Error('without a table')
  return table
}

/** A printed number in thousandths or minor units, by its digits alone. */
function numberOf(text = '', digits = 3, language = 'en'): number {
  const [whole = '', part = ''] = text.split(language === 'en' ? '.' : ',')
  const sign = /[-−]/.test(text) ? -1 : 1
  const count = digits === 0 ? '' : part.replace(/\D/g, '').padEnd(digits, '0')
  return sign * Number(`${(digits === 0 ? text : whole).replace(/\D/g, '')}${count}`)
}

it('the lines of an invoice sum up to its total, and less payments and credits it is what is due', () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const content = contentOf(deal, 'invoice')
      const { rows, sum, after = [] } = tableOf(paperParts(content))
      const digits = { EUR: 2, XOF: 0, KWD: 3 }[deal.currency] ?? 2
      const amountOf = ({ numbers }: { numbers: readonly string[] }) => numberOf(numbers.at(-1), digits, deal.language)
      const total = rows.map(amountOf).reduce((all, each) => all + each, 0)
      expect(amountOf(sum)).toBe(total)
      const { offer: sold, order } = content
      const due = dues({ offer: sold, shipment: order.shipment, agreedOn: '2026-06-01' }, content.day)
      const left = after.slice(0, -1).reduce((all, row) => all + amountOf(row), total)
      const last = after.at(-1)
      // what was paid above the price is the buyer's
      expect([amountOf(last ?? sum), due.open]).toEqual([Math.abs(left), Math.max(0, left)])
    }),
    { numRuns: 200 },
  )
})

it('the packing list and the invoice have the net weights that were loaded, and the same gross weights', () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const packing = tableOf(paperParts(contentOf(deal, 'packing')))
      const invoice = tableOf(paperParts(contentOf(deal, 'invoice')))
      const { loaded } = contentOf(deal, 'packing').order.shipment
      const hasLots = deal.lines.some(({ lots }) => lots)
      const weight = (text: string | undefined) =>
        text === '–' ? undefined : numberOf(text?.replace(/\s*kg/, ''), 3, deal.language)
      const goods = packing.rows.filter(({ kind }) => kind === 'goods')
      const kilograms = loaded.map(({ qty }) => Math.round(qty * 1000) * 1000)
      const net = hasLots ? 1 : 2
      expect(goods.map(({ numbers }) => weight(numbers[net]))).toEqual(kilograms)
      const priced = invoice.rows.filter(({ kind }) => kind === 'goods')
      expect(priced.map(({ numbers }) => weight(numbers[0]))).toEqual(kilograms)
      const all = kilograms.reduce((sum, each) => sum + each, 0)
      expect([weight(packing.sum.numbers[net]), weight(invoice.sum.numbers[0])]).toEqual([all, all])
      if (!hasLots) return
      expect(priced.map(({ numbers }) => weight(numbers[1]))).toEqual(goods.map(({ numbers }) => weight(numbers[2])))
      expect(weight(invoice.sum.numbers[1])).toEqual(weight(packing.sum.numbers[2]))
    }),
    { numRuns: 200 },
  )
})

it.each([
  [
    'en',
    { deposit: 30, balance: { kind: 'against-documents' } },
    ['30 % within 7 days of the agreement', 'against documents'],
  ],
  ['fr', { balance: { kind: 'days-after-arrival', days: 1 } }, ['1 jour après l’arrivée']],
  [
    'es',
    { deposit: 20, balance: { kind: 'before-loading' } },
    ['20 % en los 7 días siguientes al acuerdo', 'antes de la carga'],
  ],
] as const)('an offer says in %s how it is paid, and by when to claim', (language, terms, texts) => {
  const claims = { en: 'until 5 days after receipt', fr: 'jusqu’à 5 jours', es: 'hasta 5 días' }
  const sold = { ...offer({ ...terms, payment: 'By SWIFT' }), claimDays: 5 }
  const { parts } = paperParts(paperContent({ kind: 'offer', offer: sold, language, isPlain: true }))
  const pairs = parts.flatMap((part) => (part.kind === 'pairs' ? part.pairs.map(([, words]) => words) : []))
  const all = pairs.map((words) => words.replace(/\s/g, ' '))
  for (const text of ['By SWIFT', ...texts]) expect(all).toContain(text)
  expect(all.some((words) => words.includes(claims[language]))).toBe(true)
})

it('sixty lines of three lots break over pages, each with the titles and its number, in less than a megabyte', async () => {
  const lines = Array.from({ length: 60 }, () => ({
    price: 435_000,
    lots: [4_000_125, 4_000_500, 3_999_875],
    kilograms: 1,
  }))
  const deal: Deal = {
    ...{ language: 'es', currency: 'EUR', lines, charges: [], deposit: 30, containers: 2 },
    ...{ paid: { deposit: 0, balance: 0 }, credits: [] },
  }
  for (const kind of ['packing', 'invoice', 'data-sheet'] as const) {
    const number = 'X-2026-0001'
    const content = { ...contentOf(deal, kind), isPlain: false, number, logo: undefined, address: 'https://q.example/' }
    const bytes = await drawPaper(content)
    const pages = pdfText(bytes)
    expect(bytes.length).toBeLessThan(1024 * 1024)
    expect(pages.length).toBeGreaterThan(kind === 'invoice' ? 2 : 5)
    for (const [at, page] of pages.entries()) expect(page).toContain(`Página ${at + 1}/${pages.length}`)
    const titled = pages.filter((page) => page.includes('Producto / Product'))
    if (kind === 'packing') expect(titled).toHaveLength(pages.length)
    const text = pages.join('\n')
    for (const at of [0, 59]) if (kind !== 'invoice') for (const of of [0, 1, 2]) expect(text).toContain(codeOf(at, of))
  }
}, 120_000)

it('a draft says so on each page, and has no number', async () => {
  const content = { ...paperContent({ kind: 'proforma', number: undefined }), logo: undefined, address: undefined }
  const [page = ''] = pdfText(await drawPaper({ ...content, language: 'fr' }))
  expect(page).toContain('BROUILLON / DRAFT: Facture pro forma / Pro forma invoice')
  expect(page.match(/BROUILLON/g)?.length).toBeGreaterThan(1)
  expect(page).not.toContain('PF-')
  expect(page).toContain('non valable pour un paiement')
})
