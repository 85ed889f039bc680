import { v7 } from 'uuid'
import { normaliseText } from '../../contract/catalogue-query.ts'
import type { Fish, FishDetail, FishInput, FishUpdate, Stock } from '../../contract/fishes.ts'
import {
  emptyValue,
  type ProductFields,
  productFieldNames,
  type RequiredText,
  requiredTexts,
} from '../../contract/product-fields.ts'
import { audit, recordChange } from '../audit/audit.ts'
import { bumpCatalogueVersion } from '../db/catalogue-state.ts'
import { type Db, isoAfter, isoNow } from '../db/database.ts'
import { withIdempotencyKey } from '../db/idempotency.ts'
import type { FishRow } from '../db/row-types.ts'
import { tagsIn, versionIn } from '../http/answer-cache.ts'
import { type Actor, logDeletion, transactAs } from '../http/caller.ts'
import { Answer, type CallOf, type Handler } from '../http/pipeline.ts'
import { refuse, refuseFields } from '../http/refusal.ts'
import { forgetSubject, publishEvents, type ShopEvent } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import * as fishes from './fishes-table.ts'
import { detailOf, toFish } from './read-fishes.ts'
import { noProduct } from './review-service.ts'

/** Sets a product's stock if it is still the number that the author saw, exactly once per key; else refuses with the current one. */
export const setStock: Handler<'setStock'> = async (
  deps,
  { param: fishId, user: by, key, body: { countInStock, seen } },
) => {
  const payload = { call: 'setStock', fishId, countInStock, seen }
  // a replay reports what the first call did, even if the product has changed since
  const stock: Stock = { _id: fishId, countInStock }
  const answer = new Answer(stock, { status: 200 })
  const rebuild = async () => stock
  return withIdempotencyKey(deps, { key, caller: by, payload, limits: [], rebuild }, async (tx) => {
    const locked = await lockForWrite(tx, fishId)
    const saved = locked.row.count_in_stock
    if (saved === countInStock) return answer
    if (saved !== seen) throw refuse('edited-meanwhile', { countInStock: saved })
    await setFields(deps, tx, { ...locked, by, kind: 'product-changed', change: { count_in_stock: countInStock } })
    return answer
  })
}

/** A locked product, and the catalogue's version that its change makes: that lock lets writes of products run one after the other. */
async function lockForWrite(tx: Db, id: string): Promise<{ version: number; row: FishRow }> {
  const version = await bumpCatalogueVersion(tx)
  const row = await fishes.lockFish(tx, id)
  if (!row) throw noProduct
  return { version, row }
}

interface FieldChange {
  row: FishRow
  version: number
  by: Actor
  kind: 'product-changed' | 'product-picture'
  change: Partial<Pick<FishRow, 'image' | 'placeholder' | 'count_in_stock'>>
}

/** Changes fields of a locked product that no search uses; returns the new `updated_at`. */
async function setFields(deps: ServiceDeps, tx: Db, { row, version, by, kind, change }: FieldChange): Promise<string> {
  const { id, trade_name: name } = row
  const updated_at = isoAfter(deps.clock, row.updated_at)
  await fishes.setFishFields(tx, id, { ...change, updated_at, version })
  const [before, after] = [toFish(row), toFish({ ...row, ...change, updated_at })]
  await audit(deps, tx, { by, kind, thing: { id, name }, before, after })
  await publishFishes(deps, tx, { version, read: () => [{ before, after }] })
  return updated_at
}

/** A product before and after a change; a new one has no `before`. */
interface FishChange {
  before: Fish | undefined
  after: Fish
}

const withoutStock = ({ countInStock: _, updated_at: __, ...fish }: Fish) => JSON.stringify(fish)

function eventsOf({ before, after: data }: FishChange, seq: number): ShopEvent[] {
  const { _id, countInStock } = data
  const stock: Stock = { _id, countInStock }
  const one = { subject: `product:${_id}` as const, seq, short: stock }
  const isChanged = !before || withoutStock(before) !== withoutStock(data)
  const isStock = before && before.countInStock !== countInStock
  return [
    ...(isChanged ? [{ ...one, type: 'product.changed' as const, data }] : []),
    ...(isStock ? [{ ...one, type: 'stock.changed' as const, data: stock }] : []),
  ]
}

/** Queues changes of products and stocks for the webhooks, in the transaction that made this version of the catalogue. */
export async function publishFishes(
  deps: ServiceDeps,
  tx: Db,
  { version, read }: { version: number; read: () => readonly FishChange[] },
): Promise<void> {
  await publishEvents(deps, tx, {
    types: ['product.changed', 'stock.changed'],
    read: () => read().flatMap((change) => eventsOf(change, version)),
  })
}

function readOptional(input: FishInput): ProductFields {
  const read = productFieldNames.map((name) => {
    const value = input[name] ?? emptyValue(name)
    return [name, typeof value === 'string' ? value.trim() : value]
  })
  // each value is of its field's kind
  return Object.fromEntries(read) as ProductFields
}

export const blankFields = (input: FishInput) => requiredTexts.filter((name) => normaliseText(input[name]) === '')

/** The columns for an administrator's input. */
export const toFields = (input: FishInput) => ({
  // the keys are those of the list
  ...(Object.fromEntries(requiredTexts.map((name) => [name, input[name].trim()])) as Record<RequiredText, string>),
  ...readOptional(input),
  type: input.type,
  count_in_stock: input.countInStock,
})

/** Like `toFields`; refuses blank names with `invalid-fields`. */
function readFields(input: FishInput) {
  const blank = blankFields(input)
  if (blank.length > 0) throw refuseFields(...blank.map((path) => ({ path, rule: 'required' as const })))
  return toFields(input)
}

const noPicture = { image: '', placeholder: '' }

/** Creates a product, with a picture if one is uploaded. Refuses with `invalid-fields` or `bad-picture`. */
export async function createFish(deps: ServiceDeps, { body: input, upload, user: actor }: CallOf<'createFish'>) {
  const fields = readFields(input)
  const picture = upload ? await deps.storePicture(upload) : noPicture
  const id = v7()
  const now = isoNow(deps.clock)
  return transactAs(deps, actor, async (tx) => {
    // this lock makes writes of products run one after the other, which `isCodeUsed` relies on
    const version = await bumpCatalogueVersion(tx)
    if (await fishes.isCodeUsed(tx, fields.code, id)) throw refuseFields({ path: 'code', rule: 'alreadyUsed' })
    const product = { ...fields, ...picture, rating: 0, num_reviews: 0, created_at: now, updated_at: now }
    await fishes.insertFish(tx, { id, ...product }, version)
    const thing = { id, name: product.trade_name }
    await audit(deps, tx, { by: actor, kind: 'product-created', thing })
    return changed(deps, tx, { id, version, before: undefined })
  })
}

/** Tells the webhooks of a change, and answers the product. */
async function changed(
  deps: ServiceDeps,
  tx: Db,
  { id, version, before }: { id: string; version: number; before: FishRow | undefined },
): Promise<FishDetail> {
  const after = await fishes.findFish(tx, id)
  if (!after) throw new Error('a product vanished from its own transaction')
  const change = { before: before && toFish(before), after: toFish(after) }
  await publishFishes(deps, tx, { version, read: () => [change] })
  return detailOf(tx, after)
}

/** The optional fields that a client omits stay unchanged. */
function omittedFields(input: FishUpdate, row: FishRow): Partial<fishes.FishFields> {
  const names = productFieldNames.filter((name) => input[name] === undefined)
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

/** Refuses unless If-Match names a product's `updated_at`, or the ETag of `getFish` since its last change. */
function refuseEdited(now: FishRow, ifMatch: string | undefined): void {
  const isNamed = (tag: string) => tag === '*' || tag === now.updated_at || versionIn(tag) >= now.seq
  if (ifMatch !== undefined && !tagsIn(ifMatch).some(isNamed)) throw refuse('edited-meanwhile')
}

/** Replaces a product's fields. `image` must be its current value; omitted fields beyond the specification stay unchanged. */
export const updateFish: Handler<'updateFish'> = async (deps, { param: id, body: input, user: actor, ifMatch }) => {
  if (input._id !== undefined && input._id !== id) throw refuseFields({ path: '_id', rule: 'unchangeable' })
  const fields = readFields(input)
  return transactAs(deps, actor, async (tx) => {
    const { version, row } = await lockForWrite(tx, id)
    refuseEdited(row, ifMatch)
    if (input.image !== undefined && input.image !== row.image)
      throw refuseFields({ path: 'image', rule: 'unchangeable' })
    const { image, placeholder } = row
    const change = { ...fields, ...omittedFields(input, row), image, placeholder }
    if (change.code !== row.code && (await fishes.isCodeUsed(tx, change.code, id)))
      throw refuseFields({ path: 'code', rule: 'alreadyUsed' })
    await fishes.updateFish(tx, id, { ...change, updated_at: isoAfter(deps.clock, row.updated_at), version })
    const thing = { id, name: change.trade_name }
    const logged = { before: toFish(row), after: toFish({ ...row, ...change }) }
    await recordChange(deps, tx, { by: actor, kind: 'product-changed', thing, ...logged })
    return changed(deps, tx, { id, version, before: row })
  })
}

/** Sets a product's picture; answers the new `image` value, with `updated_at` as ETag. */
export const uploadPicture: Handler<'uploadPicture'> = async (
  deps,
  { body: { fishe_id: id }, upload, user: actor, ifMatch },
) => {
  if (!upload) throw refuseFields({ path: 'image', rule: 'pictureFile' })
  const found = await fishes.findFish(deps.db, id)
  if (!found) throw noProduct
  // check before the expensive conversion
  refuseEdited(found, ifMatch)
  const picture = await deps.storePicture(upload)
  return transactAs(deps, actor, async (tx) => {
    const locked = await lockForWrite(tx, id)
    refuseEdited(locked.row, ifMatch)
    const change = { by: actor, kind: 'product-picture' as const, change: picture }
    const updated_at = await setFields(deps, tx, { ...locked, ...change })
    return new Answer(picture.image, { headers: { etag: `"${updated_at}"` } })
  })
}

/** Deletes a product and its reviews; orders have their own copies of names and pictures. Refuses with `not-found`. */
export const deleteFish: Handler<'deleteFish'> = async (deps, { param: id, user: actor }) => {
  await transactAs(deps, actor, async (tx) => {
    const { version, row } = await lockForWrite(tx, id)
    await fishes.deleteFish(tx, id, version)
    await forgetSubject(tx, `product:${id}`)
    const thing = { id, name: row.trade_name }
    await audit(deps, tx, { by: actor, kind: 'product-deleted', thing, before: toFish(row) })
  })
  logDeletion(deps, { kind: 'product', id, actor })
}
