import { articleKey } from '../../../../contract/catalogue-query.ts'
import { type Fish, type ImportedRow, inputFields, requiredFields } from '../../../../contract/fishes.ts'
import { emptyValue, isProductField } from '../../../../contract/product-fields.ts'
import { getCatalogueState, getFishes } from '../../../data/catalogue/store.ts'
import type { ShopDatabase } from '../../../data/schema.ts'
import type { SheetRow } from './read-rows.ts'
import { type RefusedCell, type RowResult, refusedCell, withOneName } from './send-rows.ts'

/**
 * What an import would do, by the catalogue that is saved on this device, while the server cannot be asked. Undefined where
 * that is not complete.
 */
export async function compareSaved(
  db: ShopDatabase,
  rows: readonly SheetRow[],
  isOneName: boolean,
): Promise<{ results: RowResult[]; refused: RefusedCell[] } | undefined> {
  if (!(await getCatalogueState(db))?.complete) return undefined
  const fishes = await getFishes(db)
  const byCode = new Map(fishes.filter(({ code }) => code).map((fish) => [articleKey(fish.code ?? ''), fish]))
  const byId = new Map(fishes.map((fish) => [fish._id, fish]))
  const results: RowResult[] = []
  const refused: RefusedCell[] = []
  for (const given of rows) {
    const { code = '', _id = '' } = given.row
    const fish = byCode.get(articleKey(code)) ?? byId.get(_id.toLowerCase())
    const row = isOneName && !fish ? withOneName(given) : given
    const missing = fish ? [] : requiredFields.filter((name) => row.row[name] === undefined)
    refused.push(...missing.map((name) => refusedCell(row, name, { path: name, rule: 'required', detail: '' })))
    if (missing.length === 0) results.push({ row, outcome: fish ? outcomeOf(row, fish) : { kind: 'new' } })
  }
  return { results, refused }
}

function outcomeOf({ row }: SheetRow, fish: Fish): ImportedRow {
  const now = (name: (typeof inputFields)[number]) => fish[name] ?? (isProductField(name) ? emptyValue(name) : '')
  const changed = inputFields.filter((name) => row[name] !== undefined && row[name] !== now(name))
  if (changed.length === 0) return { kind: 'unchanged', _id: fish._id }
  return { kind: 'changed', _id: fish._id, before: Object.fromEntries(changed.map((name) => [name, now(name)])) }
}
