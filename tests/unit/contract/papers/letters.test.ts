// @vitest-environment node
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arePrintable, printedText, unprintableLetters } from '../../../../contract/papers/letters.ts'
import { paperParts, unprintableFields } from '../../../../contract/papers/paper-parts.ts'
import { drawPaper, paperFonts } from '../../../../server/papers/draw-paper.ts'
import { pdfText } from '../../../support/pdf-text.ts'
import { offer } from '../../../support/some-orders.ts'
import { paperContent } from '../../../support/some-papers.ts'

it('both fonts have every letter that counts as printable', () => {
  const fontkit = createRequire(import.meta.url)('fontkit') as {
    create(file: Buffer): { hasGlyphForCodePoint(code: number): boolean }
  }
  const fonts = Object.values(paperFonts).map((file) => fontkit.create(readFileSync(file)))
  const missing: string[] = []
  let printable = 0
  for (let code = 0x20; code < 0x30000; code++) {
    const letter = String.fromCodePoint(code)
    if (!/\p{Assigned}/u.test(letter) || /[\p{Surrogate}\p{Private_Use}]/u.test(letter)) continue
    if (!arePrintable(letter) || printedText(letter) === '') continue
    printable += 1
    for (const each of printedText(letter))
      if (each !== '\n' && !fonts.every((font) => font.hasGlyphForCodePoint(each.codePointAt(0) ?? 0)))
        missing.push(code.toString(16))
  }
  expect(missing).toEqual([])
  expect(printable).toBeGreaterThan(2_000)
})

it.each([
  ['Frío & Mañana SL, Côte d’Ivoire', ''],
  ['Łódź, Ελλάδα, Россия, Đà Nẵng', ''],
  ['e\u0301 and n\u0303, composed', ''],
  ['ＡＢＣ　ﬁsh ʿAlī Oʼahu', ''],
  ['東京 Kogyo 東京', '東京'],
  ['شركة', 'شركة'],
  ['Quay 🐟 5️⃣ 🇸🇳', ''],
  [`a${'\u0300'.repeat(100)}`, '\u0300'],
])('%s', (text, letters) => expect(unprintableLetters(text)).toBe(letters))

it('prints numbers of one letter as those of several', () =>
  expect(printedText('⅓ on order, ⅔ on loading, ⑩ boxes 🐟')).toBe('1⁄3 on order, 2⁄3 on loading, 10 boxes '))

it('prints an address in twelve lines, without empty ones', () => {
  expect(printedText(`Quay 1${'\n'.repeat(480)}Dakar`)).toBe('Quay 1\nDakar')
  const long = printedText(Array.from({ length: 240 }, (_, n) => n % 10).join('\n'))
  expect(long.split('\n')).toHaveLength(12)
  expect(long.replace(/[^\d]/g, '')).toHaveLength(240)
})

it('a paper of sixty lines lets others work between them', async () => {
  const line = { qty: 2, price: 100, total: 200, note: 'Line '.repeat(40) }
  const lines = Array.from({ length: 60 }, (_, n) => ({ ...line, fishe: `f${n}` }))
  let turns = 0
  let isDrawn = false
  const count = () => {
    turns++
    if (!isDrawn) setImmediate(count)
  }
  setImmediate(count)
  const content = paperContent({ offer: { ...offer(), lines } })
  await drawPaper({ ...content, number: 'PF-2026-0001', logo: undefined, address: undefined })
  isDrawn = true
  expect(turns).toBeGreaterThanOrEqual(60)
})

it('names a seal that cannot be printed', () => {
  const container = { container: 'CSQU3054383', seal: '東 7', lines: [] }
  expect(unprintableFields(paperContent({ kind: 'packing', containers: [container] }))).toEqual(['shipment.letters'])
})

const asian = (over: object = {}) =>
  paperContent({
    order: {
      ...paperContent().order,
      user: { name: '東京水産', email: 'b@example.org' },
      shippingAddress: { phone: '1', address: '築地 1', city: 'Tokyo', postalCode: '104', country: 'Japan' },
      ...over,
    },
  })

it('a name and an address that cannot be printed are named, unless a company and a consignee stand for them', async () => {
  expect(unprintableFields(asian())).toEqual(['buyer.letters', 'deliverTo.letters'])
  const named = asian({ parties: { company: 'Tokyo Suisan', consignee: 'Tokyo Suisan\nTsukiji 1' } })
  expect(unprintableFields(named)).toEqual([])
  const bytes = await drawPaper({ ...named, number: 'PF-1', logo: undefined, address: undefined })
  const text = pdfText(bytes).join('\n')
  expect(text).toContain('Tokyo Suisan')
  expect(text).not.toMatch(/[東築\0]/)
  expect(unprintableFields(asian({ parties: { company: '東京', consignee: 'T' } }))).toEqual(['buyer.letters'])
})

it('remarks of the offer lead to the order, and pictures are left out', () => {
  const sold = offer({ note: '東京', payment: '30 % ✅ 🐟', charges: [{ label: '運賃', amount: 5 }] })
  const said = JSON.stringify(paperParts(paperContent({ offer: sold, language: 'es' })))
  expect(said).toContain('en el pedido, en caracteres que aquí no se imprimen')
  expect(said).toContain('30 %')
  expect(said).not.toMatch(/東|運|🐟/u)
  expect(unprintableFields(paperContent({ offer: { ...sold, place: '上海' } }))).toEqual(['place.letters'])
})

it('any text is either printed by the font or named', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const left = unprintableLetters(text)
      expect(arePrintable(printedText(text))).toBe(left === '')
      for (const letter of left) expect(text.normalize('NFC')).toContain(letter)
    }),
  )
})
