import { createRequire } from 'node:module'
import { factsLine } from '../../contract/line-facts.ts'
import { type Locale, nameIn } from '../../contract/locales.ts'
import type { Offer } from '../../contract/offers.ts'
import type { Order, OrderItem } from '../../contract/orders.ts'
import type { PaperKind } from '../../contract/papers/paper-kinds.ts'
import type { Seller } from '../../contract/papers/parties.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { textIn } from '../../contract/texts/shop-texts.ts'
import { amountText, dayText, tonnesText } from '../outgoing/mail-numbers.ts'
import { openSheet, type Row, type Sheet } from './paper-sheet.ts'
import { type PaperWord, paperTexts } from './paper-texts.ts'

/** What a paper is drawn from. */
export interface PaperContent {
  kind: PaperKind
  number: string
  replaces: string | undefined
  /** the shop's day on which it is made */
  day: string
  /** the buyer's */
  language: Locale
  order: Order
  /** the accepted one */
  offer: Offer
  seller: Seller
  shop: ShopSettings
  /** PNG */
  logo: Uint8Array | undefined
  /** of the order, for the QR code; undefined if the shop does not know its own */
  address: string | undefined
}

const fonts = createRequire(import.meta.url)
const fontFile = (name: string) => fonts.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

/** The text in the buyer's language, with the English one beside it where it differs. */
const beside = (own: string, english: string) => (own === english ? own : `${own} / ${english}`)

function wordsOf(language: Locale) {
  return (word: PaperWord | PaperKind) => beside(paperTexts[language][word], paperTexts.en[word])
}

const lines = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('\n')

function drawHead(sheet: Sheet, content: PaperContent): void {
  const { kind, number, replaces, day, language, order, logo, address } = content
  const word = wordsOf(language)
  sheet.head({
    logo,
    address,
    title: `${word(kind)} ${number}`,
    lines: [
      `${word('date')}: ${dayText(day, language)}`,
      `${word('order')}: ${order.reference}`,
      ...(replaces ? [`${word('replaces')} ${replaces}`] : []),
    ],
  })
}

function drawParties(sheet: Sheet, { language, order, seller, shop }: PaperContent): void {
  const word = wordsOf(language)
  const { user, shippingAddress: to, parties = {} } = order
  const numbered = (name: 'taxNumber' | 'registrationNumber' | 'approvalNumber', text: string | undefined) =>
    text && `${word(name)}: ${text}`
  sheet.pairs([
    [
      word('seller'),
      lines(
        ...[seller.legalName, shop.street, textIn(shop.city, language), shop.phone, shop.email],
        numbered('taxNumber', seller.taxNumber),
        numbered('registrationNumber', seller.registrationNumber),
        numbered('approvalNumber', seller.approvalNumber),
      ),
    ],
    [word('buyer'), lines(parties.company, user.name, user.email, numbered('taxNumber', parties.taxNumber))],
    [word('deliverTo'), lines(to.address, `${to.postalCode} ${to.city}`, to.country, to.phone)],
    [word('consignee'), parties.consignee ?? ''],
    [word('notifyParty'), parties.notifyParty ?? ''],
  ])
}

/** A product's name and facts in both languages. */
function productText(items: readonly OrderItem[], fishe: string, language: Locale): Pick<Row, 'text' | 'small'> {
  const item = items.find((each) => each.fishe === fishe)
  if (!item) return { text: '' }
  const names = { trade_name: item.name, trade_name_fr: item.name_fr, trade_name_es: item.name_es }
  const [own, english] = [factsLine(item, language), factsLine(item, 'en')]
  return {
    text: beside(nameIn(names, language), nameIn(names, 'en')),
    small: [own, own === english ? '' : english].filter(Boolean),
  }
}

function drawProforma(sheet: Sheet, { language, order, offer, seller, shop }: PaperContent): void {
  const word = wordsOf(language)
  const money = (minor: number) => amountText(minor, offer.currency, language)
  sheet.pairs([
    [word('term'), `${offer.incoterm} ${offer.place} (Incoterms 2020)`],
    [word('payment'), offer.payment ?? ''],
    [word('readyFrom'), offer.readyFrom ? dayText(offer.readyFrom, language) : ''],
  ])
  const sold = offer.lines.flatMap(({ fishe, qty, price, total, note }): Row[] =>
    price === null || total === null
      ? []
      : [
          {
            ...productText(order.orderItems, fishe, language),
            ...(note && { note }),
            numbers: [tonnesText(qty, language), money(price), money(total)],
          },
        ],
  )
  const charges = (offer.charges ?? []).map(
    ({ label, amount }): Row => ({ text: label, numbers: ['', '', money(amount)] }),
  )
  sheet.table({
    titles: [word('product'), word('quantity'), word('price'), word('total')],
    rows: [...sold, ...charges],
    sum: { text: `${word('total')} (${offer.currency})`, numbers: ['', '', money(offer.total)] },
  })
  if (offer.note) sheet.pairs([[word('note'), offer.note]])
  const { bank } = seller
  if (!bank) return
  const since = new Date(bank.since)
  const sinceDay = new Intl.DateTimeFormat('sv-SE', { timeZone: shop.timeZone, dateStyle: 'short' }).format(since)
  sheet.pairs([
    [word('bank'), lines(bank.bank, bank.bic && `BIC ${bank.bic}`)],
    [
      word('account'),
      lines(bank.account, `${word('holder')}: ${bank.holder}`, `${word('since')} ${dayText(sinceDay, language)}`),
    ],
  ])
}

function drawPacking(sheet: Sheet, { language, order }: PaperContent): void {
  const word = wordsOf(language)
  const { container = '', vessel = '', etd, eta, loaded = [] } = order.shipment ?? {}
  const day = (text: string | undefined) => (text ? dayText(text, language) : '')
  sheet.pairs([
    [word('container'), container],
    [word('vessel'), vessel],
    [word('etd'), day(etd)],
    [word('eta'), day(eta)],
  ])
  const kilograms = (tonnes: number) =>
    `${new Intl.NumberFormat(language, { useGrouping: 'always' }).format(Math.round(tonnes * 1000))} kg`
  const sum = loaded.reduce((all, { qty }) => all + Math.round(qty * 1000), 0) / 1000
  sheet.table({
    titles: [word('product'), '', word('quantity'), word('net')],
    rows: loaded.map(({ fishe, qty }) => ({
      ...productText(order.orderItems, fishe, language),
      numbers: ['', tonnesText(qty, language), kilograms(qty)],
    })),
    sum: { text: word('total'), numbers: ['', tonnesText(sum, language), kilograms(sum)] },
  })
}

/** Draws a paper as a PDF of A4 pages. */
export async function drawPaper(content: PaperContent): Promise<Uint8Array> {
  const page = paperTexts[content.language].page
  const footer = (at: number, all: number) => `${content.number} · ${page} ${at}/${all}`
  const font = { plain: fontFile('DejaVuSansCondensed'), bold: fontFile('DejaVuSansCondensed-Bold') }
  const sheet = await openSheet({ title: content.number, day: content.day, font, footer })
  drawHead(sheet, content)
  drawParties(sheet, content)
  if (content.kind === 'proforma') drawProforma(sheet, content)
  else drawPacking(sheet, content)
  return sheet.end()
}
