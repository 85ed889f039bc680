import { type Static, type TNumber, type TOptional, type TString, Type } from 'typebox'
import { limits } from './limits.ts'
import {
  fieldRow,
  type LineFieldName,
  lineFields,
  type ProductFieldName,
  type ProductFields,
  productFieldNames,
} from './product-fields.ts'
import { Review } from './reviews.ts'
import { filledLine, line } from './texts/text-schemas.ts'

const name = filledLine(limits.nameLength)

type OptionalSchemas<N extends ProductFieldName> = {
  [Name in N]: TOptional<ProductFields[Name] extends number ? TNumber : TString>
}

/** The schemas of these optional fields, as a product has them. */
function schemasOf<N extends ProductFieldName>(names: readonly N[]): OptionalSchemas<N> {
  const schemas = names.map((name) => {
    const { kind, label } = fieldRow(name)
    const isPercent = kind === 'percent'
    return [name, Type.Optional(isPercent ? Type.Number({ description: `${label.en}, per cent` }) : Type.String())]
  })
  // each schema is the one of its field's kind
  return Object.fromEntries(schemas) as OptionalSchemas<N>
}

/** The schemas of the optional fields as an administrator fills them in. */
function inputSchemas(): OptionalSchemas<ProductFieldName> {
  const schemas = productFieldNames.map((name) => {
    const { kind, maxLength = limits.textLength, pattern } = fieldRow(name)
    const text = pattern ? Type.String({ maxLength, pattern }) : line(maxLength)
    return [name, Type.Optional(kind === 'percent' ? Type.Number({ minimum: 0, maximum: limits.glazingMax }) : text)]
  })
  return Object.fromEntries(schemas) as OptionalSchemas<ProductFieldName>
}

/** The optional fields that a line of an order copies. */
export const lineSchemas: OptionalSchemas<LineFieldName> = schemasOf(lineFields)

export const FishType = Type.Union([Type.Literal('fish'), Type.Literal('seafood')])
export type FishType = Static<typeof FishType>

/** A product as lists and the changes feed carry it. `countInStock` in tonnes, `rating` the mean of 1–5, 0 without reviews. */
export const Fish = Type.Object({
  _id: Type.String(),
  trade_name: Type.String(),
  trade_name_fr: Type.String(),
  trade_name_es: Type.String(),
  ...schemasOf(productFieldNames),
  classe: Type.String(),
  category: Type.String(),
  type: FishType,
  image: Type.String(),
  placeholder: Type.Optional(Type.String({ description: 'ThumbHash of the picture, base64' })),
  size: Type.String(),
  weight: Type.String(),
  countInStock: Type.Number(),
  rating: Type.Number(),
  numReviews: Type.Integer(),
  updated_at: Type.String(),
})
export type Fish = Static<typeof Fish>

/** A product as its own page shows it, with its newest reviews (`limits.reviewsPerPage`); `numReviews` counts all. */
export const FishDetail = Type.Object({ ...Fish.properties, reviews: Type.Array(Review) })
export type FishDetail = Static<typeof FishDetail>

export const FishPage = Type.Object({
  fishes: Type.Array(Fish),
  page: Type.Integer(),
  pages: Type.Integer(),
  total: Type.Integer(),
  nearest: Type.Optional(Type.Array(Fish, { description: 'products to offer where a keyword finds none' })),
})
export type FishPage = Static<typeof FishPage>

export const FishByType = Type.Object({
  fish: Type.Array(Fish),
  message: Type.String(),
  page: Type.Optional(Type.Integer()),
  pages: Type.Optional(Type.Integer()),
  total: Type.Optional(Type.Integer()),
})
export type FishByType = Static<typeof FishByType>

export const FishCount = Type.Object({ count: Type.Integer() })
export type FishCount = Static<typeof FishCount>

/** One step of the delta feed. `next` is the cursor to ask with, at once when `more`, later otherwise. */
export const FishChanges = Type.Object({
  changed: Type.Array(Fish),
  deleted: Type.Array(Type.String()),
  next: Type.String(),
  more: Type.Boolean(),
  /** version of the settings of the shop (`GET /api/shop/`); none until they are saved */
  shop: Type.Optional(Type.Integer()),
  /** the cursor belongs to another database: the feed starts again and replaces the client's copy */
  reset: Type.Optional(Type.Boolean()),
})
export type FishChanges = Static<typeof FishChanges>

/** The fields that an administrator fills in, without `image`. `countInStock` in tonnes; `glazing` in per cent, 0 for none. */
export const FishInput = Type.Object({
  trade_name: name,
  trade_name_fr: name,
  trade_name_es: name,
  classe: name,
  category: name,
  type: FishType,
  countInStock: Type.Number({ minimum: 0, maximum: limits.stockMax }),
  ...inputSchemas(),
})
export type FishInput = Static<typeof FishInput>

/** The fields of a product that an administrator fills in. */
// the schema has nothing else
export const inputFields = Object.keys(FishInput.properties) as (keyof FishInput)[]

/** `PUT /api/fishes/update/{id}/`: `image` must be the product's current value. */
export const FishUpdate = Type.Object({
  _id: Type.Optional(line(100)),
  image: Type.Optional(line(500)),
  ...FishInput.properties,
})
export type FishUpdate = Static<typeof FishUpdate>

/** `PUT /api/fishes/{id}/stock/`: `seen` is the stock on screen when the new one was typed. Tonnes. */
export const StockInput = Type.Object({
  countInStock: FishInput.properties.countInStock,
  seen: Type.Number({ description: 'refused with `edited-meanwhile` if the stored number differs' }),
})
export type StockInput = Static<typeof StockInput>

/** The product's stock after the change. */
export const Stock = Type.Object({ _id: Type.String(), countInStock: Type.Number() })
export type Stock = Static<typeof Stock>
