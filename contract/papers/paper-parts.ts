import { paperAccent } from '../accent.ts'
import { colonIn, type Locale, nameIn } from '../locales.ts'
import type { Offer } from '../offers.ts'
import { addressLines, type Order, offeredItems, type SharedOffer } from '../orders.ts'
import { factsLine } from '../product-fields.ts'
import type { Loaded } from '../shipment/milestones.ts'
import { type ShopSettings, shopLine, textIn } from '../shop.ts'
import { incotermNames } from '../texts/incoterm-names.ts'
import { formatMoney } from '../texts/money.ts'
import { sumTonnes, toleranceText } from '../texts/quantity.ts'
import { dayIn, dayText, endText, tonnesText } from '../texts/shop-day.ts'
import { arePrintable, printedText } from './letters.ts'
import { type PaperWord, paperTexts } from './paper-texts.ts'
import type { LettersField, PaperKind } from './papers.ts'
import { type BankAccount, noSeller, type SellerNames } from './parties.ts'

/*
 * What an offer and the papers of an order say: the server draws a PDF and the page of a link, the app prints offers and drafts.
 */

/** What a paper is made from. */
export interface PaperContent {
  kind: PaperKind | 'offer'
  /** undefined: a draft, which has neither a number nor the bank account */
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
  bank: BankAccount | undefined
  shop: ShopSettings
}

/** The same before the paper has a number and a day. */
export type PaperMatter = Omit<PaperContent, 'number' | 'replaces' | 'day'>

export interface PaperRow {
  kind: 'goods' | 'unsold' | 'charge' | 'total'
  text: string
  /** lines below the text */
  small?: string[]
  note?: string
  /** of three columns */
  numbers: readonly [string, string, string]
}

export interface PaperTable {
  kind: 'table'
  titles: readonly [string, string, string, string]
  rows: readonly PaperRow[]
  sum: PaperRow
}

type Pair = readonly [label: string, text: string, look?: 'bold']

/** Labels with texts below them. */
export interface PaperPairs {
  kind: 'pairs'
  pairs: readonly Pair[]
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

type Languages = Pick<PaperContent, 'language' | 'isPlain'>

/** A text in the languages of a paper, once where they do not differ. */
const textsIn = ({ language, isPlain }: Languages, textIn: (locale: Locale) => string) => [
  ...new Set((isPlain ? [language] : [language, 'en' as const]).map(textIn)),
]
const beside = (languages: Languages, textIn: (locale: Locale) => string) => textsIn(languages, textIn).join(' / ')
const wordsOf = (languages: Languages) => (word: PaperWord) => beside(languages, (locale) => paperTexts[word][locale])
const colonOf = ({ language, isPlain }: Languages) => (isPlain ? colonIn(language) : ': ')

const lines = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('\n')

/** Pairs with a text. */
const pairsOf = (...all: (readonly [string, string | undefined, 'bold'?])[]): PaperPairs => ({
  kind: 'pairs',
  pairs: all.flatMap(([label, text, ...look]): Pair[] => (text?.trim() ? [[label, text, ...look]] : [])),
})

/** Who buys and where the goods go. A company and a consignee stand for a name and an address in letters that cannot be printed. */
function buyerOf({ kind, order: { user, shippingAddress: to, parties = {} } }: Pick<PaperContent, 'kind' | 'order'>) {
  const [name, address] = [lines(user.name, user.email), lines(...addressLines(to))]
  return {
    name: parties.company && !canShow(kind, name) ? '' : name,
    address: parties.consignee && !canShow(kind, address) ? '' : address,
  }
}

/** A browser has all letters, a paper those of its font. */
const canShow = (kind: PaperContent['kind'], text: string) => kind === 'offer' || arePrintable(text)

function letterheadOf({ kind, language, seller, shop }: PaperContent): PaperParts['letterhead'] {
  const { name, logo, logoWide, accent } = shop
  return {
    name: canShow(kind, name) ? name : seller.legalName,
    contact: shopLine({ ...shop, name: '' }, language),
    ...{ logo: logoWide || logo, isWide: logoWide !== '', accent: paperAccent(accent) },
  }
}

function partiesOf(content: PaperContent): PaperPairs {
  const { language, order, seller, shop } = content
  const word = wordsOf(content)
  const { parties = {} } = order
  const { name, address } = buyerOf(content)
  const numbered = (name: 'taxNumber' | 'registrationNumber' | 'approvalNumber', text: string | undefined) =>
    text && word(name) + colonOf(content) + text
  return pairsOf(
    [
      word('seller'),
      lines(
        ...[seller.legalName || shop.name, shop.street, textIn(shop.city, language), shop.phone, shop.email],
        numbered('taxNumber', seller.taxNumber),
        numbered('registrationNumber', seller.registrationNumber),
        numbered('approvalNumber', seller.approvalNumber),
      ),
    ],
    [word('buyer'), lines(parties.company, name, numbered('taxNumber', parties.taxNumber))],
    [word('deliverTo'), address],
    [word('consignee'), parties.consignee],
    [word('notifyParty'), parties.notifyParty],
  )
}

/** A product's name and facts. */
function productText({ order, offer, ...languages }: Languages & Pick<PaperContent, 'order' | 'offer'>, fishe: string) {
  const item = offeredItems(order.orderItems, offer).find((each) => each.fishe === fishe)
  if (!item) return { text: '', small: [] }
  const names = { trade_name: item.name, trade_name_fr: item.name_fr, trade_name_es: item.name_es }
  return {
    text: beside(languages, (locale) => nameIn(names, locale)),
    small: textsIn(languages, (locale) => factsLine(item, locale)).filter(Boolean),
  }
}

/** A remark of the offer, or where it can be read if a paper cannot print its letters. */
const remark = (content: PaperContent, text: string | undefined) =>
  text && !canShow(content.kind, text) ? wordsOf(content)('inTheOrder') : text

function offerTable(content: PaperContent): PaperTable {
  const { kind, language, offer } = content
  const word = wordsOf(content)
  const money = (minor: number) => formatMoney(minor, offer.currency, language)
  const rows = offer.lines.flatMap(({ fishe, qty, price, total, note }): PaperRow[] => {
    const text = { ...productText(content, fishe), ...(note && { note: remark(content, note) ?? '' }) }
    if (price !== null && total !== null)
      return [{ kind: 'goods', ...text, numbers: [tonnesText(qty, language), money(price), money(total)] }]
    return kind === 'offer' ? [{ kind: 'unsold', ...text, numbers: ['–', word('notAvailable'), '–'] }] : []
  })
  const charges = (offer.charges ?? []).map(
    ({ label, amount }): PaperRow => ({
      kind: 'charge',
      text: remark(content, label) ?? '',
      numbers: ['', '', money(amount)],
    }),
  )
  return {
    kind: 'table',
    titles: [word('product'), word('quantity'), word('price'), word('total')],
    rows: [...rows, ...charges],
    sum: { kind: 'total', text: `${word('total')} (${offer.currency})`, numbers: ['', '', money(offer.total)] },
  }
}

function bankPairs(content: PaperContent): PaperPairs {
  const { kind, language, number, bank, shop } = content
  const word = wordsOf(content)
  if (kind === 'proforma' && number === undefined) return pairsOf([word('bank'), word('bankLater')])
  if (!bank) return pairsOf()
  const sinceDay = dayIn(shop.timeZone, Date.parse(bank.since))
  return pairsOf(
    [word('bank'), lines(bank.bank, bank.bic && `BIC ${bank.bic}`)],
    [
      word('account'),
      lines(bank.account, `${word('holder')}: ${bank.holder}`, `${word('since')} ${dayText(sinceDay, language)}`),
    ],
  )
}

/** An offer, or the pro forma invoice of the accepted one. */
function offerParts(content: PaperContent): PaperParts['parts'] {
  const { kind, language, offer, shop } = content
  const word = wordsOf(content)
  const term = kind === 'offer' ? beside(content, (locale) => incotermNames[offer.incoterm][locale]) : 'Incoterms 2020'
  return [
    pairsOf(
      [word('validUntil'), endText(offer.expiresAt, shop.timeZone, language), 'bold'],
      [word('term'), `${offer.incoterm} ${offer.place} (${term})`],
      [word('payment'), remark(content, offer.payment)],
      [word('readyFrom'), offer.readyFrom && dayText(offer.readyFrom, language)],
      [word('tolerance'), beside(content, (locale) => toleranceText(offer, locale))],
    ),
    offerTable(content),
    pairsOf([word('note'), remark(content, offer.note)]),
    bankPairs(content),
  ]
}

function packingParts(content: PaperContent): PaperParts['parts'] {
  const { language, order, containers } = content
  const word = wordsOf(content)
  const { container: first = '', vessel, etd, eta, loaded = [] } = order.shipment ?? {}
  // a device may not have the report of each container
  const loads: readonly Loaded[] = containers.length > 0 ? containers : [{ container: first, lines: loaded }]
  const number = new Intl.NumberFormat(language, { useGrouping: 'always' })
  const columns = (tonnes: number): PaperRow['numbers'] => [
    '',
    tonnesText(tonnes, language),
    `${number.format(Math.round(tonnes * 1000))} kg`,
  ]
  const stowed = loads.map(({ container, seal, temperature }) =>
    lines(
      container,
      seal && `${word('seal')}: ${seal}`,
      temperature === undefined ? '' : `${word('temperature')}: ${number.format(temperature)} °C`,
    ),
  )
  const rows = loads.flatMap((load) =>
    load.lines.map(
      ({ fishe, qty }): PaperRow => ({
        kind: 'goods',
        ...productText(content, fishe),
        ...(loads.length > 1 && { note: load.container }),
        numbers: columns(qty),
      }),
    ),
  )
  const sum = sumTonnes(loads.flatMap((load) => load.lines.map(({ qty }) => qty)))
  return [
    pairsOf(
      ...stowed.map((text) => [word('container'), text] as const),
      [word('vessel'), vessel],
      [word('etd'), etd && dayText(etd, language)],
      [word('eta'), eta && dayText(eta, language)],
    ),
    {
      kind: 'table',
      titles: [word('product'), '', word('quantity'), word('net')],
      rows,
      sum: { kind: 'total', text: word('total'), numbers: columns(sum) },
    },
  ]
}

/** The texts as they are printed. */
function printed<T extends object>(of: T): T {
  const text = JSON.stringify(of, (_, value: unknown) => (typeof value === 'string' ? printedText(value) : value))
  // the same value with other texts
  return JSON.parse(text) as T
}

/** What a paper says, from top to bottom. */
export function paperParts(given: PaperContent): PaperParts {
  const { kind, number, replaces, day, language, order, offer, seller, bank } = given
  const content = kind === 'offer' ? given : { ...given, ...printed({ order, offer, seller, bank }) }
  const word = wordsOf(given)
  const colon = colonOf(given)
  return {
    letterhead: letterheadOf(content),
    title: number === undefined ? word(kind) : `${word(kind)} ${number}`,
    lines: [
      word('date') + colon + dayText(day, language),
      word(kind === 'offer' ? 'request' : 'order') + colon + content.order.reference,
      ...(replaces ? [`${word('replaces')} ${replaces}`] : []),
      ...(number === undefined ? [word('unnumbered')] : []),
    ],
    parts: [partiesOf(content), ...(kind === 'packing' ? packingParts(content) : offerParts(content))].filter(
      (part) => part.kind === 'table' || part.pairs.length > 0,
    ),
  }
}

type OfferContent = Pick<SharedOffer, 'number' | 'at' | 'offer'> &
  Pick<PaperContent, 'order' | 'shop' | keyof Languages>

/** What an offer says: as printed, and on the page of a link. */
export function offerPaper({ number, at, shop, ...content }: OfferContent): PaperParts {
  return paperParts({
    ...{ kind: 'offer', replaces: undefined, containers: [], seller: noSeller, bank: undefined, shop, ...content },
    ...{ number: String(number), day: dayIn(shop.timeZone, Date.parse(at)) },
  })
}

/** What of a paper has letters that cannot be printed. */
export function unprintableFields(matter: PaperMatter): LettersField[] {
  const { kind, language, order, offer, containers, seller, bank, shop } = matter
  const { parties = {}, shipment } = order
  const { name, address } = buyerOf(matter)
  const isProforma = kind === 'proforma'
  const sold = isProforma ? offer.lines : containers.flatMap((each) => each.lines)
  const names = sold.flatMap(({ fishe }) => Object.values(productText(matter, fishe)).flat())
  const texts: Record<LettersField, (string | undefined)[]> = {
    'seller.letters': [seller.legalName, seller.taxNumber, seller.registrationNumber, seller.approvalNumber],
    'shop.letters': [shop.street, textIn(shop.city, language), shop.phone, shop.email],
    'bank.letters': isProforma && bank ? [bank.holder, bank.bank, bank.account] : [],
    'buyer.letters': [name, parties.company, parties.taxNumber],
    'deliverTo.letters': [address],
    'consignee.letters': [parties.consignee],
    'notifyParty.letters': [parties.notifyParty],
    'place.letters': isProforma ? [offer.place] : [],
    'products.letters': names,
    'shipment.letters': isProforma ? [] : [shipment?.vessel, ...containers.map(({ seal }) => seal)],
  }
  // the keys are those of the table above
  return (Object.keys(texts) as LettersField[]).filter((field) => !arePrintable(...texts[field]))
}
