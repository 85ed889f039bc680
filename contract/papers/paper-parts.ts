import { type Locale, nameIn } from '../locales.ts'
import type { Offer } from '../offers.ts'
import { addressLines, type Order, type OrderItem } from '../orders.ts'
import { factsLine } from '../product-fields.ts'
import type { Loaded } from '../shipment/milestones.ts'
import { type ShopSettings, textIn } from '../shop.ts'
import { formatMoney } from '../texts/money.ts'
import { sumTonnes, toleranceText } from '../texts/quantity.ts'
import { dayIn, dayText, endText, tonnesText } from '../texts/shop-day.ts'
import { arePrintable, printedText } from './letters.ts'
import { type PaperWord, paperTexts } from './paper-texts.ts'
import type { LettersField, PaperKind } from './papers.ts'
import type { BankAccount, SellerNames } from './parties.ts'

/*
 * What a paper says: the server draws it as a PDF, the app prints it as a draft.
 */

/** What a paper is made from. */
export interface PaperContent {
  kind: PaperKind
  /** undefined: a draft, which has neither a number nor the bank account */
  number: string | undefined
  replaces: string | undefined
  /** the shop's day on which it is made */
  day: string
  /** the buyer's */
  language: Locale
  order: Pick<Order, 'reference' | 'user' | 'shippingAddress' | 'parties' | 'orderItems' | 'shipment'>
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

/** Labels with texts below them. */
interface PaperPairs {
  kind: 'pairs'
  pairs: readonly (readonly [label: string, text: string])[]
}

export interface PaperParts {
  title: string
  /** below the title */
  lines: readonly string[]
  parts: readonly (PaperPairs | PaperTable)[]
}

/** The text in the buyer's language, with the English one beside it where it differs. */
const beside = (own: string, english: string) => (own === english ? own : `${own} / ${english}`)

function wordsOf(language: Locale) {
  return (word: PaperWord) => beside(paperTexts[language][word], paperTexts.en[word])
}

const lines = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('\n')

/** Pairs with a text. */
const pairsOf = (...all: (readonly [string, string | undefined])[]): PaperPairs => ({
  kind: 'pairs',
  pairs: all.flatMap(([label, text]) => (text?.trim() ? [[label, text] as const] : [])),
})

/** Who buys and where the goods go. A company and a consignee stand for a name and an address in letters that cannot be printed. */
export function buyerOf({ user, shippingAddress: to, parties = {} }: PaperContent['order']) {
  const name = lines(user.name, user.email)
  const address = lines(...addressLines(to))
  return {
    name: parties.company && !arePrintable(name) ? '' : name,
    address: parties.consignee && !arePrintable(address) ? '' : address,
  }
}

function partiesOf(content: PaperContent): PaperPairs {
  const { language, order, seller, shop } = content
  const word = wordsOf(language)
  const { parties = {} } = order
  const { name, address } = buyerOf(order)
  const numbered = (name: 'taxNumber' | 'registrationNumber' | 'approvalNumber', text: string | undefined) =>
    text && `${word(name)}: ${text}`
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

/** A product's name and facts in both languages. */
export function productText(
  items: readonly OrderItem[],
  fishe: string,
  language: Locale,
): Pick<PaperRow, 'text' | 'small'> {
  const item = items.find((each) => each.fishe === fishe)
  if (!item) return { text: '' }
  const names = { trade_name: item.name, trade_name_fr: item.name_fr, trade_name_es: item.name_es }
  const [own, english] = [factsLine(item, language), factsLine(item, 'en')]
  return {
    text: beside(nameIn(names, language), nameIn(names, 'en')),
    small: [own, own === english ? '' : english].filter(Boolean),
  }
}

/** A remark of the offer, or where it can be read if a paper cannot print its letters. */
const remark = (text: string | undefined, language: Locale) =>
  text && !arePrintable(text) ? wordsOf(language)('inTheOrder') : text

function offerTable({ language, order, offer }: PaperContent): PaperTable {
  const word = wordsOf(language)
  const money = (minor: number) => formatMoney(minor, offer.currency, language)
  const sold = offer.lines.flatMap(({ fishe, qty, price, total, note }): PaperRow[] =>
    price === null || total === null
      ? []
      : [
          {
            ...productText(order.orderItems, fishe, language),
            ...(note && { note: remark(note, language) ?? '' }),
            numbers: [tonnesText(qty, language), money(price), money(total)],
          },
        ],
  )
  const charges = (offer.charges ?? []).map(
    ({ label, amount }): PaperRow => ({ text: remark(label, language) ?? '', numbers: ['', '', money(amount)] }),
  )
  return {
    kind: 'table',
    titles: [word('product'), word('quantity'), word('price'), word('total')],
    rows: [...sold, ...charges],
    sum: { text: `${word('total')} (${offer.currency})`, numbers: ['', '', money(offer.total)] },
  }
}

function bankPairs({ language, number, bank, shop }: PaperContent): PaperPairs {
  const word = wordsOf(language)
  if (number === undefined) return pairsOf([word('bank'), word('bankLater')])
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

function proformaParts(content: PaperContent): PaperParts['parts'] {
  const { language, offer, shop } = content
  const word = wordsOf(language)
  return [
    pairsOf(
      [word('validUntil'), endText(offer.expiresAt, shop.timeZone, language)],
      [word('term'), `${offer.incoterm} ${offer.place} (Incoterms 2020)`],
      [word('payment'), remark(offer.payment, language)],
      [word('readyFrom'), offer.readyFrom && dayText(offer.readyFrom, language)],
      [word('tolerance'), beside(toleranceText(offer, language), toleranceText(offer, 'en'))],
    ),
    offerTable(content),
    pairsOf([word('note'), remark(offer.note, language)]),
    bankPairs(content),
  ]
}

function packingParts({ language, order, containers }: PaperContent): PaperParts['parts'] {
  const word = wordsOf(language)
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
        ...productText(order.orderItems, fishe, language),
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
      sum: { text: word('total'), numbers: columns(sum) },
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
  const { kind, number, replaces, day, language, offer, seller, bank } = given
  const content = { ...given, ...printed({ order: given.order, offer, seller, bank }) }
  const { order } = content
  const word = wordsOf(language)
  return {
    title: number === undefined ? word(kind) : `${word(kind)} ${number}`,
    lines: [
      `${word('date')}: ${dayText(day, language)}`,
      `${word('order')}: ${order.reference}`,
      ...(replaces ? [`${word('replaces')} ${replaces}`] : []),
      ...(number === undefined ? [word('unnumbered')] : []),
    ],
    parts: [partiesOf(content), ...(kind === 'proforma' ? proformaParts(content) : packingParts(content))],
  }
}

/** What of a paper has letters that cannot be printed. */
export function unprintableFields(matter: PaperMatter): LettersField[] {
  const { kind, language, order, offer, containers, seller, bank, shop } = matter
  const { parties = {}, shipment } = order
  const { name, address } = buyerOf(order)
  const names = (kind === 'proforma' ? offer.lines : containers.flatMap((each) => each.lines)).map(({ fishe }) => {
    const { text, small = [] } = productText(order.orderItems, fishe, language)
    return [text, ...small].join('')
  })
  const isProforma = kind === 'proforma'
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
