import { v7 } from 'uuid'
import { normaliseText } from '../../contract/catalogue-query.ts'
import type { FishDetail, FishInput, FishUpdate } from '../../contract/fishes.ts'
import { emptyValue, type ProductFields, productFieldNames } from '../../contract/product-fields.ts'
import { forgetSubject } from '../outgoing/webhook-events.ts'
import { changesOf, recordActions, recordChange } from '../platform/admin-log.ts'
import { type Actor, logDeletion, transactAs } from '../platform/caller.ts'
import { isoAfter, isoNow } from '../platform/clock.ts'
import { raiseVersion } from '../platform/db/catalogue-state.ts'
import type { Handle } from '../platform/db/handle.ts'
import { done, type Outcome, refuse, refuseFields } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { tellFishes } from './fish-hooks.ts'
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

/** The columns for an administrator's input; refuses blank names with `invalid-fields`. */
export function readFields(input: FishInput) {
  const required = ['trade_name', 'trade_name_fr', 'trade_name_es', 'classe', 'category'] as const
  const blank = required.filter((name) => normaliseText(input[name]) === '')
  const fields = {
    trade_name: input.trade_name.trim(),
    trade_name_fr: input.trade_name_fr.trim(),
    trade_name_es: input.trade_name_es.trim(),
    ...readOptional(input),
    classe: input.classe.trim(),
    category: input.category.trim(),
    type: input.type,
    count_in_stock: input.countInStock,
  }
  if (blank.length === 0) return done(fields)
  return refuseFields(...blank.map((path) => ({ path, rule: 'required' as const })))
}

const noPicture = { image: '', placeholder: '' }

/** Creates a product, with a picture if one is uploaded. Refuses with `invalid-fields` or `bad-picture`. */
export async function createFish(
  deps: ServiceDeps,
  input: FishInput,
  { upload, actor }: { upload?: Uint8Array | undefined; actor: Actor },
): Promise<Outcome<FishDetail>> {
  const fields = readFields(input)
  if (!fields.ok) return fields
  const picture = upload ? await deps.storePicture(upload) : done(noPicture)
  if (!picture.ok) return picture
  const id = v7()
  const now = isoNow(deps.clock)
  return transactAs(deps, actor, async (tx) => {
    // this lock makes writes of products run one after the other, which `isCodeUsed` relies on
    const version = await raiseVersion(tx)
    if (await fishes.isCodeUsed(tx, fields.value.code, id)) return refuseFields({ path: 'code', rule: 'alreadyUsed' })
    const product = { ...fields.value, ...picture.value, rating: 0, num_reviews: 0, created_at: now, updated_at: now }
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
): Promise<Outcome<FishDetail>> {
  const after = await fishes.findFish(tx, id)
  if (!after) throw new Error('a product vanished from its own transaction')
  await tellFishes(deps, tx, {
    version,
    read: () => [{ before: before && toFish(before), after: toFish(after) }],
  })
  return done(await detailOf(tx, after))
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
): Promise<Outcome<FishDetail>> {
  if (input._id !== undefined && input._id !== id) return refuseFields({ path: '_id', rule: 'unchangeable' })
  const fields = readFields(input)
  if (!fields.ok) return fields
  return transactAs(deps, actor, async (tx) => {
    const version = await raiseVersion(tx)
    const row = await fishes.lockFish(tx, id)
    if (!row) return noProduct
    if (isUnchanged && !isUnchanged(row)) return refuse('edited-meanwhile')
    if (input.image !== undefined && input.image !== row.image) {
      return refuseFields({ path: 'image', rule: 'unchangeable' })
    }
    const { image, placeholder } = row
    const change = { ...fields.value, ...omittedFields(input, row), image, placeholder }
    if (change.code !== row.code && (await fishes.isCodeUsed(tx, change.code, id)))
      return refuseFields({ path: 'code', rule: 'alreadyUsed' })
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
): Promise<Outcome<{ image: string; updated_at: string }>> {
  const found = await fishes.findFish(deps.db, id)
  if (!found) return noProduct
  // check before the expensive conversion
  if (isUnchanged && !isUnchanged(found)) return refuse('edited-meanwhile')
  const picture = await deps.storePicture(upload)
  if (!picture.ok) return picture
  return transactAs(deps, actor, async (tx) => {
    const version = await raiseVersion(tx)
    const row = await fishes.lockFish(tx, id)
    if (!row) return noProduct
    if (isUnchanged && !isUnchanged(row)) return refuse('edited-meanwhile')
    const updated_at = isoAfter(deps.clock, row.updated_at)
    await fishes.setFishFields(tx, id, { ...picture.value, updated_at, version })
    const changes = changesOf('product', { image: row.image }, { image: picture.value.image })
    const thing = { id, name: row.trade_name }
    await recordActions(deps, tx, [{ by: actor, kind: 'product-picture', thing, changes }])
    const after = { ...row, ...picture.value, updated_at }
    await tellFishes(deps, tx, { version, read: () => [{ before: toFish(row), after: toFish(after) }] })
    return done({ image: picture.value.image, updated_at })
  })
}

/** Deletes a product and its reviews; orders have their own copies of names and pictures. Refuses with `not-found`. */
export async function deleteFish(deps: ServiceDeps, id: string, actor: Actor): Promise<Outcome<undefined>> {
  const deleted = await transactAs<Outcome<undefined>>(deps, actor, async (tx) => {
    const version = await raiseVersion(tx)
    const row = await fishes.lockFish(tx, id)
    if (!row) return noProduct
    await fishes.deleteFish(tx, id, version)
    await forgetSubject(tx, `product:${id}`)
    const changes = changesOf('product', toFish(row), undefined)
    const thing = { id, name: row.trade_name }
    await recordActions(deps, tx, [{ by: actor, kind: 'product-deleted', thing, changes }])
    return done(undefined)
  })
  if (deleted.ok) logDeletion(deps, { kind: 'product', id, actor })
  return deleted
}
