import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Zip, ZipPassThrough } from 'fflate'
import type { Locale } from '../../contract/locales.ts'
import type { Offer } from '../../contract/offers.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import { offeredItems } from '../../contract/orders.ts'
import { missingDocuments, neededDocuments } from '../../contract/shipment/needed-documents.ts'
import { countedReports } from '../../contract/shipment/shipment-state.ts'
import { findFishes } from '../catalogue/fishes-table.ts'
import { certificatesOf } from '../catalogue/read-fishes.ts'
import { isoNow } from '../db/database.ts'
import { limitHit } from '../db/rate-limits.ts'
import type { OrderFileRow } from '../db/row-types.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse } from '../http/refusal.ts'
import { findOrder, type StoredOrder } from '../orders/order-queries.ts'
import { mayRead, noOrder, toThread } from '../orders/order-view.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { files, keyOf } from '../storage/order-files.ts'
import { savedName } from '../storage/send-file.ts'
import { type DossierContent, type DossierProduct, dossierTexts, missingText } from './dossier-parts.ts'
import { type Known, readKnown } from './read-matter.ts'

/** Bytes of a name without its ending: file systems take 255. */
const longest = 180
/** Names that Windows keeps for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Makes names within a ZIP from those of files: never a path, not too long, and none twice. */
export function uniqueNames() {
  const taken = new Set<string>()
  return (folder: string, file: { name: string; type: string }): string => {
    const plain = savedName(file).normalize('NFC').replace(reserved, '_$&')
    const ending = /\.[a-z0-9]{1,5}$/i.exec(plain)?.[0] ?? ''
    let stem = ''
    for (const sign of plain.slice(0, plain.length - ending.length))
      if (Buffer.byteLength(stem + sign) <= longest) stem += sign
      else break
    // Windows drops dots and spaces at the end
    stem = stem.replace(/[.\s]+$/, '')
    for (let times = 1; ; times++) {
      const path = `${folder}/${stem || 'file'}${times > 1 ? ` (${times})` : ''}${ending}`
      // most systems take two names that differ in capitals for one
      const key = path.toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return path
    }
  }
}

interface Entry {
  name: string
  /** when it was written, ISO 8601 */
  at: string
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** A ZIP of stored files, of which only what is being read is in memory. */
export async function* zipped(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  for await (const { name, at, bytes } of entries) {
    const file = new ZipPassThrough(name)
    file.mtime = at
    zip.add(file)
    for await (const part of bytes) {
      file.push(part)
      yield* written.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* written.splice(0)
  }
  zip.end()
  yield* written
}

/** A PDF of a lot or a product, by its address. */
interface Certificate {
  name: string
  file: string
  at: string
}

/** A file that is opened when its turn comes. */
interface Planned {
  name: string
  at: string
  open(): Promise<Readable | undefined>
}

interface Dossier {
  content: DossierContent
  planned: Planned[]
}

async function* entriesOf({ content, planned }: Dossier, language: Locale): AsyncGenerator<Entry> {
  const { at } = content
  for (const { name, text } of dossierTexts(content)) yield { name, at, bytes: [Buffer.from(text)] }
  const lost: string[] = []
  for (const { name, at, open } of planned) {
    const bytes = await open()
    if (bytes) yield { name, at, bytes }
    else lost.push(name)
  }
  // what is lost is only known now
  const missing = missingText({ ...content, missingFiles: [...content.missingFiles, ...lost] }, language)
  yield { name: 'missing.txt', at, bytes: [Buffer.from(missing)] }
}

/** The reports of a shipment that count, with their days. */
function readShipment(offer: Offer, { events, goods: { booked } }: Known) {
  const { of, loads } = countedReports(offer, events)
  const reportOf = ({ _id, on = '' }: OrderEvent) => ({ _id, on })
  const [packed, sailed] = [of('packed'), of('sailed')]
  return {
    containers: loads.flatMap((load) => (load.loaded ? [{ ...reportOf(load), ...load.loaded }] : [])),
    packed: packed?.packed && { ...reportOf(packed), ...packed.packed },
    sailed: sailed && reportOf(sailed),
    booked,
  }
}

/** The files of a dossier: issued papers, documents, certificates of lots and products, and the other files of the thread. */
async function planFiles(deps: ServiceDeps, { order, events, papers }: Known, certificates: readonly Certificate[]) {
  const place = uniqueNames()
  const rows = await files(deps.db).selectAll().where('order_id', '=', order._id).orderBy('announced_at').execute()
  const numbers = new Map(papers.map(({ file_id, number }) => [file_id, number]))
  const documents = new Map(events.flatMap(({ _id, document }) => (document ? [[_id, document] as const] : [])))
  const placeOf = ({ id, event_id, name, type }: OrderFileRow): string => {
    const [paper, document] = [numbers.get(id), documents.get(event_id)]
    if (paper !== undefined) return place('papers', { name: paper, type })
    if (document) return place('documents', { name: [document.kind, document.number].filter(Boolean).join(' '), type })
    return place('files', { name, type })
  }
  const here = rows.filter(({ state }) => state === 'here')
  const planned: Planned[] = here.map((row) => ({
    name: placeOf(row),
    at: row.here_at ?? row.announced_at,
    open: () => deps.files.open(keyOf(row.order_id, row.id)),
  }))
  const byFile = new Map(certificates.map((each) => [each.file, each]))
  for (const { name, file, at } of byFile.values())
    planned.push({
      name: place('certificates', { name, type: 'application/pdf' }),
      at,
      open: () => deps.openCertificate(file),
    })
  const missingFiles = rows.filter(({ state }) => state === 'announced').map(({ name }) => name)
  return { planned, missingFiles }
}

/** All that a dossier is made from. */
async function readDossier(deps: ServiceDeps, stored: StoredOrder, offer: Offer): Promise<Dossier> {
  const { db, clock, publicUrl = 'https://shop.invalid' } = deps
  const known = await readKnown(deps, db, stored)
  const { order, events, papers, goods } = known
  const { timeZone, documents: needed } = known.shop
  const sold = new Set(offer.lines.flatMap(({ fishe, price }) => (price === null ? [] : [fishe])))
  const items = offeredItems(order.orderItems, offer).filter(({ fishe }) => sold.has(fishe))
  const fishes = new Map((await findFishes(db, [...sold])).map((fish) => [fish.id, fish]))
  const products = items.map(({ fishe, name }): [string, DossierProduct] => {
    const { scientific_name = '', fao_code = '', hs_code = '', origin = '' } = fishes.get(fishe) ?? {}
    return [fishe, { name, scientific_name, fao_code, hs_code, origin }]
  })
  const lots = Object.values(goods.lots)
  const at = isoNow(clock)
  const certificates = [
    ...lots.flatMap(({ code, files, updated_at }) =>
      files.map(({ name, file }) => ({ name: `${code} ${name}`, file, at: updated_at })),
    ),
    ...items.flatMap(({ fishe, name: product }) => {
      const fish = fishes.get(fishe)
      const all = fish ? certificatesOf(fish) : []
      return all.map(({ name, file }) => ({ name: `${product} ${name}`, file, at: fish?.updated_at ?? at }))
    }),
  ]
  const { planned, missingFiles } = await planFiles(deps, known, certificates)
  const content: DossierContent = {
    ...{ reference: order.reference, at, timeZone, address: publicUrl, products: new Map(products), lots },
    ...readShipment(offer, known),
    numbers: [
      ...events.flatMap(({ document }) => (document?.number ? [{ kind: document.kind, number: document.number }] : [])),
      ...papers.flatMap(({ kind, number }) => (kind === 'invoice' ? [{ kind, number } as const] : [])),
    ],
    missingDocuments: missingDocuments(neededDocuments(needed, order.shippingAddress.country), order.shipment?.papers),
    missingFiles,
  }
  return { content, planned }
}

/** Dossiers that are sent at once: of a user, and of this instance. */
const mostAtOnce = { ofUser: 2, all: 20 }
/** The users to whom dossiers are being sent. */
const sending: string[] = []

/** Takes a place until the answer has ended. Refuses with `busy` where all are taken. */
function takePlace(user: string, { raw }: FastifyReply): void {
  const own = sending.filter((each) => each === user)
  if (own.length >= mostAtOnce.ofUser || sending.length >= mostAtOnce.all)
    throw refuse('busy', { detail: 'Too many dossiers are being sent.', retryAfter: 10 })
  sending.push(user)
  raw.once('close', () => sending.splice(sending.indexOf(user), 1))
}

/** The dossier of an accepted order, also of one that the shop has removed. Refuses with `not-found`, `order-not-accepted`, `too-many` and `busy`. */
export const getDossier: Handler<'getDossier'> = async (deps, { param, user, language }) => {
  const stored = await findOrder(deps.db, param)
  if (!stored || !mayRead(stored, user)) throw noOrder
  const { state, current } = toThread(stored)
  if (state !== 'accepted' || !current) throw refuse('order-not-accepted')
  await limitHit(deps, { kind: 'dossier', who: user.id })
  const dossier = await readDossier(deps, stored, current.offer)
  return async (request, reply) => {
    const isHead = request.method === 'HEAD'
    if (!isHead) takePlace(user.id, reply)
    reply.type('application/zip').header('content-disposition', `attachment; filename="${stored.reference}.zip"`)
    if (isHead) return reply.send()
    // 64 KB at a time, as they are read
    return reply.send(Readable.from(zipped(entriesOf(dossier, language)), { objectMode: false }))
  }
}
