import * as v from 'valibot'
import { Facets } from './facets.ts'
import { filledLine, flag, id, int, line, namesOf, nonEmptyLine, number, page, text, tolerantList } from './fields.ts'
import { limits } from './limits.ts'
import {
  fieldRow,
  isNumber,
  type LineFieldName,
  lineFields,
  type ProductFieldName,
  type ProductFields,
  productFieldNames,
  requiredTexts,
} from './product-fields.ts'

/** A public review: it shows the reviewer's name, never the account. */
export const Review = v.object({
  _id: text,
  name: text,
  rating: int,
  comment: text,
  created_at: text,
  posesAsShop: v.optional(
    v.pipe(
      v.boolean(),
      v.description('true if the name looks like the shop’s own and the reviewer is not an administrator'),
    ),
  ),
})
export type Review = v.InferOutput<typeof Review>

/** One page of a product's reviews, newest first. */
export const ReviewPage = v.object({ reviews: tolerantList(Review), page, pages: page, total: int })

export const ReviewInput = v.object({
  rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
  comment: v.pipe(v.string(), v.maxLength(limits.commentLength)),
})
export type ReviewInput = v.InferOutput<typeof ReviewInput>

type OptionalFields<N extends ProductFieldName> = {
  [Name in N]: v.OptionalSchema<v.GenericSchema<ProductFields[Name]>, undefined>
}

/** A schema for each of these optional fields. */
// @__NO_SIDE_EFFECTS__
function optionalFields<N extends ProductFieldName>(
  names: readonly N[],
  schemaOf: (row: ReturnType<typeof fieldRow>) => v.GenericSchema,
): OptionalFields<N> {
  // each is of its field's kind
  return Object.fromEntries(names.map((name) => [name, v.optional(schemaOf(fieldRow(name)))])) as OptionalFields<N>
}

/** An optional field, as a product has it. */
const answered = ({ kind, label }: ReturnType<typeof fieldRow>) =>
  isNumber(kind)
    ? v.pipe(v.number(), v.description(`${label.en}, ${kind === 'percent' ? 'per cent' : 'kg'}`))
    : v.string()

/** An optional field as an administrator fills it in. */
function typed({ kind, maxLength = limits.textLength, pattern }: ReturnType<typeof fieldRow>) {
  if (kind === 'kilograms') return v.pipe(v.number(), v.minValue(0), v.maxValue(limits.cartonNetMax))
  if (kind === 'percent') return v.pipe(v.number(), v.minValue(0), v.maxValue(limits.percentMax))
  if (kind === 'lines') return v.pipe(v.string(), v.maxLength(maxLength))
  return pattern ? v.pipe(v.string(), v.maxLength(maxLength), v.regex(new RegExp(pattern.source))) : line(maxLength)
}

/** The optional fields that a line of an order copies. */
export const orderLineFields: OptionalFields<LineFieldName> = optionalFields(lineFields, answered)
/** The members that a line of an order or of an offer copies from its product. */
export const copiedFields = { name: text, name_fr: text, name_es: text, image: text, ...orderLineFields }
export const FishType = v.picklist(['fish', 'seafood'])
export type FishType = v.InferOutput<typeof FishType>

/** A certificate of a product: the name that people read, and the address of the PDF. */
const CertificateFile = v.object({ name: text, file: text })

/** A product as lists and the changes feed carry it. `countInStock` in tonnes, `rating` the mean of 1–5, 0 without reviews. */
export const Fish = v.object({
  _id: id,
  ...v.entriesFromList(requiredTexts, text),
  ...optionalFields(productFieldNames, answered),
  type: v.fallback(FishType, 'fish'),
  image: text,
  images: v.fallback(
    v.optional(
      v.pipe(
        v.array(v.string()),
        v.description('all pictures in their order, of which `image` is the first; absent with less than two'),
      ),
    ),
    undefined,
  ),
  placeholder: v.optional(v.pipe(v.string(), v.description('ThumbHash of the picture, base64'))),
  certificateFiles: v.fallback(v.optional(v.array(CertificateFile)), undefined),
  size: text,
  weight: text,
  countInStock: number,
  rating: number,
  numReviews: int,
  /** stands out on the home page; absent where it does not */
  featured: v.fallback(v.optional(v.boolean()), undefined),
  updated_at: text,
})
export type Fish = v.InferOutput<typeof Fish>

/** A product as its own page shows it, with its newest reviews (`limits.reviewsPerPage`); `numReviews` counts all. */
export const FishDetail = v.object({ ...Fish.entries, reviews: v.fallback(tolerantList(Review), []) })
export type FishDetail = v.InferOutput<typeof FishDetail>

/** The whole catalogue in numbers: different scientific names, and tonnes in stock. */
const CatalogueTotals = v.fallback(v.optional(v.object({ species: int, tonnes: number })), undefined)
export type CatalogueTotals = v.InferOutput<typeof CatalogueTotals>

export const FishPage = v.object({
  fishes: tolerantList(Fish),
  page,
  pages: page,
  total: int,
  nearest: v.pipe(v.optional(tolerantList(Fish)), v.description('products to offer where a keyword finds none')),
  facets: v.fallback(v.optional(Facets), undefined),
  /** of a list without keyword, type and filters */
  totals: CatalogueTotals,
})
export type FishPage = v.InferOutput<typeof FishPage>

export const FishByType = v.object({
  fish: tolerantList(Fish),
  message: v.fallback(v.string(), 'success'),
  ...v.entriesFromList(['page', 'pages', 'total'], v.optional(v.pipe(v.number(), v.integer()))),
})
export type FishByType = v.InferOutput<typeof FishByType>

export const FishCount = v.object({ count: v.pipe(v.number(), v.integer()) })

/** One step of the delta feed. `next` is the cursor to ask with, at once when `more`, later otherwise. */
export const FishChanges = v.object({
  changed: tolerantList(Fish),
  deleted: tolerantList(v.string()),
  next: v.string(),
  more: v.boolean(),
  /** version of the settings of the shop (`GET /api/shop/`); none until they are saved */
  shop: v.optional(v.pipe(v.number(), v.integer())),
  /** the cursor belongs to another database: the feed starts again and replaces the client's copy */
  reset: v.optional(v.boolean()),
  /** of the last page */
  totals: CatalogueTotals,
})
export type FishChanges = v.InferOutput<typeof FishChanges>

/* What administrators send. `entriesFromObjects` and not a spread: bundlers then leave it out of what buyers load. */

const stock = v.pipe(v.number(), v.minValue(0), v.maxValue(limits.stockMax))

/** The fields that an administrator fills in, without `image`. `countInStock` in tonnes; `glazing` in per cent, 0 for none. */
export const FishInput = v.object(
  v.entriesFromObjects([
    v.object(v.entriesFromList(requiredTexts, filledLine(limits.nameLength))),
    v.object({ type: FishType, countInStock: stock }),
    v.object(optionalFields(productFieldNames, typed)),
    v.object({ featured: v.optional(v.boolean()) }),
  ]),
)
export type FishInput = v.InferOutput<typeof FishInput>

/** The fields without which there is no product. */
export const requiredFields = [...requiredTexts, 'type', 'countInStock'] as const
/** The fields of a product that an administrator fills in. */
export const inputFields = namesOf(FishInput)

/** `PUT /api/fishes/update/{id}/`: `image` must be the product's current value. */
export const FishUpdate = v.object(
  v.entriesFromObjects([v.object({ _id: v.optional(line(100)), image: v.optional(line(500)) }), FishInput]),
)
export type FishUpdate = v.InferOutput<typeof FishUpdate>

/** `PUT /api/fishes/{id}/stock/`: `seen` is the stock on screen when the new one was typed. Tonnes. */
export const StockInput = v.object({
  countInStock: stock,
  seen: v.pipe(v.number(), v.description('refused with `edited-meanwhile` if the stored number differs')),
})
export type StockInput = v.InferOutput<typeof StockInput>

/** The product's stock after the change. */
export const Stock = v.object({ _id: text, countInStock: number })
export type Stock = v.InferOutput<typeof Stock>

/** A row of a spreadsheet: it updates the product with its `code`, else the one with its `_id`, or is a new one. Absent fields stay unchanged. */
export const FishImportRow = v.object(
  v.entriesFromObjects([v.object({ _id: v.optional(line(36)) }), v.partial(FishInput)]),
)
export type FishImportRow = v.InferOutput<typeof FishImportRow>

export const FishImportInput = v.object({
  rows: v.pipe(v.array(FishImportRow), v.minLength(1), v.maxLength(limits.importRows)),
})
export type FishImportInput = v.InferOutput<typeof FishImportInput>

const ImportedRow = v.object({
  kind: v.picklist(['new', 'changed', 'unchanged']),
  /** absent for a new product when the rows were only checked */
  _id: v.optional(v.string()),
  /** when the rows were only checked: the fields of a product that would change, as they are now */
  before: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
})
export type ImportedRow = v.InferOutput<typeof ImportedRow>

/** The result of each row, in the same order. A check tells what the result would be. */
export const FishImportAnswer = v.object({ new: int, changed: int, unchanged: int, rows: tolerantList(ImportedRow) })
export type FishImportAnswer = v.InferOutput<typeof FishImportAnswer>

const shownPictures = v.pipe(v.array(nonEmptyLine(500)), v.maxLength(limits.pictures))

/** `PUT /api/fishes/{id}/pictures/`: the pictures that stay, in their new order. */
export const PicturesInput = v.object({
  images: shownPictures,
  seen: v.pipe(
    shownPictures,
    v.description('all pictures on screen; refused with `edited-meanwhile` if the stored ones differ'),
  ),
})

/** `POST /api/fishes/bulk/`: one change of many products; exactly one of the members beside `ids`. */
export const BulkInput = v.object({
  ids: v.pipe(v.array(nonEmptyLine(36)), v.minLength(1), v.maxLength(limits.bulkProducts)),
  delete: v.optional(v.boolean()),
  countInStock: v.optional(stock),
  type: v.optional(FishType),
  featured: v.optional(v.boolean()),
})
export type BulkInput = v.InferOutput<typeof BulkInput>

/** `changed` counts the products that now are as the call wanted; `missing` are the ids without a product. */
export const BulkAnswer = v.object({ changed: int, missing: tolerantList(v.string()) })
export type BulkAnswer = v.InferOutput<typeof BulkAnswer>

/** Whether the shop will tell the caller when a product is in stock again. */
export const StockAlert = v.object({ _id: text, isOn: flag })
export type StockAlert = v.InferOutput<typeof StockAlert>

/** The products that the caller waits for. */
export const StockAlerts = v.object({ ids: tolerantList(v.string()) })
