import type { Locale } from '../locales.ts'
import { colonIn, nameIn } from '../locales.ts'
import { type Lot, lotKey } from '../lots.ts'
import type { Offer } from '../offers.ts'
import { type Order, offeredItems } from '../orders.ts'
import { factsLine, type ProductFields, productFields } from '../product-fields.ts'
import type { ClaimReason, CreditLine } from '../shipment/claims.ts'
import { depositDays, depositOf } from '../shipment/dues.ts'
import type { Booked, Loaded, LoadedLine } from '../shipment/milestones.ts'
import type { ShopSettings } from '../shop.ts'
import { kilogramsText } from '../texts/goods-words.ts'
import { incotermNames } from '../texts/incoterm-names.ts'
import { formatMoney } from '../texts/money.ts'
import { translatePacking } from '../texts/packing-texts.ts'
import { type PaymentTerm, paymentTerms, paymentTermText } from '../texts/payment-terms.ts'
import { toleranceText } from '../texts/quantity.ts'
import { addDays, dayIn, dayText, endText, tonnesText } from '../texts/shop-day.ts'
import { arePrintable } from './letters.ts'
import { type PaperWord, paperTexts } from './paper-texts.ts'
import type { PaperKind } from './papers.ts'
import type { BankAccount, SellerNames } from './parties.ts'

/** What customs and health authorities ask for about a product. */
export const customsFields = [
  ...(['scientific_name', 'fao_code', 'hs_code', 'origin', 'presentation', 'treatment', 'storage'] as const),
] as const
export type CustomsFields = Pick<ProductFields, (typeof customsFields)[number]>

/** What a credit note is about. */
export interface Credited {
  /** number of the invoice */
  invoice: string
  /** the shop's day of the claim */
  on: string
  lines: readonly CreditLine[]
  reasons: readonly { fishe: string; reason: ClaimReason }[]
}

/** What a paper is made from. */
export interface PaperContent {
  kind: PaperKind | 'offer'
  /** undefined: a draft */
  number: string | undefined
  replaces: string | undefined
  /** the shop's day on which it is made */
  day: string
  /** the reader's */
  language: Locale
  /** without the English words beside those of the language */
  isPlain?: boolean
  order: Pick<Order, 'reference' | 'shippingAddress' | 'parties' | 'orderItems' | 'shipment'> & {
    user: { name: string; email?: string }
  }
  /** the accepted one */
  offer: Offer
  /** what was loaded, by container */
  containers: readonly Loaded[]
  seller: SellerNames
  /** undefined on a device, which never has it */
  bank: BankAccount | undefined
  shop: ShopSettings
  goods?: PaperGoods
  /** the shop's day of the agreement */
  agreedOn?: string | undefined
  credited?: Credited | undefined
}

/** Data of goods from the shop's books; a device may lack it. */
export interface PaperGoods {
  /** by id */
  products: Readonly<Record<string, CustomsFields>>
  /** by the keys of their codes */
  lots: Readonly<Record<string, Lot>>
  /** what stands ready, where nothing is loaded yet */
  packed: readonly LoadedLine[]
  booked: Booked | undefined
}

/** The same before the paper has a number and a day. */
export type PaperMatter = Omit<PaperContent, 'number' | 'replaces' | 'day'>

export interface PaperRow {
  kind: 'goods' | 'unsold' | 'lot' | 'charge' | 'total'
  text: string
  /** lines below the text */
  small?: string[]
  note?: string
  /** of the columns after the text */
  numbers: readonly string[]
}

export interface PaperTable {
  kind: 'table'
  titles: readonly string[]
  /** of the columns after the text, in points of an A4 page; by default those of an offer */
  widths?: readonly number[]
  rows: readonly PaperRow[]
  sum: PaperRow
  /** what follows from the sum */
  after?: readonly PaperRow[]
}

export type Pair = readonly [label: string, text: string, look?: 'bold']

/** Labels with texts below them. */
export interface PaperPairs {
  kind: 'pairs'
  pairs: readonly Pair[]
  /** a line is drawn above them */
  isApart?: true
}

export interface PaperParts {
  letterhead: {
    name: string
    /** address, telephone and e-mail */
    contact: string
    /** the `image` value of a square logo, or of one that has the name in it; empty for none */
    logo: string
    isWide: boolean
    accent: string
  }
  title: string
  /** below the title */
  lines: readonly string[]
  parts: readonly (PaperPairs | PaperTable)[]
}

export type Languages = Pick<PaperContent, 'language' | 'isPlain'>

/** A text in the languages of a paper, once where they do not differ. */
export const textsIn = ({ language, isPlain }: Languages, textIn: (locale: Locale) => string) => [
  ...new Set((isPlain ? [language] : [language, 'en' as const]).map(textIn)),
]
export const beside = (languages: Languages, textIn: (locale: Locale) => string) =>
  textsIn(languages, textIn).join(' / ')
export const wordsOf = (languages: Languages) => (word: PaperWord) =>
  beside(languages, (locale) => paperTexts[word][locale])
export const colonOf = ({ language, isPlain }: Languages) => (isPlain ? colonIn(language) : ': ')

export const lines = (...texts: (string | false | undefined)[]) => texts.filter(Boolean).join('\n')

/** The words, days and amounts of a paper. A number that is not known is a dash. */
export function formatsOf(content: Languages & Pick<PaperContent, 'offer'>) {
  const { language, offer } = content
  const numbers = new Intl.NumberFormat(language, { useGrouping: 'always', maximumFractionDigits: 3 })
  return {
    word: wordsOf(content),
    day: (text: string | undefined) => (text ? dayText(text, language) : ''),
    money: (minor: number) => formatMoney(minor, offer.currency, language),
    number: (value: number | undefined) => (value === undefined ? noText : numbers.format(value)),
    kg: (value: number) => kilogramsText(value, language),
  }
}
export const noText = '–'

/** Pairs with a text. */
export const pairsOf = (...all: (readonly [string, string | undefined, 'bold'?])[]): PaperPairs => ({
  kind: 'pairs',
  pairs: all.flatMap(([label, text, ...look]): Pair[] => (text?.trim() ? [[label, text, ...look]] : [])),
})

/** A browser has all letters, a paper those of its font. */
export const canShow = (kind: PaperContent['kind'], text: string) => kind === 'offer' || arePrintable(text)

/** A remark of the offer, or where it can be read if a paper cannot print its letters. */
export const remark = (content: PaperContent, text: string | undefined) =>
  text && !canShow(content.kind, text) ? wordsOf(content)('inTheOrder') : text

type OfProducts = Languages & Pick<PaperContent, 'order' | 'offer' | 'containers' | 'goods'>

/** The major fishing areas of the lots of a product that are loaded or stand ready. */
function areasOf({ containers, goods }: OfProducts, fishe: string): string[] {
  const loaded = containers.flatMap((each) => each.lines)
  const lots = (loaded.length > 0 ? loaded : (goods?.packed ?? [])).flatMap((line) =>
    line.fishe === fishe ? (line.lots ?? []) : [],
  )
  return [...new Set(lots.flatMap(({ code }) => lotOf(goods, code)?.area || []))].sort()
}

export const lotOf = (goods: PaperGoods | undefined, code: string): Lot | undefined => goods?.lots[lotKey(code)]

/** What customs ask for about a product, on one line. */
function customsLine(content: OfProducts, fishe: string): string {
  const product = content.goods?.products[fishe]
  if (!product) return ''
  const { scientific_name, fao_code, hs_code, origin } = product
  const named = (name: 'hs_code' | 'origin', text: string) =>
    text && `${beside(content, (locale) => productFields[name].label[locale])}${colonOf(content)}${text}`
  const areas = areasOf(content, fishe).map((area) => `FAO ${area}`)
  const texts = [scientific_name, fao_code, ...areas, named('hs_code', hs_code), named('origin', origin)]
  return texts.filter(Boolean).join(' · ')
}

/** A product's name, facts and, where the shop's books are at hand, what customs ask for. */
export function productText(content: OfProducts, fishe: string) {
  const item = offeredItems(content.order.orderItems, content.offer).find((each) => each.fishe === fishe)
  if (!item) return { text: '', small: [] }
  const names = { trade_name: item.name, trade_name_fr: item.name_fr, trade_name_es: item.name_es }
  return {
    text: beside(content, (locale) => nameIn(names, locale)),
    small: [...textsIn(content, (locale) => factsLine(item, locale)), customsLine(content, fishe)].filter(Boolean),
  }
}

/** Presentation and treatment of a product in the paper's languages. */
export const formText = (languages: Languages, { presentation, treatment }: CustomsFields) =>
  beside(languages, (locale) =>
    [presentation, treatment].flatMap((text) => (text ? [translatePacking(text, locale)] : [])).join(', '),
  )

/* The parts of an offer, some of which other papers have too. */

/** How much is paid first, and until when. */
function depositDue(content: PaperContent): string | undefined {
  const { kind, offer, agreedOn } = content
  const { word, money, day } = formatsOf(content)
  const amount = depositOf(offer)
  if (kind === 'offer' || amount === 0) return undefined
  const due = agreedOn && `${word('dueOn')} ${day(addDays(agreedOn, depositDays))}`
  return [money(amount), due].filter(Boolean).join(' · ')
}

/** Where the risk passes, and how it is paid. */
export function termPairs(content: PaperContent) {
  const { kind, offer } = content
  const word = wordsOf(content)
  const term = kind === 'offer' ? beside(content, (locale) => incotermNames[offer.incoterm][locale]) : 'Incoterms 2020'
  const pair = (name: PaymentTerm, more?: string) => {
    const label = beside(content, (locale) => paymentTerms[name][locale])
    return [label, lines(...textsIn(content, (locale) => paymentTermText(name, offer, locale) ?? ''), more)] as const
  }
  return [
    [word('term'), `${offer.incoterm} ${offer.place} (${term})`],
    [word('payment'), remark(content, offer.payment)],
    pair('deposit', kind === 'invoice' ? undefined : depositDue(content)),
    pair('balance'),
    pair('claimDays'),
  ] as const
}

export const chargeRow = (content: PaperContent, label: string, numbers: string[]): PaperRow => ({
  ...{ kind: 'charge', text: remark(content, label) ?? '', numbers },
})

function offerTable(content: PaperContent): PaperTable {
  const { kind, language, offer } = content
  const { word, money } = formatsOf(content)
  const rows = offer.lines.flatMap(({ fishe, qty, price, total, note }): PaperRow[] => {
    const text = { ...productText(content, fishe), ...(note && { note: remark(content, note) ?? '' }) }
    if (price !== null && total !== null)
      return [{ kind: 'goods', ...text, numbers: [tonnesText(qty, language), money(price), money(total)] }]
    return kind === 'offer' ? [{ kind: 'unsold', ...text, numbers: [noText, word('notAvailable'), noText] }] : []
  })
  const charges = (offer.charges ?? []).map(({ label, amount }) => chargeRow(content, label, ['', '', money(amount)]))
  return {
    kind: 'table',
    titles: [word('product'), word('quantity'), word('price'), word('total')],
    rows: [...rows, ...charges],
    sum: { kind: 'total', text: `${word('total')} (${offer.currency})`, numbers: ['', '', money(offer.total)] },
  }
}

export function bankPairs(content: PaperContent): PaperPairs {
  const { kind, bank, shop } = content
  const { word, day } = formatsOf(content)
  if (!bank) return kind === 'offer' ? pairsOf() : pairsOf([word('bank'), word('bankLater')])
  const sinceDay = dayIn(shop.timeZone, Date.parse(bank.since))
  return pairsOf(
    [word('bank'), lines(bank.bank, bank.bic && `BIC ${bank.bic}`)],
    [word('account'), lines(bank.account, `${word('holder')}: ${bank.holder}`, `${word('since')} ${day(sinceDay)}`)],
  )
}

/** An offer, or the pro forma invoice of the accepted one. */
export function offerParts(content: PaperContent): PaperParts['parts'] {
  const { language, offer, shop } = content
  const { word, day } = formatsOf(content)
  return [
    pairsOf(
      [word('validUntil'), endText(offer.expiresAt, shop.timeZone, language), 'bold'],
      ...termPairs(content),
      [word('readyFrom'), day(offer.readyFrom)],
      [word('tolerance'), beside(content, (locale) => toleranceText(offer, locale))],
    ),
    offerTable(content),
    pairsOf([word('note'), remark(content, offer.note)]),
    bankPairs(content),
  ]
}
