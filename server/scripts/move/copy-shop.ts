import { CommandError } from '../command.ts'
import { type Columns, commonForm, createTally, type Form, type Side, type Target } from './side.ts'

/** SQLite's tables for its search indexes, which triggers fill. */
const derived = ['shop_order_number', 'account_number']
/** Kysely's tables of applied migrations; the last one is of a shop from before them. */
export const journals = ['kysely_migration', 'kysely_migration_lock', 'schema_migration']

/** Called after each batch. */
type Progress = (table: string, done: number, total: number) => void

/** Refuses a database that this version of the shop, which has the migrations `names`, has not brought up to date. */
export function checkVersion(what: string, applied: string[], names: string[]): void {
  if (applied.some((name) => !names.includes(name)))
    throw new CommandError(`${what} was made by a newer version of the shop; move it with that version.`)
  if (names.some((name) => !applied.includes(name)))
    throw new CommandError(
      `${what} was made by an older version of the shop; start this version on it once, then stop it.`,
    )
}

/** The tables that both have, with the forms of their columns; those that are referred to come first. */
export async function commonTables(source: Side, target: Target): Promise<Map<string, Columns>> {
  const [from, to] = [await source.tables(), await target.tables()]
  const common = new Map<string, Columns>()
  for (const [table, columns] of from) {
    if (journals.includes(table) || derived.includes(table)) continue
    const others = to.get(table)
    if (!others || [...columns.keys(), ...others.keys()].some((name) => !columns.has(name) || !others.has(name)))
      throw new Error(`The two databases differ in the table ${table}.`)
    const pairs = [...columns].map(([name, form]): [string, Form] => [name, commonForm(form, others.get(name) ?? form)])
    common.set(table, new Map(pairs))
  }
  const links = (await target.links()).filter((link) => link.from !== link.to)
  const ordered = new Map<string, Columns>()
  while (ordered.size < common.size) {
    const ready = [...common].filter(
      ([table]) => !ordered.has(table) && links.every(({ from, to }) => from !== table || ordered.has(to)),
    )
    if (ready.length === 0) throw new Error('The tables refer to each other in a circle.')
    for (const [table, columns] of ready) ordered.set(table, columns)
  }
  return ordered
}

/** Refuses a target with anything but what an empty shop has: single rows that come with the tables. */
export async function checkEmpty(what: string, target: Target, tables: Map<string, Columns>): Promise<void> {
  for (const [table, columns] of tables) {
    if (columns.has('only_row') || (await target.count(table)) === 0) continue
    throw new CommandError(`${what} is not empty: its table ${table} has rows. Name an empty one.`)
  }
}

/**
 * Copies all rows in batches, then compares number and checksum of each table. Nothing is there before `target.commit`.
 * Returns the number of rows.
 */
export async function copyRows(
  { source, target, tables }: { source: Side; target: Target; tables: Map<string, Columns> },
  onProgress: Progress,
): Promise<number> {
  let total = 0
  for (const table of tables.keys()) total += await source.count(table)
  for (const table of [...tables.keys()].reverse()) await target.empty(table)
  let done = 0
  for (const [table, columns] of tables) {
    const [read, stored] = [createTally(columns), createTally(columns)]
    for await (const rows of source.rows(table, columns)) {
      await target.insert(table, columns, rows)
      for (const row of rows) read.add(row)
      done += rows.length
      onProgress(table, done, total)
    }
    for await (const rows of target.rows(table, columns)) for (const row of rows) stored.add(row)
    const [before, after] = [read.read(), stored.read()]
    if (before.rows !== after.rows || before.sum !== after.sum)
      throw new Error(`The copy of ${table} differs from the original; nothing was moved.`)
  }
  await target.continueNumbers()
  // versions go on from here: a device that saw more of the old database has to read all of it again
  await target.renewEpoch()
  return done
}
