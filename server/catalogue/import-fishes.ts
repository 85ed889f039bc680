import { v7 } from 'uuid'
import { articleKey } from '../../contract/catalogue-query.ts'
import { type InvalidField, isUuid } from '../../contract/fields.ts'
import {
  type FishImportAnswer,
  type FishImportRow,
  type FishInput,
  type ImportedRow,
  inputFields,
  requiredFields,
} from '../../contract/fishes.ts'
import { audit } from '../audit/audit.ts'
import { bumpCatalogueVersion } from '../db/catalogue-state.ts'
import { type Db, deleteRows, isoAfter, isoNow } from '../db/database.ts'
import { findKey, withIdempotencyKey } from '../db/idempotency.ts'
import type { FishRow } from '../db/row-types.ts'
import { Answer, type Handler } from '../http/pipeline.ts'
import { Refusal } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { blankFields, publishFishes, toFields } from './fish-service.ts'
import * as fishes from './fishes-table.ts'
import { renameLots } from './lots.ts'
import { toFish } from './read-fishes.ts'
import { announceReturn } from './stock-alerts.ts'

interface Step {
  kind: ImportedRow['kind']
  id: string
  existing: FishRow | undefined
  fields: fishes.FishFields
}

/** The column of a field. A field of the contract without a column does not compile. */
const columnOf = (field: keyof FishInput): keyof FishRow => (field === 'countInStock' ? 'count_in_stock' : field)

/** A stored product as an administrator's input, with every field of the contract. */
function inputOf(row: FishRow): FishInput {
  // its fields are those of the schema, each with the value of its column
  const fields = Object.fromEntries(inputFields.map((field) => [field, row[columnOf(field)]]))
  return { ...fields, featured: row.featured === 1 } as unknown as FishInput
}

/** The input of a new product; undefined if a required field is missing. */
function completeInput(row: FishImportRow): FishInput | undefined {
  // the check covers every required field
  return requiredFields.every((name) => row[name] !== undefined) ? (row as FishInput) : undefined
}

function isSame(row: FishRow, fields: fishes.FishFields): boolean {
  // the keys are those of the type
  const names = Object.keys(fields) as (keyof typeof fields)[]
  return names.every((name) => fields[name] === Reflect.get(row, name))
}

const keyed =
  (keyOf: (code: string) => string) =>
  (row: FishRow): [string, FishRow] => [keyOf(row.code), row]

/** Matches each row with its product. Refuses with `invalid-fields`, each error at `rows.N.field`. */
async function planRows(tx: Db, rows: readonly FishImportRow[], newId: (at: number) => string): Promise<Step[]> {
  const given = rows.map(({ _id = '', code = '' }) => ({ id: _id.trim().toLowerCase(), code: code.trim() }))
  const newIds = rows.map((_, at) => newId(at))
  const withCodes = await fishes.findFishesByCode(tx, given.map(({ code }) => code).filter(Boolean))
  // older shops may have numbers that differ in their case only: the same spelling wins
  const byCode = new Map([...withCodes.map(keyed(articleKey)), ...withCodes.map(keyed(String))])
  const ids = [...given.map(({ id }) => id).filter(isUuid), ...newIds]
  const byId = new Map((await fishes.findFishes(tx, ids)).map((row) => [row.id, row]))
  const wrong: InvalidField[] = []
  const taken = new Set<string>()
  const steps = rows.flatMap((row, at): Step[] => {
    const { id, code } = given[at] ?? { id: '', code: '' }
    const refuse = (field: string, rule: 'required' | 'alreadyUsed' | 'allowedValue') => {
      wrong.push({ path: `rows.${at}.${field}`, rule })
      return []
    }
    if (id !== '' && !isUuid(id)) return refuse('_id', 'allowedValue')
    const key = articleKey(code)
    const [withCode, withId] = [byCode.get(code) ?? byCode.get(key), byId.get(id)]
    // the article number of another product
    if (withCode && withId && withCode.id !== withId.id) return refuse('code', 'alreadyUsed')
    const productId = withCode?.id ?? (id || newIds[at] || '')
    const existing = withCode ?? byId.get(productId)
    if (taken.has(productId) || (key !== '' && taken.has(key)))
      return refuse(code === '' ? '_id' : 'code', 'alreadyUsed')
    taken.add(productId).add(key)
    const { _id, ...values } = row
    const input = existing ? { ...inputOf(existing), ...values } : completeInput(values)
    if (!input)
      return requiredFields.filter((name) => row[name] === undefined).flatMap((name) => refuse(name, 'required'))
    const blank = blankFields(input)
    if (blank.length > 0) return blank.flatMap((path) => refuse(path, 'required'))
    const fields = toFields(input)
    const { image, placeholder, pictures, updated_at } = existing ?? none
    const written = { ...fields, image, placeholder, pictures, updated_at }
    const kind = !existing ? 'new' : isSame(existing, written) ? 'unchanged' : 'changed'
    return [{ kind, id: productId, existing, fields: written }]
  })
  // all of them: the app asks again without the wrong rows
  if (wrong.length > 0) throw new Refusal('invalid-fields', { errors: wrong, most: wrong.length })
  return steps
}

const none = { image: '', placeholder: '', pictures: '', updated_at: '' }

function answerOf(rows: ImportedRow[]): FishImportAnswer {
  const count = (kind: ImportedRow['kind']) => rows.filter((row) => row.kind === kind).length
  return { new: count('new'), changed: count('changed'), unchanged: count('unchanged'), rows }
}

/** Writes the product of a row with the time of its call. */
async function write(deps: ServiceDeps, tx: Db, { id, existing, fields, now }: Step & { now: string }): Promise<void> {
  const version = await bumpCatalogueVersion(tx)
  if (existing) {
    const updated_at = isoAfter({ now: () => Date.parse(now) }, existing.updated_at)
    await fishes.updateFish(tx, id, { ...fields, updated_at, version })
    await renameLots(tx, existing, { id, ...fields })
    return announceReturn(deps, tx, { id, before: existing.count_in_stock, after: fields.count_in_stock })
  }
  // the id may be that of a deleted product
  await deleteRows(tx, 'fish_tombstone', { id })
  const written = { ...fields, updated_at: now }
  await fishes.insertFish(tx, { id, ...written, rating: 0, num_reviews: 0, created_at: now }, version)
}

/** Logs one entry for the import with its counts, and one for each changed product, so that old values are found by the product's name. */
async function recordImport(
  deps: ServiceDeps,
  tx: Db,
  { by, answer, steps }: { by: { id: string; name: string }; answer: FishImportAnswer; steps: readonly Step[] },
): Promise<void> {
  if (answer.new + answer.changed === 0) return
  const changes = steps.flatMap(({ kind, id, existing, fields }) => {
    if (kind !== 'changed' || !existing) return []
    const thing = { id, name: fields.trade_name }
    const [before, after] = [toFish(existing), toFish({ ...existing, ...fields })]
    return [{ by, kind: 'product-changed' as const, thing, before, after }]
  })
  const call = { by, kind: 'products-imported' as const, thing: { id: '', name: '' }, after: answer }
  // the list shows the newest first: the import, then its products
  await audit(deps, tx, ...changes, call)
}

async function publishImported(
  deps: ServiceDeps,
  tx: Db,
  { steps, version }: { steps: readonly Step[]; version: number },
): Promise<void> {
  const written = steps.filter(({ kind }) => kind !== 'unchanged')
  const befores = new Map(written.map(({ id, existing }) => [id, existing && toFish(existing)]))
  const rows = await fishes.findFishes(tx, [...befores.keys()])
  const read = () => rows.map((row) => ({ before: befores.get(row.id), after: toFish(row) }))
  await publishFishes(deps, tx, { version, read })
}

/** Ids for the new products of a call, derived from its key so that a repeated call finds them. */
function idsFrom(key: string, now: string) {
  const random = Uint8Array.from(Buffer.from(key.replaceAll('-', ''), 'hex'))
  return (at: number) => v7({ msecs: Date.parse(now), seq: at, random })
}

/** The result that an import would have. Refuses with `invalid-fields`, each error at `rows.N.field`. */
async function checkImport(deps: ServiceDeps, rows: readonly FishImportRow[]): Promise<FishImportAnswer> {
  const plan = await planRows(deps.db, rows, () => v7())
  return answerOf(
    plan.map(({ kind, id, existing, fields }) => {
      if (!existing) return { kind }
      const [now, later] = [inputOf(existing), inputOf({ ...existing, ...fields })]
      const changed = inputFields.filter((name) => now[name] !== later[name])
      const before = Object.fromEntries(changed.map((name) => [name, now[name] ?? '']))
      return { kind, _id: id, ...(kind === 'changed' && { before }) }
    }),
  )
}

/** Imports all rows or none, exactly once per key. Refuses with `invalid-fields`, each error at `rows.N.field`. */
export const importFishes: Handler<'importFishes'> = async (deps, { query, body: { rows }, user: by, key = v7() }) => {
  if (query.check) return checkImport(deps, rows)
  const madeAt = async (tx: Db) => (await findKey(tx, key))?.created_at ?? isoNow(deps.clock)
  const rebuild = async (tx: Db): Promise<FishImportAnswer> => {
    const now = await madeAt(tx)
    const plan = await planRows(tx, rows, idsFrom(key, now))
    // the first call wrote this time, or a later one for products changed in the same millisecond
    const kindOf = (row: FishRow | undefined) =>
      row?.created_at === now ? 'new' : row && row.updated_at >= now ? 'changed' : 'unchanged'
    return answerOf(plan.map(({ id, existing }) => ({ kind: kindOf(existing), _id: id })))
  }
  const payload = { call: 'importFishes', rows }
  return withIdempotencyKey(deps, { key, caller: by, payload, limits: [], rebuild }, async (tx) => {
    const now = await madeAt(tx)
    // this lock makes writes of products run one after the other
    const version = await bumpCatalogueVersion(tx)
    const plan = await planRows(tx, rows, idsFrom(key, now))
    for (const step of plan) if (step.kind !== 'unchanged') await write(deps, tx, { ...step, now })
    const answer = answerOf(plan.map(({ kind, id }) => ({ kind, _id: id })))
    await recordImport(deps, tx, { by, answer, steps: plan })
    await publishImported(deps, tx, { steps: plan, version })
    return new Answer(answer, { status: 200 })
  })
}
