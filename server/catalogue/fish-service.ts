import { v7 } from 'uuid'
import { normaliseText } from '../../contract/catalogue-query.ts'
import type { BulkAnswer, Fish, FishDetail, FishInput, FishUpdate, Stock } from '../../contract/fishes.ts'
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
import { refuse, refuseFields, required } from '../http/refusal.ts'
import { forgetSubject, publishEvents, type ShopEvent } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import * as fishes from './fishes-table.ts'
import { renameLots } from './lots.ts'
import { detailOf, toFish } from './read-fishes.ts'
import { noProduct } from './review-service.ts'
import { announceReturn } from './stock-alerts.ts'

/** Sets a product's stock if it is still the number that the author saw, exactly once per key; else refuses with the current one. */
export const setStock: Handler<'setStock'> = async (deps, { param: fishId, user: by, key, body }) => {
  const { countInStock, seen } = body
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
export async function lockForWrite(tx: Db, id: string): Promise<{ version: number; row: FishRow }> {
  const version = await bumpCatalogueVersion(tx)
  return { version, row: required(await fishes.lockFish(tx, id), noProduct) }
}

interface FieldChange {
  row: FishRow
  version: number
  by: Actor
  kind: 'product-changed' | 'product-picture'
  change: fishes.SomeFields
}

/** Changes fields of a locked product other than texts; returns the new `updated_at`. */
export async function setFields(deps: ServiceDeps, tx: Db, { row, version, by, kind, change }: FieldChange) {
  const { id, trade_name: name } = row
  const updated_at = isoAfter(deps.clock, row.updated_at)
  await fishes.setFishFields(tx, id, { ...change, updated_at, version })
  const [before, after] = [toFish(row), toFish({ ...row, ...change, updated_at })]
  await audit(deps, tx, { by, kind, thing: { id, name }, before, after })
  await publishFishes(deps, tx, { version, read: () => [{ before, after }] })
  await announceReturn(deps, tx, { id, before: before.countInStock, after: after.countInStock })
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
    // forms send line breaks of two signs
    return [name, typeof value === 'string' ? value.trim().replace(/\r\n?/g, '\n') : value]
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
  featured: Number(input.featured ?? false),
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
  const { featured } = row
  return {
    ...Object.fromEntries(names.map((name) => [name, row[name]])),
    ...(input.featured === undefined && { featured }),
  }
}

/** Refuses unless If-Match names a product's `updated_at`, or the ETag of `getFish` since its last change. */
export function refuseEdited(now: FishRow, ifMatch: string | undefined): void {
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
    const { image, placeholder, pictures } = row
    const change = { ...fields, ...omittedFields(input, row), image, placeholder, pictures }
    if (change.code !== row.code && (await fishes.isCodeUsed(tx, change.code, id)))
      throw refuseFields({ path: 'code', rule: 'alreadyUsed' })
    await fishes.updateFish(tx, id, { ...change, updated_at: isoAfter(deps.clock, row.updated_at), version })
    await renameLots(tx, row, { id, ...change })
    const thing = { id, name: change.trade_name }
    const logged = { before: toFish(row), after: toFish({ ...row, ...change }) }
    await recordChange(deps, tx, { by: actor, kind: 'product-changed', thing, ...logged })
    await announceReturn(deps, tx, { id, before: row.count_in_stock, after: change.count_in_stock })
    return changed(deps, tx, { id, version, before: row })
  })
}

/** Deletes a locked product with its reviews. */
async function removeFish(
  deps: ServiceDeps,
  tx: Db,
  { row, version, by }: Pick<FieldChange, 'row' | 'version' | 'by'>,
): Promise<void> {
  const { id, trade_name: name } = row
  await fishes.deleteFish(tx, id, version)
  await forgetSubject(tx, `product:${id}`)
  await audit(deps, tx, { by, kind: 'product-deleted', thing: { id, name }, before: toFish(row) })
}

/** Deletes a product and its reviews; orders have their own copies of names and pictures. Refuses with `not-found`. */
export const deleteFish: Handler<'deleteFish'> = async (deps, { param: id, user: actor }) => {
  await transactAs(deps, actor, async (tx) => {
    await removeFish(deps, tx, { ...(await lockForWrite(tx, id)), by: actor })
  })
  logDeletion(deps, { kind: 'product', id, actor })
}

/** Deletes products or sets one field of them, all or none, exactly once per key. Ids without a product are reported. */
export const changeFishes: Handler<'changeFishes'> = async (deps, { body, user: by, key }) => {
  const { delete: isDeletion = false, countInStock, type, featured } = body
  const wanted: fishes.SomeFields = {
    ...(countInStock !== undefined && { count_in_stock: countInStock }),
    ...(type && { type }),
    ...(featured !== undefined && { featured: Number(featured) }),
  }
  if (Object.keys(wanted).length + Number(isDeletion) !== 1) throw refuseFields({ path: 'ids', rule: 'allowedValue' })
  const ids = [...new Set(body.ids.map((id) => id.toLowerCase()))]
  const answerOf = (done: readonly { id: string }[]): BulkAnswer => {
    const missing = ids.filter((each) => !done.some(({ id }) => id === each))
    return { changed: ids.length - missing.length, missing }
  }
  const rebuild = async (tx: Db) => {
    const gone = tx.query.selectFrom('fish_tombstone').select('id').where('id', 'in', ids)
    return answerOf(await (isDeletion ? gone.execute() : fishes.findFishes(tx, ids)))
  }
  const payload = { call: 'changeFishes', ...body }
  return withIdempotencyKey(deps, { key, caller: by, payload, limits: [], rebuild }, async (tx) => {
    // this lock makes writes of products run one after the other
    await bumpCatalogueVersion(tx)
    const found = await fishes.findFishes(tx, ids)
    for (const { id } of found) {
      const { row, version } = await lockForWrite(tx, id)
      if (isDeletion) await removeFish(deps, tx, { row, version, by })
      else if (Object.entries(wanted).some(([name, value]) => Reflect.get(row, name) !== value))
        await setFields(deps, tx, { row, version, by, kind: 'product-changed', change: wanted })
    }
    return new Answer(answerOf(found), { status: 200 })
  })
}
