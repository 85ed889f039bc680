import { v7 } from 'uuid'
import { toLocale } from '../../contract/locales.ts'
import { paperParts } from '../../contract/papers/paper-parts.ts'
import { paperTexts } from '../../contract/papers/paper-texts.ts'
import { type Paper, type PaperInput, type PaperKind, paperKinds } from '../../contract/papers/papers.ts'
import { dayIn } from '../../contract/texts/shop-day.ts'
import { audit } from '../audit/audit.ts'
import { type Db, findRow, isoNow } from '../db/database.ts'
import { findKey, withIdempotencyKey } from '../db/idempotency.ts'
import { limitHits, limitReached } from '../db/rate-limits.ts'
import type { PaperRow } from '../db/row-types.ts'
import { fewAtATime } from '../http/few-at-a-time.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, refuseFields, required } from '../http/refusal.ts'
import { addMadeFile } from '../orders/order-event-service.ts'
import { findOrder, lastEvent, lockOrder, type StoredOrder } from '../orders/order-queries.ts'
import { type Author, noOrder, toOrder } from '../orders/order-view.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { storeFile } from '../storage/uploads.ts'
import { type DrawnContent, drawPaper } from './draw-paper.ts'
import { lackOf, loadedMark, matterOf, readKnown } from './read-matter.ts'

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

const prefixes: Record<PaperKind, string> = {
  ...{ proforma: 'PF', packing: 'PL', invoice: 'INV', credit: 'CN' },
  'data-sheet': 'DS',
}

function toPaper({ id, kind, number, file_id, at, replaces, claim }: PaperRow): Paper {
  // the stored kinds are those of the contract
  const paper = { _id: id, kind: kind as PaperKind, number, file: file_id, at }
  return { ...paper, ...(replaces !== null && { replaces }), ...(claim !== null && { claim }) }
}

/** The papers of an order and what new ones would lack. Refuses with `not-found`. */
export const listPapers: Handler<'listPapers'> = async (deps, { param: orderId }) => {
  const stored = required(await findOrder(deps.db, orderId), noOrder)
  const known = await readKnown(deps, deps.db, stored)
  const lacks = (kind: PaperKind): string[] => {
    const matter = matterOf(known, { kind })
    // which claim is credited is chosen with the call
    return lackOf(known, { kind }, matter).flatMap(({ path }) => (path === 'claim' ? [] : [path]))
  }
  const isOutdated = ({ kind, loaded }: PaperRow) =>
    loaded !== null && loaded !== loadedMark({ kind: kind as PaperKind, containers: known.containers })
  return {
    papers: known.papers.map((row) => ({ ...toPaper(row), ...(isOutdated(row) && { isOutdated: true }) })),
    // every kind has an entry
    missing: Object.fromEntries(paperKinds.map((kind) => [kind, lacks(kind)])) as Record<PaperKind, string[]>,
    seller: known.seller,
  }
}

interface Making {
  orderId: string
  asked: PaperInput
  author: Author
}

/** The content of a paper as it would be now. Refuses as `makePaper` does. */
async function readMatter(deps: ServiceDeps, db: Db, { stored, asked }: { stored: StoredOrder; asked: PaperInput }) {
  if (stored.sealed_at !== null) throw refuse('order-sealed')
  const known = await readKnown(deps, db, stored)
  const matter = matterOf(known, asked)
  if (!matter) throw refuse('order-not-accepted')
  const wrong = lackOf(known, asked, matter)
  if (wrong.length > 0) throw refuseFields(...wrong)
  const { kind, claim } = asked
  const isSame = (paper: PaperRow) => paper.kind === kind && (kind !== 'credit' || paper.claim === claim)
  const day = dayIn(known.shop.timeZone, deps.clock.now())
  const address = deps.publicUrl && `${deps.publicUrl}/#/order/${stored.id}`
  return { ...matter, day, address, replaces: known.papers.find(isSame)?.number }
}

/** A paper as it would be drawn now, under the next number `count` of its kind and year. Refuses as `makePaper` does. */
async function readContent(
  deps: ServiceDeps,
  db: Db,
  { count, ...reading }: { asked: PaperInput; stored: StoredOrder; count: (year: string) => Promise<number> },
): Promise<Omit<DrawnContent, 'logo'> & { number: string }> {
  const matter = await readMatter(deps, db, reading)
  const year = matter.day.slice(0, 4)
  const number = `${prefixes[reading.asked.kind]}-${year}-${String(await count(year)).padStart(4, '0')}`
  return { ...matter, number }
}

const lookOf = (content: Omit<DrawnContent, 'logo'>) => JSON.stringify([paperParts(content), content.address])

/** Draws and stores a paper before its transaction, which would hold up all others: under the next number, if it is free then. */
async function drawAhead(deps: ServiceDeps, { orderId, asked, author }: Making) {
  const { kind } = asked
  const order = required(await findOrder(deps.db, orderId, lastEvent), noOrder)
  const count = async (year: string) => ((await findRow(deps.db, 'paper_number', { kind, year }))?.last ?? 0) + 1
  const content = await readContent(deps, deps.db, { asked, stored: order, count })
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
  { orderId, asked, author, id, drawn }: Making & { id: string; drawn: Awaited<ReturnType<typeof drawAhead>> },
): Promise<Paper | undefined> {
  const order = required(await lockOrder(tx, orderId), noOrder)
  const { kind, claim } = asked
  const content = await readContent(deps, tx, { asked, stored: order, count: (year) => takeNumber(tx, kind, year) })
  const { number, replaces } = content
  const language = toLocale(order.language) ?? 'en'
  if (drawn.look !== lookOf(content)) return undefined
  const { file } = drawn.stored
  await drawn.stored.record(tx)
  const instead = replaces ? ` (${paperTexts.replaces[language]} ${replaces})` : ''
  const text = `${paperTexts[kind][language]} ${number}${instead}`
  const isReported =
    kind !== 'proforma' || toOrder(order, deps.clock.now()).shipment?.done.some(({ step }) => step === kind)
  const done = isReported ? undefined : ({ step: 'proforma', on: content.day } as const)
  await addMadeFile(deps, tx, { order, author, id: drawn.event, text, file, done, paper: { kind, number } })
  const row: PaperRow = {
    ...{ id, order_id: orderId, kind, number, file_id: file._id },
    ...{ at: isoNow(deps.clock), author_id: author.id, replaces: replaces ?? null },
    ...{ claim: (kind === 'credit' && claim) || null, loaded: loadedMark(content) },
  }
  await tx.query.insertInto('paper').values(row).execute()
  const thing = { id: orderId, name: `${number} ${order.reference}` }
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
export const makePaper: Handler<'makePaper'> = async (deps, { param: orderId, body: asked, user: author, key }) => {
  const making = { orderId, asked, author }
  const limit = { kind: 'paper', who: author.id } as const
  let drawn: Awaited<ReturnType<typeof drawAhead>> | undefined
  let isStale = false
  const keyed = {
    ...{ key, caller: author, payload: { call: 'makePaper', orderId, ...asked }, limits: [limit] },
    async rebuild(db: Db, id: string): Promise<{ data: Paper }> {
      return { data: toPaper(required(await findRow(db, 'paper', { id }), noOrder)) }
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

/** Few drafts are drawn at once: to draw a long one takes a second. */
const previews = fewAtATime(2)

/** The PDF that a paper would be now, as a draft without a number. Refuses like `makePaper`; nothing is stored. */
export const previewPaper: Handler<'previewPaper'> = async (deps, { param: orderId, body: asked, user }) => {
  const limit = { kind: 'paperPreview', who: user.id } as const
  await limitReached(deps, limit)
  const stored = required(await findOrder(deps.db, orderId, lastEvent), noOrder)
  const content = { ...(await readMatter(deps, deps.db, { stored, asked })), number: undefined }
  await limitHits(deps, [limit])
  const { logo, isWide } = paperParts(content).letterhead
  const bytes = await previews(async () => drawPaper({ ...content, logo: await deps.readLogo(logo, isWide) }))
  return async (_, reply) => {
    reply.headers({ 'cache-control': 'private, no-store', 'content-security-policy': "default-src 'none'; sandbox" })
    return reply.type('application/pdf').send(Buffer.from(bytes))
  }
}
