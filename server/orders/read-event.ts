import type { InvalidField } from '../../contract/field-rules.ts'
import { limits } from '../../contract/limits.ts'
import type { OfferInput } from '../../contract/offers.ts'
import type { OrderEventBody, OrderEventInput } from '../../contract/order-events.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { offerTotal } from '../../contract/texts/money.ts'
import { isQuantity } from '../../contract/texts/quantity.ts'
import { addDays, dayIn } from '../../contract/texts/shop-day.ts'
import { readFiles } from '../files/order-files.ts'
import { lacks, readMilestone } from './milestones.ts'

type Read = { event: OrderEventInput; wrong?: undefined } | { event?: undefined; wrong: InvalidField[] }

/** A message has a text, files or both. */
function readMessage(text: string | undefined, given: OrderEventBody['files']): Read {
  if (given === undefined)
    return text === undefined ? { wrong: lacks('text', text) } : { event: { kind: 'message', text } }
  const { files, wrong } = readFiles(given)
  if (wrong.length > 0) return { wrong }
  return { event: { kind: 'message', ...(text !== undefined && { text }), files } }
}

/** Parses an event: the members of its kind and no others, or the errors. */
export function readEvent(body: OrderEventBody): Read {
  const { kind, after, offer, note, text, files: given, of } = body
  const noted = note === undefined ? {} : { note }
  const noAfter = after === undefined ? lacks('after', after) : []
  const noId = typeof offer === 'string' ? [] : lacks('offer', offer)
  const noOffer = typeof offer === 'object' ? [] : lacks('offer', offer)
  const noNote = note === undefined ? lacks('note', note) : []
  switch (kind) {
    case 'offer':
      if (after === undefined || typeof offer !== 'object') return { wrong: [...noAfter, ...noOffer] }
      return { event: { kind, after, offer } }
    case 'withdraw':
      if (after === undefined || typeof offer !== 'string') return { wrong: [...noAfter, ...noId] }
      return { event: { kind, after, offer: offer.toLowerCase() } }
    case 'close':
      if (after === undefined || note === undefined) return { wrong: [...noAfter, ...noNote] }
      return { event: { kind, after, note } }
    case 'accept':
    case 'decline':
      return typeof offer === 'string' ? { event: { kind, offer: offer.toLowerCase(), ...noted } } : { wrong: noId }
    case 'cancel':
      return { event: { kind, ...noted } }
    case 'message':
      return readMessage(text, given)
    case 'milestone':
      return readMilestone(body)
    case 'correct':
      if (of === undefined || note === undefined)
        return { wrong: [...(of === undefined ? lacks('of', of) : []), ...noNote] }
      return { event: { kind, of: of.toLowerCase(), note, ...(after !== undefined && { after }) } }
  }
}

function wrongValidity({ validUntil }: OfferInput, today: string): InvalidField[] {
  const path = 'offer.validUntil'
  const limit = limits.validityDays
  if (validUntil < today) return [{ path, rule: 'todayOrLater' }]
  return validUntil > addDays(today, limit) ? [{ path, rule: 'daysAhead', params: { limit } }] : []
}

/** Each product of the request exactly once, and at least one price. */
function wrongLines({ lines }: OfferInput, requested: readonly string[]): InvalidField[] {
  const wrong: InvalidField[] = []
  const open = new Set(requested)
  for (const [at, { fishe, qty }] of lines.entries()) {
    if (!open.delete(fishe)) wrong.push({ path: `offer.lines.${at}.fishe`, rule: 'productOfRequest' })
    if (!isQuantity(qty)) {
      const params = { limit: limits.quantityDecimals }
      wrong.push({ path: `offer.lines.${at}.qty`, rule: 'decimals', params })
    }
  }
  if (open.size > 0) wrong.push({ path: 'offer.lines', rule: 'everyProduct' })
  else if (lines.every(({ price }) => price === null)) wrong.push({ path: 'offer.lines', rule: 'onePrice' })
  return wrong
}

/** Refuses totals above the safe integers, and discounts above the price of the goods. */
function wrongTotal({ lines, charges }: OfferInput): InvalidField[] {
  const total = offerTotal(lines, charges)
  if (total < 0) return [{ path: 'offer.charges', rule: 'minimum', params: { limit: 0 } }]
  if (Number.isSafeInteger(total)) return []
  return [{ path: 'offer.lines', rule: 'maximum', params: { limit: Number.MAX_SAFE_INTEGER } }]
}

interface OfferTerms extends Pick<ShopSettings, 'timeZone' | 'currencies'> {
  /** ms since 1970 */
  now: number
}

/** The errors of an offer at this moment. `requested`: ids of the order's products. */
export function wrongOffer(shop: OfferTerms, offer: OfferInput, requested: readonly string[]): InvalidField[] {
  const currency: InvalidField[] = shop.currencies.includes(offer.currency)
    ? []
    : [{ path: 'offer.currency', rule: 'shopCurrency' }]
  const today = dayIn(shop.timeZone, shop.now)
  const wrong = [...currency, ...wrongLines(offer, requested), ...wrongValidity(offer, today)]
  return wrong.length > 0 ? wrong : wrongTotal(offer)
}
