import { v7 } from 'uuid'
import { normaliseText } from '../../contract/catalogue-query.ts'
import type { FishDetail, FishInput, FishUpdate } from '../../contract/fishes.ts'
import { emptyValue, type ProductFields, productFieldNames } from '../../contract/product-fields.ts'
import { forgetSubject } from '../outbox/outbox.ts'
import { changesOf, recordActions, recordChange } from '../platform/admin-log.ts'
import { type Actor, logDeletion, transactAs } from '../platform/caller.ts'
import { isoAfter, isoNow } from '../platform/clock.ts'
import { raiseVersion } from '../platform/db/catalogue-state.ts'
import type { Handle } from '../platform/db/handle.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { publishFishes } from './fish-events.ts'
import * as fishes from './fishes-table.ts'
import { detailOf, toFish } from './read-fishes.ts'
import { noProduct } from './reviews.ts'

/** The optional fields as they are stored. */
function readOptional(input: FishInput): ProductFields {
  const read = productFieldNames.map((name) => {
    const value = input[name] ?? emptyValue(name)
    return [name, typeof value === 'string' ? value.trim() : value]
  })
  // each value is of its field's kind
  return Object.fromEntries(read) as ProductFields
}

/** The names of a product that are blank. */
export function blankFields(input: FishInput) {
  const required = ['trade_name', 'trade_name_fr', 'trade_name_es', 'classe', 'category'] as const
  return required.filter((name) => normaliseText(input[name]) === '')
}

/** The columns for an administrator's input. */
export const toFields = (input: FishInput) => ({
  trade_name: input.trade_name.trim(),
  trade_name_fr: input.trade_name_fr.trim(),
  trade_name_es: input.trade_name_es.trim(),
  ...readOptional(input),
  classe: input.classe.trim(),
  category: input.category.trim(),
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
export async function createFish(
  deps: ServiceDeps,
  input: FishInput,
  { upload, actor }: { upload?: Uint8Array | undefined; actor: Actor },
): Promise<FishDetail> {
  const fields = readFields(input)
  const picture = upload ? await deps.storePicture(upload) : noPicture
  const id = v7()
  const now = isoNow(deps.clock)
  return transactAs(deps, actor, async (tx) => {
    // this lock makes writes of products run one after the other, which `isCodeUsed` relies on
    const version = await raiseVersion(tx)
    if (await fishes.isCodeUsed(tx, fields.code, id)) throw refuseFields({ path: 'code', rule: 'alreadyUsed' })
    const product = { ...fields, ...picture, rating: 0, num_reviews: 0, created_at: now, updated_at: now }
    await fishes.insertFish(tx, { id, ...product }, version)
    const thing = { id, name: product.trade_name }
    await recordActions(deps, tx, [{ by: actor, kind: 'product-created', thing }])
    return changed(deps, tx, { id, version, before: undefined })
  })
}

/** Tells the webhooks of a change, and answers the product. */
async function changed(
  deps: ServiceDeps,
  tx: Handle,
  { id, version, before }: { id: string; version: number; before: fishes.FishRead | undefined },
): Promise<FishDetail> {
  const after = await fishes.findFish(tx, id)
  if (!after) throw new Error('a product vanished from its own transaction')
  await publishFishes(deps, tx, {
    version,
    read: () => [{ before: before && toFish(before), after: toFish(after) }],
  })
  return await detailOf(tx, after)
}

/** The optional fields that a client omits stay unchanged. */
function omittedFields(input: FishUpdate, row: fishes.FishRead): Partial<fishes.FishFields> {
  const names = productFieldNames.filter((name) => input[name] === undefined)
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

/** Whether a product is still the version that the client has edited. */
type IsUnchanged = ((now: fishes.FishRead) => boolean) | undefined

/**
 * Replaces a product's fields. `image` must be its current value; omitted fields beyond the specification stay unchanged.
 * Refuses with `not-found`, `invalid-fields`, and with `edited-meanwhile` if the product has changed since the client read it.
 */
export async function updateFish(
  deps: ServiceDeps,
  id: string,
  { input, isUnchanged, actor }: { input: FishUpdate; isUnchanged?: IsUnchanged; actor: Actor },
): Promise<FishDetail> {
  if (input._id !== undefined && input._id !== id) throw refuseFields({ path: '_id', rule: 'unchangeable' })
  const fields = readFields(input)
  return transactAs(deps, actor, async (tx) => {
    const version = await raiseVersion(tx)
    const row = await fishes.lockFish(tx, id)
    if (!row) throw noProduct
    if (isUnchanged && !isUnchanged(row)) throw refuse('edited-meanwhile')
    if (input.image !== undefined && input.image !== row.image) {
      throw refuseFields({ path: 'image', rule: 'unchangeable' })
    }
    const { image, placeholder } = row
    const change = { ...fields, ...omittedFields(input, row), image, placeholder }
    if (change.code !== row.code && (await fishes.isCodeUsed(tx, change.code, id)))
      throw refuseFields({ path: 'code', rule: 'alreadyUsed' })
    await fishes.updateFish(tx, id, { ...change, updated_at: isoAfter(deps.clock, row.updated_at), version })
    const changes = changesOf('product', toFish(row), toFish({ ...row, ...change }))
    const thing = { id, name: change.trade_name }
    await recordChange(deps, tx, { by: actor, kind: 'product-changed', thing, changes })
    return changed(deps, tx, { id, version, before: row })
  })
}

/**
 * Sets a product's picture and returns the new `image` value and `updated_at`. Refuses with `not-found`, `bad-picture`, and
 * with `edited-meanwhile` like `updateFish`.
 */
export async function setPicture(
  deps: ServiceDeps,
  id: string,
  { upload, isUnchanged, actor }: { upload: Uint8Array; isUnchanged?: IsUnchanged; actor: Actor },
): Promise<{ image: string; updated_at: string }> {
  const found = await fishes.findFish(deps.db, id)
  if (!found) throw noProduct
  // check before the expensive conversion
  if (isUnchanged && !isUnchanged(found)) throw refuse('edited-meanwhile')
  const picture = await deps.storePicture(upload)
  return transactAs(deps, actor, async (tx) => {
    const version = await raiseVersion(tx)
    const row = await fishes.lockFish(tx, id)
    if (!row) throw noProduct
    if (isUnchanged && !isUnchanged(row)) throw refuse('edited-meanwhile')
    const updated_at = isoAfter(deps.clock, row.updated_at)
    await fishes.setFishFields(tx, id, { ...picture, updated_at, version })
    const changes = changesOf('product', { image: row.image }, { image: picture.image })
    const thing = { id, name: row.trade_name }
    await recordActions(deps, tx, [{ by: actor, kind: 'product-picture', thing, changes }])
    const after = { ...row, ...picture, updated_at }
    await publishFishes(deps, tx, { version, read: () => [{ before: toFish(row), after: toFish(after) }] })
    return { image: picture.image, updated_at }
  })
}

/** Deletes a product and its reviews; orders have their own copies of names and pictures. Refuses with `not-found`. */
export async function deleteFish(deps: ServiceDeps, id: string, actor: Actor): Promise<void> {
  await transactAs(deps, actor, async (tx) => {
    const version = await raiseVersion(tx)
    const row = await fishes.lockFish(tx, id)
    if (!row) throw noProduct
    await fishes.deleteFish(tx, id, version)
    await forgetSubject(tx, `product:${id}`)
    const changes = changesOf('product', toFish(row), undefined)
    const thing = { id, name: row.trade_name }
    await recordActions(deps, tx, [{ by: actor, kind: 'product-deleted', thing, changes }])
  })
  logDeletion(deps, { kind: 'product', id, actor })
}
