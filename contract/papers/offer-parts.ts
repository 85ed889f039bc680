import { depositDays, depositOf } from '../shipment/dues.ts'
import { incotermNames } from '../texts/incoterm-names.ts'
import { type PaymentTerm, paymentTerms, paymentTermText } from '../texts/payment-terms.ts'
import { toleranceText } from '../texts/quantity.ts'
import { addDays, dayIn, endText, tonnesText } from '../texts/shop-day.ts'
import {
  beside,
  formatsOf,
  lines,
  noText,
  type PaperContent,
  type PaperPairs,
  type PaperParts,
  type PaperRow,
  type PaperTable,
  pairsOf,
  productText,
  remark,
  textsIn,
  wordsOf,
} from './paper-content.ts'

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
