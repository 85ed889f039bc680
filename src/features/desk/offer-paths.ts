import { type AskedLine, chargeNumbers, type OfferField } from './offer-values.ts'

/** The field of the form for each path in a refusal of the server (`offer.lines.3.price`). */
export function offerPaths(lines: readonly AskedLine[]): Record<string, OfferField> {
  const terms = ['currency', 'incoterm', 'place', 'validUntil', 'readyFrom', 'payment', 'note'] as const
  const ofLines = lines.flatMap(({ fishe }, at): [string, OfferField][] => [
    [`lines.${at}.qty`, `qty:${fishe}`],
    [`lines.${at}.price`, `price:${fishe}`],
    [`lines.${at}.note`, `remark:${fishe}`],
    [`lines.${at}.fishe`, `missing:${fishe}`],
  ])
  // charges without a label are not sent; the sent ones come first
  const ofCharges = chargeNumbers.flatMap((at): [string, OfferField][] => [
    [`charges.${at}.label`, `label:${at}`],
    [`charges.${at}.amount`, `amount:${at}`],
  ])
  const ofTerms = terms.map((name): [string, OfferField] => [name, name])
  const [first] = lines
  const whole: [string, OfferField][] = first ? [['lines', `missing:${first.fishe}`]] : []
  const all = [...ofLines, ...ofCharges, ...ofTerms, ...whole]
  return Object.fromEntries(all.map(([path, field]) => [`offer.${path}`, field]))
}
