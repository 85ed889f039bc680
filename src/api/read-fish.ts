import type { FishImportAnswer, ImportedRow } from '../../contract/fish-import.ts'
import type { Fish, FishByType, FishChanges, FishCount, FishDetail, FishPage, Stock } from '../../contract/fishes.ts'
import { productFieldNames } from '../../contract/product-fields.ts'
import type { Review, ReviewPage } from '../../contract/reviews.ts'
import { isRecord, readText } from '../lib/record.ts'
import {
  readCount,
  readData,
  readId,
  readList,
  readNumber,
  readProductFields,
  readRows,
  readTexts,
  readTime,
} from './read-value.ts'

/** A product of any server of the specification; undefined without an id. */
export function readFish(value: unknown): Fish | undefined {
  if (!isRecord(value) || readId(value) === '') return undefined
  const name = readText(value.trade_name) || readText(value.name)
  return {
    _id: readId(value),
    trade_name: name,
    trade_name_fr: readText(value.trade_name_fr),
    trade_name_es: readText(value.trade_name_es),
    ...readTexts(value, ['placeholder']),
    ...readProductFields(value, productFieldNames),
    classe: readText(value.classe),
    category: readText(value.category),
    type: readText(value.type).toLowerCase() === 'seafood' ? 'seafood' : 'fish',
    image: readText(value.image),
    size: readText(value.size),
    weight: readText(value.weight),
    countInStock: readNumber(value.countInStock),
    rating: Math.min(5, Math.max(0, readNumber(value.rating))),
    numReviews: readCount(value.numReviews),
    updated_at: readTime(value.updated_at),
  }
}

function readReview(value: unknown): Review | undefined {
  if (!isRecord(value)) return undefined
  return {
    _id: readId(value),
    name: readText(value.name),
    rating: Math.min(5, readCount(value.rating)),
    comment: readText(value.comment),
    created_at: readTime(value.created_at ?? value.createdAt),
    ...(value.posesAsShop === true && { posesAsShop: true }),
  }
}

/** The specification does not show the answer to a new review. Any JSON will do: the screen reads the product again. */
export function readReviewAnswer(body: unknown): Review | undefined {
  const data = readData(body)
  return data === undefined
    ? undefined
    : (readReview(data) ?? { _id: '', name: '', rating: 0, comment: '', created_at: '' })
}

/** A server without this call answers with all reviews of the product, as one page. */
export function readReviewPage(body: unknown): ReviewPage | undefined {
  const reviews = readRows(readList(body, ['reviews']), readReview)
  return reviews && { reviews, ...readPaging(body, reviews.length) }
}

export function readStock(body: unknown): Stock | undefined {
  const data = readData(body)
  return isRecord(data) ? { _id: readId(data), countInStock: readNumber(data.countInStock) } : undefined
}

export function readFishDetail(body: unknown): FishDetail | undefined {
  const value = readData(body)
  const fish = readFish(value)
  if (fish === undefined || !isRecord(value)) return undefined
  return { ...fish, reviews: readRows(readList(value.reviews), readReview) ?? [] }
}

export function readFishList(body: unknown): Fish[] | undefined {
  return readRows(readList(body, ['fishes', 'fish', 'products']), readFish)
}

export function readFishPage(body: unknown): FishPage | undefined {
  const fishes = readFishList(body)
  const nearest = isRecord(body) ? readRows(readList(body.nearest), readFish) : undefined
  return fishes && { fishes, ...readPaging(body, fishes.length), ...(nearest?.length && { nearest }) }
}

/** The message says whether it succeeded (specification section 4); a bare list counts as a success. */
export function readFishByType(body: unknown): FishByType | undefined {
  const fish = readFishList(body)
  if (fish === undefined) return undefined
  const paged = isRecord(body) && body.pages !== undefined
  const message = (isRecord(body) && readText(body.message)) || 'success'
  return { fish, message, ...(paged && readPaging(body, fish.length)) }
}

function readPaging(body: unknown, rows: number) {
  const paging = isRecord(body) ? body : {}
  const pages = readCount(paging.pages, 1)
  return { page: Math.min(readCount(paging.page, 1), pages), pages, total: readCount(paging.total ?? rows) }
}

/** `{count}`, or the bare number. */
export function readFishCount(body: unknown): FishCount | undefined {
  const value = isRecord(body) ? (body.count ?? (isRecord(body.data) ? body.data.count : body.data)) : body
  const count = readNumber(value, Number.NaN)
  return Number.isNaN(count) ? undefined : { count: readCount(count) }
}

/** Only our server has this feed. The fields that control the pull are checked strictly. */
export function readFishChanges(body: unknown): FishChanges | undefined {
  if (!isRecord(body) || !Array.isArray(body.changed) || !Array.isArray(body.deleted)) return undefined
  if (typeof body.next !== 'string' || typeof body.more !== 'boolean') return undefined
  const deleted = body.deleted.filter((id) => typeof id === 'string')
  const changed = readRows(body.changed, readFish) ?? []
  return {
    changed,
    deleted,
    next: body.next,
    more: body.more,
    ...(typeof body.shop === 'number' && { shop: readCount(body.shop) }),
    ...(body.reset === true && { reset: true }),
  }
}

function readImportedRow(value: unknown): ImportedRow | undefined {
  if (!isRecord(value)) return undefined
  const kind = (['new', 'changed', 'unchanged'] as const).find((each) => each === value.kind)
  return kind && { kind, ...(readId(value) && { _id: readId(value) }) }
}

/** Only our server has the import. The counts are made from the rows. */
export function readFishImport(body: unknown): FishImportAnswer | undefined {
  const rows = isRecord(body) ? readRows(readList(body, ['rows']), readImportedRow) : undefined
  if (!rows) return undefined
  const count = (kind: ImportedRow['kind']) => rows.filter((row) => row.kind === kind).length
  return { rows, new: count('new'), changed: count('changed'), unchanged: count('unchanged') }
}
