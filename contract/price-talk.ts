import type { InvalidField } from './fields.ts'
import type { Offer } from './offers.ts'
import { lineTotal, offerTotal } from './texts/money.ts'
import { wrongQuantities } from './texts/quantity.ts'

/* Answers to an offer beside acceptance and refusal: a counter with other prices, and the acceptance of a part. */

interface Taken {
  fishe: string
  qty: number
  price?: number | null | undefined
}

interface Terms extends Partial<Pick<Offer, 'incoterm' | 'place'>> {
  lines: readonly Taken[]
}

/** An offer with the lines, prices and terms that both sides have agreed on; its charges stay whole. Lines of other products are left out. */
export function agreedOffer({ inParts: _, ...offer }: Offer, { lines, incoterm, place }: Terms): Offer {
  const agreed = offer.lines.flatMap(({ alternativeTo: _, least: __, ...line }) => {
    const of = lines.find(({ fishe }) => fishe === line.fishe)
    const each = of?.price ?? line.price
    return of && each !== null ? [{ ...line, qty: of.qty, price: each, total: lineTotal(each, of.qty) }] : []
  })
  const changed = { ...(incoterm && { incoterm }), ...(place && { place }) }
  return { ...offer, ...changed, lines: agreed, total: offerTotal(agreed, offer.charges) }
}

/** The product that was asked for, for a line and its alternatives. */
const wanted = ({ fishe, alternativeTo = fishe }: Offer['lines'][number]) => alternativeTo

/** Whether one of several products has to be chosen, so that the offer cannot be accepted as it stands. */
export const hasChoice = ({ lines }: Pick<Offer, 'lines'>) =>
  lines.some(({ alternativeTo, price }) => alternativeTo !== undefined && price !== null)

/** The errors of the lines that a buyer wants: other products, one twice, a product with its alternative, or a total that is no amount. */
export function wrongLinesTaken(offer: Offer, terms: Terms): InvalidField[] {
  const open = new Map(offer.lines.filter((line) => line.price !== null).map((line) => [line.fishe, line]))
  const chosen = new Set<string>()
  const wrong = terms.lines.flatMap(({ fishe }, at): InvalidField[] => {
    const line = open.get(fishe)
    if (!line || !open.delete(fishe)) return [{ path: `lines.${at}.fishe`, rule: 'productOfOffer' }]
    if (chosen.has(wanted(line))) return [{ path: `lines.${at}.fishe`, rule: 'oneOfAlternatives' }]
    chosen.add(wanted(line))
    return []
  })
  wrong.push(...wrongQuantities('lines', terms.lines))
  if (wrong.length > 0) return wrong
  const { total } = agreedOffer(offer, terms)
  if (total < 0) return [{ path: 'lines', rule: 'minimum', params: { limit: 0 } }]
  return total > Number.MAX_SAFE_INTEGER
    ? [{ path: 'lines', rule: 'maximum', params: { limit: Number.MAX_SAFE_INTEGER } }]
    : []
}

/** The errors of an acceptance: of the whole offer without `lines`, which an offer with alternatives needs. */
export function wrongAcceptance(offer: Offer, lines: readonly Taken[] | undefined): InvalidField[] {
  if (!lines) return hasChoice(offer) ? [{ path: 'lines', rule: 'required' }] : []
  const wrong = wrongLinesTaken(offer, { lines })
  if (wrong.length > 0) return wrong
  const chosen = new Set<string>()
  for (const [at, { fishe, qty }] of lines.entries()) {
    const line = offer.lines.find((each) => each.fishe === fishe)
    // both are checked above
    if (!line) continue
    chosen.add(wanted(line))
    const path = `lines.${at}.qty`
    if (qty > line.qty) wrong.push({ path, rule: 'maximum', params: { limit: line.qty } })
    else if (!offer.inParts && qty !== line.qty) wrong.push({ path, rule: 'offeredTonnes' })
    else if (qty < (line.least ?? 0)) wrong.push({ path, rule: 'minimum', params: { limit: line.least ?? 0 } })
  }
  const isWhole = offer.lines.every((line) => line.price === null || chosen.has(wanted(line)))
  return offer.inParts || isWhole || wrong.length > 0 ? wrong : [{ path: 'lines', rule: 'everyProduct' }]
}
