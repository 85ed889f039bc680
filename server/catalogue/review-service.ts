import { v7 } from 'uuid'
import type { Review } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { lockUserForShare } from '../accounts/users-table.ts'
import { audit } from '../audit/audit.ts'
import { isoNow } from '../clock.ts'
import { bumpCatalogueVersion } from '../db/catalogue-state.ts'
import type { Db } from '../db/db.ts'
import { withIdempotencyKey } from '../db/idempotency.ts'
import type { ReviewRow } from '../db/row-types.ts'
import { logDeletion, transactAs } from '../http/caller.ts'
import { pageAt, type Slice } from '../http/lists.ts'
import { type Answer, refuse } from '../http/refusal.ts'
import type { CallOf, Handler } from '../http/route-spec.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopName } from '../shop/shop-settings.ts'
import { findFish, lockFish } from './fishes-table.ts'

/** A review, and the rights that its author has now; null if the account was deleted. */
interface ReviewRead extends ReviewRow {
  rights: string | null
}

function reviewsOf(db: Db) {
  return db.query
    .selectFrom('review')
    .leftJoin('account', 'account.id', 'review.author_id')
    .selectAll('review')
    .select('account.rights')
}

/** Reviews of a product, newest first. */
async function selectReviews(db: Db, fishId: string, { offset, limit }: Slice): Promise<ReviewRead[]> {
  return reviewsOf(db)
    .where('fish_id', '=', fishId)
    .orderBy('review.created_at', 'desc')
    .orderBy('review.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** False if the author has already reviewed this product, or if there is a review with this id. */
export async function insertReview(tx: Db, review: ReviewRow): Promise<boolean> {
  const inserted = await tx.query
    .insertInto('review')
    .values(review)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Writes mean and number of the reviews into the product. Call it with the product locked, so that no review is missed. */
export async function updateRating(tx: Db, fishId: string, version: number): Promise<void> {
  const sums = await tx.query
    .selectFrom('review')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('rating').as('sum')])
    .where('fish_id', '=', fishId)
    .executeTakeFirstOrThrow()
  const count = Number(sums.count)
  await tx.query
    .updateTable('fish')
    .set({ num_reviews: count, rating: count === 0 ? 0 : Number(sums.sum) / count, seq: version })
    .where('id', '=', fishId)
    .execute()
}

/** Characters that look like Latin letters in most fonts, after accents and full-width forms are removed. */
const lookAlikes: Record<string, string> = Object.fromEntries(
  [
    ...['aаαɑ4@', 'bвЬ6', 'cсϲ', 'dԁɗ', 'eеεҽ3€', 'gɡ9', 'hһн', 'iіιıїɩӏјlⅼ1|!', 'kκк', 'mмｍⅿ'],
    ...['nпηո', 'oоοօσ0', 'pрρ', 'qԛգ', 'rгɾ', 'sѕʂ5$', 'tтτ7', 'uυսц', 'vνѵ', 'wԝш', 'xхχ', 'yуγүʏ'],
  ].flatMap(([letter = '', ...likes]) => likes.map((like) => [like, letter])),
)

function plainText(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
}

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
function toReview(row: ReviewRead, shopName: string): Review {
  const { id: _id, name, rating, comment, created_at } = row
  return {
    _id,
    name,
    rating,
    comment,
    created_at,
    ...(!row.rights && posesAsShop(name, shopName) && { posesAsShop: true }),
  }
}

export const noProduct = refuse('not-found', { detail: 'There is no such product.' })
const perPage = limits.reviewsPerPage

/** The first page of a product's reviews. */
export async function newestReviews(db: Db, fishId: string): Promise<Review[]> {
  const shopName = await getShopName(db)
  return (await selectReviews(db, fishId, { offset: 0, limit: perPage })).map((row) => toReview(row, shopName))
}

/** A page of a product's reviews, newest first, see `pageAt`. Refuses with `not-found`. */
export const listReviews: Handler<'listReviews'> = async ({ db }, { param: fishId, query: { page = 1 } }) => {
  const fish = await findFish(db, fishId)
  if (!fish) throw noProduct
  const total = fish.num_reviews
  const { offset, ...paging } = pageAt(total, page, perPage)
  const rows = await selectReviews(db, fishId, { offset, limit: perPage })
  const shopName = await getShopName(db)
  return { reviews: rows.map((row) => toReview(row, shopName)), ...paging, total }
}

/**
 * Writes a review and the product's new mean in one transaction. Refuses with `not-found`, `already-reviewed`,
 * `account-gone`, `review-deleted` and like `withIdempotencyKey`.
 */
export async function createReview(
  deps: ServiceDeps,
  { param: fishId, user: caller, key, body: input }: CallOf<'createReview'>,
): Promise<Answer<Review>> {
  const userId = caller.id
  const payload = { call: 'createReview', fishId, ...input }
  const rebuild = async (db: Db): Promise<Review> => {
    const own = reviewsOf(db).where('fish_id', '=', fishId).where('author_id', '=', userId)
    const row = await own.executeTakeFirst()
    // a later one, after this one was deleted, is another
    const isIt = row?.rating === input.rating && row.comment === input.comment.trim()
    if (!isIt) throw refuse('review-deleted')
    return toReview(row, await getShopName(db))
  }
  return withIdempotencyKey(
    deps,
    { key, caller, payload, limits: [{ kind: 'review', who: userId }], rebuild },
    async (tx) => {
      const version = await bumpCatalogueVersion(tx)
      const user = await lockUserForShare(tx, userId)
      if (!user) throw refuse('account-gone')
      if (!(await lockFish(tx, fishId))) throw noProduct
      const written = { rating: input.rating, comment: input.comment.trim(), created_at: isoNow(deps.clock) }
      const row = { id: v7(), fish_id: fishId, author_id: userId, name: user.name, ...written }
      if (!(await insertReview(tx, row))) throw refuse('already-reviewed')
      await updateRating(tx, fishId, version)
      return toReview({ ...row, rights: user.rights }, await getShopName(tx))
    },
  )
}

/** Deletes a review and writes the product's new mean. Refuses with `not-found`. */
export const deleteReview: Handler<'deleteReview'> = async (
  deps,
  { param: fishId, secondParam: reviewId, user: actor },
) => {
  await transactAs(deps, actor, async (tx) => {
    const version = await bumpCatalogueVersion(tx)
    const fish = await lockFish(tx, fishId)
    const deleting = tx.query.deleteFrom('review').where('id', '=', reviewId).where('fish_id', '=', fishId)
    const row = fish && (await deleting.returningAll().executeTakeFirst())
    if (!row) throw refuse('not-found', { detail: 'There is no such review.' })
    await updateRating(tx, fishId, version)
    const thing = { id: fishId, name: fish.trade_name }
    await audit(deps, tx, { by: actor, kind: 'review-deleted', thing, before: { author: row.name, ...row } })
  })
  logDeletion(deps, { kind: 'review', id: reviewId, actor })
}
