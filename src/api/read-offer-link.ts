import type { OfferLink, OfferLinkMade } from '../../contract/offer-links.ts'
import { isRecord, readText } from '../lib/record.ts'
import { readCount, readId } from './read-value.ts'

/** A link that was just made; undefined without an address. */
export function readOfferLinkMade(body: unknown): OfferLinkMade | undefined {
  if (!isRecord(body)) return undefined
  const url = readText(body.url)
  return url === '' ? undefined : { _id: readId(body), url, until: readText(body.until) }
}

/** The links to an offer; undefined if this is no list. */
export function readOfferLinks(body: unknown): OfferLink[] | undefined {
  if (!Array.isArray(body)) return undefined
  return body.filter(isRecord).map((link) => ({
    ...{ _id: readId(link), at: readText(link.at), by: link.by === 'shop' ? 'shop' : 'buyer' },
    ...{
      until: readText(link.until),
      seen: readCount(link.seen),
      ...(link.seenAt !== undefined && { seenAt: readText(link.seenAt) }),
    },
  }))
}
