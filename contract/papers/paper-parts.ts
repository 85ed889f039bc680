import { paperAccent } from '../accent.ts'
import { addressLines, type SharedOffer } from '../orders.ts'
import { shopLine, textIn } from '../shop.ts'
import { dayIn, dayText } from '../texts/shop-day.ts'
import { creditParts, dataSheetParts, invoiceParts, packingParts } from './goods-parts.ts'
import { arePrintable, printedText } from './letters.ts'
import {
  canShow,
  colonOf,
  formText,
  type Languages,
  lines,
  offerParts,
  type PaperContent,
  type PaperMatter,
  type PaperPairs,
  type PaperParts,
  pairsOf,
  productText,
  wordsOf,
} from './paper-content.ts'
import type { LettersField } from './papers.ts'
import { noSeller } from './parties.ts'

/*
 * What an offer and the papers of an order say: the server draws a PDF and the page of a link, the app prints offers and drafts.
 */

/** Who buys and where the goods go. A company and a consignee stand for a name and an address in letters that cannot be printed. */
function buyerOf({ kind, order: { user, shippingAddress: to, parties = {} } }: Pick<PaperContent, 'kind' | 'order'>) {
  const [name, address] = [lines(user.name, user.email), lines(...addressLines(to))]
  return {
    name: parties.company && !canShow(kind, name) ? '' : name,
    address: parties.consignee && !canShow(kind, address) ? '' : address,
  }
}

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

/** The texts as they are printed. */
function printed<T extends object>(of: T): T {
  const text = JSON.stringify(of, (_, value: unknown) => (typeof value === 'string' ? printedText(value) : value))
  // the same value with other texts
  return JSON.parse(text) as T
}

const partsOf: Record<PaperContent['kind'], (content: PaperContent) => PaperParts['parts']> = {
  ...{ offer: offerParts, proforma: offerParts, packing: packingParts, invoice: invoiceParts },
  ...{ credit: creditParts, 'data-sheet': dataSheetParts },
}

/** What a paper says, from top to bottom. */
export function paperParts(given: PaperContent): PaperParts {
  const { kind, number, replaces, day, language, order, offer, seller, bank, containers, goods, credited } = given
  const matter = { order, offer, seller, bank, containers, goods, credited }
  const content = kind === 'offer' ? given : { ...given, ...printed(matter) }
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
    parts: [partiesOf(content), ...partsOf[kind](content)].filter(
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
  const { kind, language, order, offer, containers, seller, bank, shop, goods, credited } = matter
  const { parties = {}, shipment } = order
  const { name, address } = buyerOf(matter)
  const isPriced = kind === 'proforma' || kind === 'invoice'
  const isShipped = kind !== 'proforma' && kind !== 'credit'
  const sold = credited?.lines ?? (isShipped ? containers.flatMap((each) => each.lines) : offer.lines)
  const names = sold.flatMap(({ fishe }) => {
    const product = goods?.products[fishe]
    return [...Object.values(productText(matter, fishe)).flat(), product && formText(matter, product), product?.storage]
  })
  const { vessel = shipment?.vessel, voyage, from, to } = goods?.booked ?? {}
  const inLots = containers.flatMap((each) => each.lines.flatMap((line) => (line.lots ?? []).map(({ code }) => code)))
  const lots = Object.values(goods?.lots ?? {})
  const lotTexts: Partial<Record<typeof kind, string[]>> = {
    packing: [...inLots, ...lots.map(({ plant }) => plant)],
    'data-sheet': [...inLots, ...lots.flatMap(({ note: _, files: __, ...lot }) => Object.values(lot))],
  }
  const texts: Record<LettersField, (string | undefined)[]> = {
    'seller.letters': [seller.legalName, seller.taxNumber, seller.registrationNumber, seller.approvalNumber],
    'shop.letters': [shop.street, textIn(shop.city, language), shop.phone, shop.email],
    'bank.letters': isPriced && bank ? [bank.holder, bank.bank, bank.account] : [],
    'buyer.letters': [name, parties.company, parties.taxNumber],
    'deliverTo.letters': [address],
    'consignee.letters': [parties.consignee],
    'notifyParty.letters': [parties.notifyParty],
    'place.letters': isPriced ? [offer.place] : [],
    'products.letters': names,
    'shipment.letters': isShipped ? [vessel, voyage, from, to, ...containers.map(({ seal }) => seal)] : [],
    'lots.letters': lotTexts[kind] ?? [],
  }
  // the keys are those of the table above
  return (Object.keys(texts) as LettersField[]).filter((field) => !arePrintable(...texts[field]))
}
