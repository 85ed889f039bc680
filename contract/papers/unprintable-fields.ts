import { textIn } from '../shop.ts'
import { arePrintable } from './letters.ts'
import { buyerOf, type PaperMatter, productText } from './paper-parts.ts'
import type { LettersField } from './papers.ts'

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
