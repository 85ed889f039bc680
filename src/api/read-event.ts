import { eventKinds } from '../../contract/event-kinds.ts'
import { fileTypes, refusedFiles } from '../../contract/file-types.ts'
import type { EventFile } from '../../contract/files.ts'
import { incoterms } from '../../contract/offer-terms.ts'
import type { Offer, Wishes } from '../../contract/offers.ts'
import type { OrderEvent, OrderEvents } from '../../contract/order-events.ts'
import { isRecord, type JsonRecord, readText } from '../lib/record.ts'
import { readMilestone } from './read-shipment.ts'
import { readCount, readData, readId, readList, readNumber, readRows, readTexts, readTime } from './read-value.ts'

function readIncoterm(value: unknown) {
  return incoterms.find((term) => term === value)
}

/** The buyer's wishes for a quote; empty on servers that have none. */
export function readWishes(value: unknown): Wishes {
  if (!isRecord(value)) return {}
  const incoterm = readIncoterm(value.incoterm)
  return { ...readTexts(value, ['place', 'neededBy', 'currency', 'note']), ...(incoterm && { incoterm }) }
}

function readOfferLine(value: unknown): Offer['lines'][number] | undefined {
  if (!isRecord(value)) return undefined
  const isPriced = typeof value.price === 'number'
  return {
    fishe: readText(value.fishe),
    qty: readNumber(value.qty),
    price: isPriced ? readNumber(value.price) : null,
    total: isPriced ? readNumber(value.total) : null,
    ...readTexts(value, ['note']),
  }
}

function readCharge(value: unknown): { label: string; amount: number } | undefined {
  return isRecord(value) ? { label: readText(value.label), amount: readNumber(value.amount) } : undefined
}

function readOffer(value: JsonRecord): Offer | undefined {
  const incoterm = readIncoterm(value.incoterm)
  if (!incoterm) return undefined
  return {
    currency: readText(value.currency),
    incoterm,
    place: readText(value.place),
    validUntil: readText(value.validUntil),
    expiresAt: readTime(value.expiresAt),
    lines: readRows(readList(value.lines), readOfferLine) ?? [],
    charges: readRows(readList(value.charges), readCharge) ?? [],
    total: readNumber(value.total),
    ...readTexts(value, ['readyFrom', 'payment', 'note']),
    ...(typeof value.tolerance === 'number' && { tolerance: readNumber(value.tolerance) }),
  }
}

/** A file of an event; undefined for a type that this version of the app does not know. */
function readFile(value: unknown): EventFile | undefined {
  if (!isRecord(value)) return undefined
  const type = fileTypes.find((each) => each === value.type)
  const refused = refusedFiles.find((each) => each === value.refused)
  if (!type || readId(value) === '') return undefined
  const { name = '', sha256 = '' } = readTexts(value, ['name', 'sha256'])
  const file = { _id: readId(value), name, type, bytes: readCount(value.bytes), sha256 }
  return { ...file, ...(value.here === true && { here: true }), ...(refused && { refused }) }
}

/** An event of a thread; undefined for a kind that this version of the app does not know. */
export function readEvent(value: unknown): OrderEvent | undefined {
  if (!isRecord(value)) return undefined
  const kind = eventKinds.find((each) => each === value.kind)
  const by = isRecord(value.by) ? value.by : {}
  const offer = isRecord(value.offer) ? readOffer(value.offer) : readText(value.offer)
  const files = value.files === undefined ? undefined : readRows(readList(value.files), readFile)
  const milestone = kind === 'milestone' ? readMilestone(value) : {}
  if (!kind || !milestone || (kind === 'offer' && typeof offer !== 'object')) return undefined
  return {
    _id: readId(value),
    seq: readCount(value.seq),
    kind,
    at: readTime(value.at),
    by: { name: readText(by.name), side: by.side === 'shop' ? 'shop' : 'buyer' },
    ...(typeof value.number === 'number' && { number: readCount(value.number) }),
    ...(offer && { offer }),
    ...readTexts(value, ['note', 'text', 'of']),
    ...milestone,
    ...(files && files.length > 0 && { files }),
  }
}

/** A page of a thread; undefined for any other shape. */
export function readOrderEvents(body: unknown): OrderEvents | undefined {
  const value = readData(body)
  const events = readRows(readList(isRecord(value) ? value.events : undefined), readEvent)
  return events && isRecord(value) ? { events, earlier: value.earlier === true } : undefined
}
