import { v7 } from 'uuid'
import { pageAt } from '../../contract/catalogue-query.ts'
import type { Review } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { lockUserForShare } from '../accounts/users-table.ts'
import { audit } from '../audit/audit.ts'
import { bumpCatalogueVersion } from '../db/catalogue-state.ts'
import { type Db, deleteRows, insertNew, isoNow, updateRows } from '../db/database.ts'
import { withIdempotencyKey } from '../db/idempotency.ts'
import type { ReviewRow } from '../db/row-types.ts'
import { logDeletion, transactAs } from '../http/caller.ts'
import type { Answer, CallOf, Handler } from '../http/pipeline.ts'
import { refuse, required } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopName } from '../shop/shop-settings.ts'
import { findFish, lockFish } from './fishes-table.ts'

/** Reviews, with the rights that their authors have now; null if the account was deleted. */
function reviewsOf(db: Db, fishId: string) {
  const reviews = db.query.selectFrom('review').leftJoin('account', 'account.id', 'review.author_id')
  return reviews.selectAll('review').select('account.rights').where('fish_id', '=', fishId)
}

/** A page of the reviews of a product as in the contract, newest first. */
export async function readReviews(db: Db, fishId: string, offset = 0): Promise<Review[]> {
  const newest = reviewsOf(db, fishId).orderBy('review.created_at', 'desc').orderBy('review.id', 'desc')
  const rows = await newest.limit(perPage).offset(offset).execute()
  const shopName = await getShopName(db)
  return rows.map((row) => toReview(row, shopName))
}

/** Writes mean and number of the reviews into the product. Call it with the product locked, so that no review is missed. */
export async function updateRating(tx: Db, fishId: string, version: number): Promise<void> {
  const sums = await tx.query
    .selectFrom('review')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('rating').as('sum')])
    .where('fish_id', '=', fishId)
    .executeTakeFirstOrThrow()
  const count = Number(sums.count)
  const change = { num_reviews: count, rating: count === 0 ? 0 : Number(sums.sum) / count, seq: version }
  await updateRows(tx, 'fish', { having: { id: fishId }, change })
}

/** Characters that look like Latin letters in most fonts, after accents and full-width forms are removed. */
const lookAlikes: Record<string, string> = Object.fromEntries(
  [
    ...['aаαɑ4@', 'bвЬ6', 'cсϲ', 'dԁɗ', 'eеεҽ3€', 'gɡ9', 'hһн', 'iіιıїɩӏјlⅼ1|!', 'kκк', 'mмｍⅿ'],
    ...['nпηո', 'oоοօσ0', 'pрρ', 'qԛգ', 'rгɾ', 'sѕʂ5$', 'tтτ7', 'uυսц', 'vνѵ', 'wԝш', 'xхχ', 'yуγүʏ'],
  ].flatMap(([letter = '', ...likes]) => likes.map((like) => [like, letter])),
)

const plainText = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()

/** The words that a reader sees: look-alikes as Latin letters, every upright line as `i`. */
function wordsSeen(text: string): string[] {
  const seen = [...text].map((character) => lookAlikes[character] ?? character).join('')
  return seen
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .split(/[^a-z]+/)
    .filter(Boolean)
}

/** `Administrator` in three languages, and its short forms. */
const ofAdministrators = /^(?:the|sys|super)?admin(?:istra(?:tor|teur|trice|dora?|tion|cion))?s?$/
/** Shorter shop names occur in too many other names. */
const shortest = 4

/** Whether a name looks like the shop's own: 'Administrator', 'Admin', or the shop's name, also in look-alike letters. */
export function posesAsShop(name: string, shopName: string): boolean {
  const ofTheShop = wordsSeen(plainText(shopName)).join('')
  const plain = plainText(name)
  // digits may replace letters, or be a number after the name
  return [plain, plain.replace(/\d/g, ' ')].some((text) => {
    const words = wordsSeen(text)
    const whole = words.join('')
    const isShop = ofTheShop.length >= shortest && whole.includes(ofTheShop)
    return isShop || [...words, whole].some((word) => ofAdministrators.test(word))
  })
}

/** A review as in the contract, without its author's account. */
function toReview(row: ReviewRow & { rights: string | null }, shopName: string): Review {
  const { id: _id, name, rating, comment, created_at } = row
  const poses = !row.rights && posesAsShop(name, shopName)
  return { _id, name, rating, comment, created_at, ...(poses && { posesAsShop: true }) }
}

export const noProduct = refuse('not-found', { detail: 'There is no such product.' })
const perPage = limits.reviewsPerPage

/** A page of a product's reviews, newest first, see `pageAt`. Refuses with `not-found`. */
export const listReviews: Handler<'listReviews'> = async ({ db }, { param: fishId, query: { page = 1 } }) => {
  const fish = required(await findFish(db, fishId), noProduct)
  const total = fish.num_reviews
  const { offset, ...paging } = pageAt(total, page, perPage)
  return { reviews: await readReviews(db, fishId, offset), ...paging, total }
}

/** Writes a review and the product's new mean in one transaction, exactly once per key. */
export async function createReview(
  deps: ServiceDeps,
  { param: fishId, user: caller, key, body: input }: CallOf<'createReview'>,
): Promise<Answer<Review>> {
  const userId = caller.id
  const payload = { call: 'createReview', fishId, ...input }
  const rebuild = async (db: Db): Promise<Review> => {
    const row = await reviewsOf(db, fishId).where('author_id', '=', userId).executeTakeFirst()
    // a later one, after this one was deleted, is another
    const isIt = row?.rating === input.rating && row.comment === input.comment.trim()
    if (!isIt) throw refuse('review-deleted')
    return toReview(row, await getShopName(db))
  }
  const limits = [{ kind: 'review', who: userId } as const]
  return withIdempotencyKey(deps, { key, caller, payload, limits, rebuild }, async (tx) => {
    const version = await bumpCatalogueVersion(tx)
    const user = await lockUserForShare(tx, userId)
    if (!(await lockFish(tx, fishId))) throw noProduct
    const written = { rating: input.rating, comment: input.comment.trim(), created_at: isoNow(deps.clock) }
    const row = { id: v7(), fish_id: fishId, author_id: userId, name: user.name, ...written }
    if (!(await insertNew(tx, 'review', row))) throw refuse('already-reviewed')
    await updateRating(tx, fishId, version)
    return toReview({ ...row, rights: user.rights }, await getShopName(tx))
  })
}

/** Deletes a review and writes the product's new mean. Refuses with `not-found`. */
export const deleteReview: Handler<'deleteReview'> = async (deps, { param: fishId, secondParam: id, user: actor }) => {
  await transactAs(deps, actor, async (tx) => {
    const version = await bumpCatalogueVersion(tx)
    const fish = await lockFish(tx, fishId)
    const row = fish && (await deleteRows(tx, 'review', { id, fish_id: fishId }))
    if (!row) throw refuse('not-found', { detail: 'There is no such review.' })
    await updateRating(tx, fishId, version)
    const thing = { id: fishId, name: fish.trade_name }
    await audit(deps, tx, { by: actor, kind: 'review-deleted', thing, before: { author: row.name, ...row } })
  })
  logDeletion(deps, { kind: 'review', id, actor })
}
