import { v7 } from 'uuid'
import { normaliseText, searchTerms } from '../../contract/catalogue-query.ts'
import { namesOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { type Lot, LotInput, type LotWeight, lotKey, wrongLotDays } from '../../contract/lots.ts'
import type { LoadedLine } from '../../contract/shipment/milestones.ts'
import { audit, recordChange } from '../audit/audit.ts'
import { type Db, deleteRows, findRow, insertNew, isoAfter, isoNow, lockRow, updateRows } from '../db/database.ts'
import type { FishRow, LotRow } from '../db/row-types.ts'
import { type Actor, logDeletion, transactAs } from '../http/caller.ts'
import { allOf, listRows, searchConditions, tableList } from '../http/lists.ts'
import { answerList, type Handler } from '../http/pipeline.ts'
import { refuse, refuseFields, required } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { findFish } from './fishes-table.ts'

/* The book of lots. */

export const noLot = refuse('not-found', { detail: 'There is no such lot.' })

const emptyLot = Object.fromEntries(namesOf(LotInput).map((name) => [name, ''])) as Record<keyof LotInput, string>

export const toLot = ({ id, code, fish_id, body, files, updated_at }: LotRow): Lot => ({
  // only this file writes body and files
  ...{ _id: id, ...emptyLot, ...(JSON.parse(body) as Partial<LotInput>) },
  ...{ code, fishe: fish_id, updated_at, files: JSON.parse(files) as Lot['files'] },
})

type Names = Pick<FishRow, 'trade_name' | 'trade_name_fr' | 'trade_name_es'>
type Known = Pick<LotInput, 'code' | 'fishe'> & Partial<LotInput>

/** The columns of a lot's data. A lot whose product is gone is no longer found by its names. */
function columnsOf({ code: typed, fishe, ...body }: Known, fish: Names | undefined) {
  const code = typed.trim()
  const names = fish ? [fish.trade_name, fish.trade_name_fr, fish.trade_name_es] : []
  const search = normaliseText([code, ...names, body.vessel ?? ''].join('\n'))
  return { code, lot_key: lotKey(code), fish_id: fishe, body: JSON.stringify(body), search }
}

function newRow(deps: ServiceDeps, lot: Known, fish: Names | undefined): LotRow {
  const now = isoNow(deps.clock)
  return { id: v7(), ...columnsOf(lot, fish), files: '[]', created_at: now, updated_at: now }
}

/** Lots are found by the new names of their product. */
export async function renameLots(tx: Db, before: Names, { id, ...fish }: Names & { id: string }): Promise<void> {
  const names = ['trade_name', 'trade_name_fr', 'trade_name_es'] as const
  if (names.every((name) => fish[name] === before[name])) return
  const rows = await tx.query.selectFrom('lot').selectAll().where('fish_id', '=', id).execute()
  for (const row of rows) {
    const { search } = columnsOf(toLot(row), fish)
    await updateRows(tx, 'lot', { having: { id: row.id }, change: { search } })
  }
}

/** The book of lots, newest first. A keyword searches codes, names of products and vessels. */
export const listLots: Handler<'listLots'> = async ({ db }, { query }) => {
  const condition = allOf(searchConditions(searchTerms(query.keyword ?? '')))
  const source = tableList(db, 'lot', { by: ['created_at desc', 'id desc'], condition })
  return answerList('/api/lots/', query, await listRows(query, source, toLot))
}

/** The product of a lot; refuses one that is not in the shop, and days that are out of order. */
async function checkLot(tx: Db, input: LotInput, former?: LotRow): Promise<FishRow | undefined> {
  const fish = await findFish(tx, input.fishe)
  const wrong = wrongLotDays(input)
  // a lot stays that of a product which was deleted
  if (!fish && former?.fish_id !== input.fishe) wrong.push({ path: 'fishe', rule: 'productInShop' })
  if (wrong.length > 0) throw refuseFields(...wrong)
  return fish
}

const exists = refuse('lot-exists')
const isUsed = async (tx: Db, id: string) => (await findRow(tx, 'lot_use', { lot_id: id })) !== undefined

/** Refuses with `lot-exists` and `invalid-fields`. */
export const createLot: Handler<'createLot'> = (deps, { body: input, user: by }) =>
  transactAs(deps, by, async (tx) => {
    const row = newRow(deps, input, await checkLot(tx, input))
    if (!(await insertNew(tx, 'lot', row, 'lot_key'))) throw exists
    await audit(deps, tx, { by, kind: 'lot-created', thing: { id: row.id, name: row.code } })
    return toLot(row)
  })

type Change = (tx: Db, row: LotRow) => Partial<LotRow> | Promise<Partial<LotRow>>

/** Changes a locked lot. */
const changeLot = (deps: ServiceDeps, { id, by }: { id: string; by: Actor }, change: Change): Promise<Lot> =>
  transactAs(deps, by, async (tx) => {
    const row = required(await lockRow(tx, 'lot', { id }), noLot)
    const after = { ...row, ...(await change(tx, row)), updated_at: isoAfter(deps.clock, row.updated_at) }
    await updateRows(tx, 'lot', { having: { id }, change: after })
    const lots = { before: toLot(row), after: toLot(after) }
    await recordChange(deps, tx, { by, kind: 'lot-changed', thing: { id, name: after.code }, ...lots })
    return lots.after
  })

/** Refuses with `not-found`, `lot-exists` and `invalid-fields`: what a shipment names keeps its code and product. */
export const updateLot: Handler<'updateLot'> = (deps, { param: id, body: input, user: by }) =>
  changeLot(deps, { id, by }, async (tx, row) => {
    const change = columnsOf(input, await checkLot(tx, input, row))
    const moved = (['code', 'fishe'] as const).filter((path) => toLot(row)[path] !== toLot({ ...row, ...change })[path])
    if (moved.length > 0 && (await isUsed(tx, id)))
      throw refuseFields(...moved.map((path) => ({ path, rule: 'unchangeable' as const })))
    const other = await findRow(tx, 'lot', { lot_key: change.lot_key })
    if (other && other.id !== id) throw exists
    return change
  })

/** Refuses with `not-found` and `lot-in-use`. */
export const deleteLot: Handler<'deleteLot'> = async (deps, { param: id, user: actor }) => {
  await transactAs(deps, actor, async (tx) => {
    // a report that names it waits for this lock, or has added its use before
    const row = required(await lockRow(tx, 'lot', { id }), noLot)
    if (await isUsed(tx, id)) throw refuse('lot-in-use')
    await deleteRows(tx, 'lot', { id })
    const thing = { id, name: row.code }
    await audit(deps, tx, { by: actor, kind: 'lot-deleted', thing, before: toLot(row) })
  })
  logDeletion(deps, { kind: 'lot', id, actor })
}

/** Adds a file after the others; one that the lot has gets the name. Refuses with `not-found`, `maxItems` and `bad-file`. */
export const addLotFile: Handler<'addLotFile'> = async (deps, { param: id, body: { name }, upload, user: by }) => {
  if (!(await findRow(deps.db, 'lot', { id }))) throw noLot
  const file = await deps.storeCertificate(upload)
  return changeLot(deps, { id, by }, (_, row) => {
    const all = [...toLot(row).files.filter((each) => each.file !== file), { name, file }]
    const params = { limit: limits.certificateFiles }
    if (all.length > limits.certificateFiles) throw refuseFields({ path: 'file', rule: 'maxItems', params })
    return { files: JSON.stringify(all) }
  })
}

/** Removes a file, if the lot has it. */
export const removeLotFile: Handler<'removeLotFile'> = (deps, { param: id, secondParam: hash, user: by }) =>
  changeLot(deps, { id, by }, (_, row) => ({
    files: JSON.stringify(toLot(row).files.filter(({ file }) => !file.includes(`/${hash}/`))),
  }))

/** The lots with these keys, by key, which nobody deletes until the transaction ends. */
async function lockLots(tx: Db, keys: readonly string[]): Promise<Map<string, LotRow>> {
  const query = tx.query.selectFrom('lot').selectAll().where('lot_key', 'in', keys).orderBy('lot_key')
  const rows = await (tx.dialect === 'postgres' ? query.forKeyShare() : query).execute()
  return new Map(rows.map((row) => [row.lot_key, row]))
}

interface Naming {
  by: { id: string; name: string }
  order: string
  event: string
  /** of the lines in the event */
  path: string
  lines: readonly LoadedLine[]
}

/** Remembers the lots that a report names, and adds those to the book that are not in it. Refuses a lot of another product. */
export async function recordLots(deps: ServiceDeps, tx: Db, { by, order, event, path, lines }: Naming): Promise<void> {
  const named = lines.flatMap(({ fishe, lots = [] }, at) =>
    lots.map((lot, of) => ({ lot, fishe, key: lotKey(lot.code), path: `${path}.${at}.lots.${of}.code` })),
  )
  if (named.length === 0) return
  const keys = named.map(({ key }) => key)
  const known = await lockLots(tx, keys)
  const missing = new Map(named.filter(({ key }) => !known.has(key)).map((each) => [each.key, each]))
  // in one order, so that two reports of the same new lots do not wait for each other
  for (const key of [...missing.keys()].sort()) {
    const { lot, fishe } = missing.get(key) ?? {}
    if (lot && fishe !== undefined) await addNamed(deps, tx, { by, lot, fishe })
  }
  const all = missing.size > 0 ? await lockLots(tx, keys) : known
  const wrong = named.filter(({ key, fishe }) => all.get(key)?.fish_id !== fishe)
  if (wrong.length > 0) throw refuseFields(...wrong.map((each) => ({ path: each.path, rule: 'lotOfProduct' as const })))
  const uses = [...all.values()].map(({ id }) => ({ event_id: event, lot_id: id, order_id: order }))
  await tx.query.insertInto('lot_use').values(uses).execute()
}

/** Adds a lot of which only the label is known, unless another report has added it meanwhile. */
async function addNamed(
  deps: ServiceDeps,
  tx: Db,
  { by, lot, fishe }: Pick<Naming, 'by'> & { lot: LotWeight; fishe: string },
): Promise<void> {
  const { code, producedOn, bestBefore } = lot
  const label = { code, fishe, ...(producedOn && { producedOn }), ...(bestBefore && { bestBefore }) }
  const row = newRow(deps, label, await findFish(tx, fishe))
  if (await insertNew(tx, 'lot', row, 'lot_key'))
    await audit(deps, tx, { by, kind: 'lot-created', thing: { id: row.id, name: row.code } })
}

/** The lots of a corrected report are no longer named by it. */
export async function forgetLots(tx: Db, event: string): Promise<void> {
  await deleteRows(tx, 'lot_use', { event_id: event })
}

/** Adds a lot to the book, unless there is one with its code. */
export const addLot = (deps: ServiceDeps, tx: Db, lot: LotInput, fish: Names): Promise<boolean> =>
  insertNew(tx, 'lot', newRow(deps, lot, fish), 'lot_key')
