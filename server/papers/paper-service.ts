import { v7 } from 'uuid'
import { toLocale } from '../../contract/locales.ts'
import { findCurrentOffer } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import { type PaperMatter, paperParts, unprintableFields } from '../../contract/papers/paper-parts.ts'
import { paperTexts } from '../../contract/papers/paper-texts.ts'
import { neededFor, type Paper, type PaperField, type PaperKind } from '../../contract/papers/papers.ts'
import type { Seller } from '../../contract/papers/parties.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { dayIn } from '../../contract/texts/shop-day.ts'
import { audit } from '../audit/audit.ts'
import { type Db, findRow, isoNow } from '../db/database.ts'
import { findKey, withIdempotencyKey } from '../db/idempotency.ts'
import { limitReached } from '../db/rate-limits.ts'
import type { PaperRow } from '../db/row-types.ts'
import { fewAtATime } from '../http/few-at-a-time.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, refuseFields } from '../http/refusal.ts'
import { addMadeFile } from '../orders/order-event-service.ts'
import { findOrder, lastEvent, lockOrder, type StoredOrder } from '../orders/order-queries.ts'
import { type Author, noOrder, toOrder } from '../orders/order-view.ts'
import { listContainers } from '../orders/read-event.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { storeFile } from '../storage/uploads.ts'
import { type DrawnContent, drawPaper } from './draw-paper.ts'
import { readSeller } from './seller.ts'

/** Takes the next number of a kind in a year. Its row is locked until the transaction ends, so that no number is lost. */
async function takeNumber(tx: Db, kind: PaperKind, year: string): Promise<number> {
  const taken = await tx.query
    .insertInto('paper_number')
    .values({ kind, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'year']).doUpdateSet((eb) => ({ last: eb('paper_number.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return taken.last
}

/** The papers of an order, newest first. */
function listPapersOf(db: Db, orderId: string): Promise<PaperRow[]> {
  const papers = db.query.selectFrom('paper').selectAll().where('order_id', '=', orderId)
  return papers.orderBy('at', 'desc').orderBy('number', 'desc').execute()
}

const prefixes: Record<PaperKind, string> = { proforma: 'PF', packing: 'PL' }

function toPaper({ id, kind, number, file_id, at, replaces }: PaperRow): Paper {
  // the stored kinds are those of the contract
  const paper = { _id: id, kind: kind as PaperKind, number, file: file_id, at }
  return { ...paper, ...(replaces !== null && { replaces }) }
}

/** An order with what its papers say besides. */
interface Known {
  order: Order
  seller: Seller
  shop: ShopSettings
}

async function readKnown(deps: ServiceDeps, db: Db, stored: StoredOrder): Promise<Known> {
  const order = toOrder(stored, deps.clock.now())
  return { order, seller: await readSeller(deps, db), shop: await getShopSettings(deps, db) }
}

/** What a paper of an order would say now; undefined where no offer was accepted. */
async function readMatter(db: Db, kind: PaperKind, { order, seller, shop }: Known): Promise<PaperMatter | undefined> {
  const current = findCurrentOffer(order)
  if (order.state !== 'accepted' || !current) return undefined
  const containers = kind === 'packing' ? await listContainers(db, order._id, current.offer) : []
  const language = toLocale(order.language) ?? 'en'
  return { kind, language, order, offer: current.offer, containers, seller, shop, bank: seller.bank }
}

/** What a paper of an order cannot be without and lacks, and what of it cannot be printed. */
function lackOf(kind: PaperKind, { order, seller, shop }: Known, matter: PaperMatter | undefined) {
  const has = {
    'seller.legalName': seller.legalName !== '',
    'seller.taxNumber': seller.taxNumber !== '',
    'seller.approvalNumber': seller.approvalNumber !== '',
    'shop.street': shop.street !== '',
    bank: seller.bank !== undefined,
    loaded: (order.shipment?.loaded ?? []).length > 0,
  }
  return { missing: neededFor[kind].filter((field) => !has[field]), letters: matter ? unprintableFields(matter) : [] }
}

/** The papers of an order and what new ones would lack. Refuses with `not-found`. */
export const listPapers: Handler<'listPapers'> = async (deps, { param: orderId }) => {
  const stored = await findOrder(deps.db, orderId)
  if (!stored) throw noOrder
  const known = await readKnown(deps, deps.db, stored)
  const lacks = async (kind: PaperKind): Promise<PaperField[]> => {
    const { missing, letters } = lackOf(kind, known, await readMatter(deps.db, kind, known))
    return [...missing, ...letters]
  }
  return {
    papers: (await listPapersOf(deps.db, orderId)).map(toPaper),
    missing: { proforma: await lacks('proforma'), packing: await lacks('packing') },
    seller: known.seller,
  }
}

interface Making {
  orderId: string
  kind: PaperKind
  author: Author
}

/** A paper as it would be drawn now, under the next number `count` of its kind and year. Refuses as `makePaper` does. */
async function readContent(
  deps: ServiceDeps,
  db: Db,
  { kind, stored, count }: { kind: PaperKind; stored: StoredOrder; count: (year: string) => Promise<number> },
): Promise<Omit<DrawnContent, 'logo'>> {
  if (stored.sealed_at !== null) throw refuse('order-sealed')
  const known = await readKnown(deps, db, stored)
  const matter = await readMatter(db, kind, known)
  if (!matter) throw refuse('order-not-accepted')
  const { missing, letters } = lackOf(kind, known, matter)
  if (missing.length + letters.length > 0)
    throw refuseFields(
      ...missing.map((path) => ({ path, rule: 'required' as const })),
      ...letters.map((path) => ({ path, rule: 'allowedCharacters' as const })),
    )
  const day = dayIn(known.shop.timeZone, deps.clock.now())
  const year = day.slice(0, 4)
  const number = `${prefixes[kind]}-${year}-${String(await count(year)).padStart(4, '0')}`
  const replaces = (await listPapersOf(db, stored.id)).find((paper) => paper.kind === kind)?.number
  const address = deps.publicUrl && `${deps.publicUrl}/#/order/${stored.id}`
  return { ...matter, number, replaces, day, address }
}

const lookOf = (content: Omit<DrawnContent, 'logo'>) => JSON.stringify([paperParts(content), content.address])

/** Draws and stores a paper before its transaction, which would hold up all others: under the next number, if it is free then. */
async function drawAhead(deps: ServiceDeps, { orderId, kind, author }: Making) {
  const order = await findOrder(deps.db, orderId, lastEvent)
  if (!order) throw noOrder
  const count = async (year: string) => ((await findRow(deps.db, 'paper_number', { kind, year }))?.last ?? 0) + 1
  const content = await readContent(deps, deps.db, { kind, stored: order, count })
  const { logo, isWide } = paperParts(content).letterhead
  const bytes = await drawPaper({ ...content, logo: await deps.readLogo(logo, isWide) })
  // of the message that names it
  const event = v7()
  const file = { orderId, event, author, name: `${content.number}.pdf`, type: 'application/pdf' as const, bytes }
  return { look: lookOf(content), event, stored: await storeFile(deps, file) }
}

/** Numbers a paper of a locked order, and names it in the thread. Undefined if it has to look otherwise than it was drawn. */
async function numberPaper(
  deps: ServiceDeps,
  tx: Db,
  { orderId, kind, author, id, drawn }: Making & { id: string; drawn: Awaited<ReturnType<typeof drawAhead>> },
): Promise<Paper | undefined> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw noOrder
  const content = await readContent(deps, tx, { kind, stored: order, count: (year) => takeNumber(tx, kind, year) })
  const { number, replaces, language } = content
  if (drawn.look !== lookOf(content)) return undefined
  const { file } = drawn.stored
  await drawn.stored.record(tx)
  const instead = replaces ? ` (${paperTexts.replaces[language]} ${replaces})` : ''
  const text = `${paperTexts[kind][language]} ${number}${instead}`
  const isReported =
    kind !== 'proforma' || toOrder(order, deps.clock.now()).shipment?.done.some(({ step }) => step === kind)
  const done = isReported ? undefined : ({ step: 'proforma', on: content.day } as const)
  await addMadeFile(deps, tx, { order, author, id: drawn.event, text, file, done })
  const row: PaperRow = {
    ...{ id, order_id: orderId, kind, number, file_id: file._id },
    ...{ at: isoNow(deps.clock), author_id: author.id, replaces: replaces ?? null },
  }
  await tx.query.insertInto('paper').values(row).execute()
  await audit(deps, tx, {
    by: author,
    kind: 'paper-made',
    thing: { id: orderId, name: `${number} ${order.reference}` },
  })
  return toPaper(row)
}

/** How often a paper is drawn anew where the order, the shop or the numbers have changed meanwhile. */
const mostDrawn = 4
/** Papers of this instance are made one after the other, so that the number which one is drawn under is not taken meanwhile. */
const inTurn = fewAtATime(1)

/**
 * Makes a paper of an accepted order, exactly once per key, which becomes its id. Refuses with `invalid-fields` (what is missing), `not-found`,
 * `order-not-accepted`, `order-sealed`, `thread-full` and like `withIdempotencyKey`.
 */
export const makePaper: Handler<'makePaper'> = async (deps, { param: orderId, body: { kind }, user: author, key }) => {
  const making = { orderId, kind, author }
  const limit = { kind: 'paper', who: author.id } as const
  let drawn: Awaited<ReturnType<typeof drawAhead>> | undefined
  let isStale = false
  const keyed = {
    ...{ key, caller: author, payload: { call: 'makePaper', orderId, kind }, limits: [limit] },
    async rebuild(db: Db, id: string): Promise<{ data: Paper }> {
      const paper = await findRow(db, 'paper', { id })
      if (!paper) throw noOrder
      return { data: toPaper(paper) }
    },
    async refuseEarly(): Promise<void> {
      await limitReached(deps, limit)
      // a paper that is made is not drawn again
      if (key === undefined || !(await findKey(deps.db, key))) drawn = await drawAhead(deps, making)
    },
  }
  return inTurn(async () => {
    for (let times = 1; ; times++) {
      isStale = false
      try {
        return await withIdempotencyKey(deps, keyed, async (tx) => {
          const paper = drawn && (await numberPaper(deps, tx, { ...making, id: key ?? v7(), drawn }))
          isStale = paper === undefined
          if (!paper) throw refuse('busy')
          return { data: paper }
        })
      } catch (error) {
        if (!isStale || times === mostDrawn) throw error
      }
    }
  })
}
