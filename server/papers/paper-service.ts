import { v7 } from 'uuid'
import { toLocale } from '../../contract/locales.ts'
import { findCurrentOffer } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import { type PaperMatter, paperParts, unprintableFields } from '../../contract/papers/paper-parts.ts'
import { paperTexts } from '../../contract/papers/paper-texts.ts'
import type { Paper, Papers } from '../../contract/papers/papers.ts'
import { type LettersField, neededFor, type PaperField, type PaperKind } from '../../contract/papers/papers.ts'
import type { Seller } from '../../contract/papers/parties.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { dayIn } from '../../contract/texts/shop-day.ts'
import { audit } from '../audit/audit.ts'
import { isoNow } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { findKey, withIdempotencyKey } from '../db/idempotency.ts'
import type { PaperRow } from '../db/order-rows.ts'
import { limitReached } from '../db/rate-limits.ts'
import type { Caller } from '../http/caller.ts'
import { fewAtATime } from '../http/few-at-a-time.ts'
import { type Answer, refuse, refuseFields } from '../http/refusal.ts'
import { addMadeFile } from '../orders/order-event-service.ts'
import { findOrder, lastEvent, lockOrder, type StoredOrder } from '../orders/order-queries.ts'
import type { Author } from '../orders/order-view.ts'
import { noOrder, toOrder } from '../orders/order-view.ts'
import { listContainers } from '../orders/read-event.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { storeFile } from '../storage/uploads.ts'
import { type DrawnContent, drawPaper } from './draw-paper.ts'
import { getSeller } from './seller.ts'

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

/** The last number of a kind in a year; 0 before the first. */
async function lastNumber(db: Db, kind: PaperKind, year: string): Promise<number> {
  const query = db.query.selectFrom('paper_number').select('last').where('kind', '=', kind).where('year', '=', year)
  return (await query.executeTakeFirst())?.last ?? 0
}

/** The papers of an order, newest first. */
async function listPapersOf(db: Db, orderId: string): Promise<PaperRow[]> {
  return db.query
    .selectFrom('paper')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .execute()
}

const prefixes: Record<PaperKind, string> = { proforma: 'PF', packing: 'PL' }

function toPaper({ id, kind, number, file_id, at, replaces }: PaperRow): Paper {
  // the stored kinds are those of the contract
  const paper = { _id: id, kind: kind as PaperKind, number, file: file_id, at }
  return { ...paper, ...(replaces !== null && { replaces }) }
}

interface Known {
  seller: Seller
  shop: ShopSettings
}

/** What a paper of an order cannot be without and lacks. */
function missingFor(kind: PaperKind, order: Order, { seller, shop }: Known): PaperField[] {
  const has = {
    'seller.legalName': seller.legalName !== '',
    'seller.taxNumber': seller.taxNumber !== '',
    'seller.approvalNumber': seller.approvalNumber !== '',
    'shop.street': shop.street !== '',
    bank: seller.bank !== undefined,
    loaded: (order.shipment?.loaded ?? []).length > 0,
  }
  return neededFor[kind].filter((field) => !has[field])
}

async function readKnown(deps: ServiceDeps, db: Db): Promise<Known> {
  return { seller: await getSeller(deps, db), shop: await getShopSettings(deps, db) }
}

interface Matter {
  said: PaperMatter
  missing: PaperField[]
  unprintable: LettersField[]
}

/** What a paper of an order would say now, and why it cannot be made; undefined where no offer was accepted. */
async function readMatter(
  db: Db,
  { kind, order, known }: { kind: PaperKind; order: Order; known: Known },
): Promise<Matter | undefined> {
  const current = findCurrentOffer(order)
  if (order.state !== 'accepted' || !current) return undefined
  const { offer } = current
  const containers = kind === 'packing' ? await listContainers(db, order._id, offer) : []
  const language = toLocale(order.language) ?? 'en'
  const said = { kind, language, order, offer, containers, ...known, bank: known.seller.bank }
  return { said, missing: missingFor(kind, order, known), unprintable: unprintableFields(said) }
}

/** The papers of an order and what new ones would lack. Refuses with `not-found`. */
export async function listPapers(deps: ServiceDeps, orderId: string): Promise<Papers> {
  const stored = await findOrder(deps.db, orderId)
  if (!stored) throw noOrder
  const order = toOrder(stored, deps.clock.now())
  const known = await readKnown(deps, deps.db)
  const lacks = async (kind: PaperKind) => {
    const matter = await readMatter(deps.db, { kind, order, known })
    return [...missingFor(kind, order, known), ...(matter?.unprintable ?? [])]
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
}

/** A paper as it would be drawn now, under the next number `count` of its kind and year. Refuses as `makePaper` does. */
async function readContent(
  deps: ServiceDeps,
  db: Db,
  { kind, stored, count }: { kind: PaperKind; stored: StoredOrder; count: (year: string) => Promise<number> },
): Promise<Omit<DrawnContent, 'logo'>> {
  if (stored.sealed_at !== null) throw refuse('order-sealed')
  const order = toOrder(stored, deps.clock.now())
  const known = await readKnown(deps, db)
  const matter = await readMatter(db, { kind, order, known })
  if (!matter) throw refuse('order-not-accepted')
  const { said, missing, unprintable } = matter
  if (missing.length + unprintable.length > 0)
    throw refuseFields(
      ...missing.map((path) => ({ path, rule: 'required' as const })),
      ...unprintable.map((path) => ({ path, rule: 'allowedCharacters' as const })),
    )
  const day = dayIn(known.shop.timeZone, deps.clock.now())
  const [year = ''] = day.split('-')
  const number = `${prefixes[kind]}-${year}-${String(await count(year)).padStart(4, '0')}`
  const replaces = (await listPapersOf(db, stored.id)).find((paper) => paper.kind === kind)?.number
  const address = deps.publicUrl && `${deps.publicUrl}/#/order/${stored.id}`
  return { ...said, number, replaces, day, address }
}

/** What decides how a paper looks. */
const lookOf = (content: Omit<DrawnContent, 'logo'>) =>
  JSON.stringify([paperParts(content), content.address, content.shop.logo])

interface Drawn {
  look: string
  /** of the message that names it */
  event: string
  stored: Awaited<ReturnType<typeof storeFile>>
}

/**
 * Draws and stores a paper before its transaction, which would hold up all others meanwhile: under the next number, if that is still free then.
 */
async function drawAhead(deps: ServiceDeps, { orderId, kind, author }: Making & { author: Author }): Promise<Drawn> {
  const order = await findOrder(deps.db, orderId, lastEvent)
  if (!order) throw noOrder
  const count = async (year: string) => (await lastNumber(deps.db, kind, year)) + 1
  const content = await readContent(deps, deps.db, { kind, stored: order, count })
  const logo = await deps.readLogo(content.shop.logo)
  const bytes = await drawPaper({ ...content, logo })
  const event = v7()
  const name = `${content.number}.pdf`
  const stored = await storeFile(deps, { orderId, event, author, name, type: 'application/pdf', bytes })
  return { look: lookOf(content), event, stored }
}

/**
 * Numbers a paper of a locked order, and names it in the thread: all of it or nothing. Undefined if it has to look otherwise than it was drawn.
 */
async function make(
  deps: ServiceDeps,
  tx: Db,
  { orderId, kind, author, id, drawn }: Making & { author: Author; id: string; drawn: Drawn },
): Promise<Paper | undefined> {
  const stored = await lockOrder(tx, orderId)
  if (!stored) throw noOrder
  const content = await readContent(deps, tx, { kind, stored, count: (year) => takeNumber(tx, kind, year) })
  const { number, replaces, language } = content
  if (drawn.look !== lookOf(content)) return undefined
  const { file } = drawn.stored
  await drawn.stored.record(tx)
  const texts = paperTexts[language]
  const text = `${texts[kind]} ${number}${replaces ? ` (${texts.replaces} ${replaces})` : ''}`
  const steps = toOrder(stored, deps.clock.now()).shipment?.done ?? []
  const isReported = kind !== 'proforma' || steps.some(({ step }) => step === kind)
  const step = isReported ? undefined : ({ step: 'proforma', on: content.day } as const)
  await addMadeFile(deps, tx, { order: stored, author, id: drawn.event, text, file, done: step })
  const row: PaperRow = {
    ...{ id, order_id: orderId, kind, number, file_id: file._id },
    ...{ at: isoNow(deps.clock), author_id: author.id, replaces: replaces ?? null },
  }
  await tx.query.insertInto('paper').values(row).execute()
  const thing = { id: orderId, name: `${number} ${stored.reference}` }
  await audit(deps, tx, { by: author, kind: 'paper-made', thing })
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
export async function makePaper(
  deps: ServiceDeps,
  request: {
    orderId: string
    kind: PaperKind
    author: Author & Caller
    key: string | undefined
  },
): Promise<Answer<{ data: Paper }>> {
  const { orderId, kind, author, key } = request
  const rebuild = async (db: Db, id: string): Promise<{ data: Paper }> => {
    const paper = await db.query.selectFrom('paper').selectAll().where('id', '=', id).executeTakeFirst()
    if (!paper) throw noOrder
    return { data: toPaper(paper) }
  }
  const limit = { kind: 'paper', who: author.id } as const
  let drawn: Drawn | undefined
  let isStale = false
  const refuseEarly = async (): Promise<void> => {
    await limitReached(deps, limit)
    // a paper that is made is not drawn again
    if (key !== undefined && (await findKey(deps.db, key))) return
    drawn = await drawAhead(deps, { orderId, kind, author })
  }
  const keyed = {
    key,
    caller: author,
    payload: { call: 'makePaper', orderId, kind },
    limits: [limit],
    rebuild,
    refuseEarly,
  }
  return inTurn(async () => {
    for (let times = 1; ; times++) {
      isStale = false
      try {
        return await withIdempotencyKey(deps, keyed, async (tx) => {
          const paper = drawn && (await make(deps, tx, { orderId, kind, author, id: key ?? v7(), drawn }))
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
