import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import { locales } from '../../../../contract/locales.ts'
import type { Lot, LotInput } from '../../../../contract/lots.ts'
import { csvText } from '../../../../contract/texts/csv.ts'
import { createDatabase } from '../../../../src/db/database.ts'
import { lotColumns } from '../../../../src/i18n/column-titles.ts'
import { checkLotRows, fetchLotRows, importLots } from '../../../../src/import/lot-sheet.ts'
import { findTitles, matchColumns, tableBelow } from '../../../../src/import/matching.ts'
import { readRows } from '../../../../src/import/read-rows.ts'
import { readTable } from '../../../../src/tables/read-table.ts'
import { xlsxBytes } from '../../../../src/tables/write-xlsx.ts'
import { refusal, type Seen } from '../../../support/fake-server.ts'
import { fish } from '../../../support/fishes.ts'
import { stubWorker } from '../../../support/inline-worker.ts'
import { admin, openAs } from '../../../support/open-shop.tsx'

beforeEach(stubWorker)
afterEach(() => void vi.unstubAllGlobals())

const hake = fish({ _id: '0190a1b2-0000-7000-8000-0000000000f1', code: 'HK-1', trade_name: 'Hake' })
const cod = fish({ _id: '0190a1b2-0000-7000-8000-0000000000f2', code: '', trade_name: 'Cod' })
const lotOf = (n: number, over: Partial<Lot> = {}): Lot => ({
  ...{ _id: `0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`, code: `KR-${n}`, fishe: hake._id },
  ...{ vessel: 'Awa', imo: '9074729', flag: 'SN', gear: 'OTB', area: '34', subarea: '34.1.3' },
  ...{ caughtFrom: '2026-05-01', caughtTo: '2026-05-03', landedAt: 'Dakar', plant: 'SN 12', producedOn: '2026-05-04' },
  ...{ bestBefore: '2028-05-04', certificate: 'CC-1', note: 'First of two', updated_at: 'v1', files: [] },
  ...over,
})
const many = Array.from({ length: 500 }, (_, n) => lotOf(n, n % 2 ? { fishe: cod._id } : {}))

/** The answer of a list in pages. */
function pageOf(lots: readonly Lot[], { page = 1, per_page = 20 }: { page?: number; per_page?: number }) {
  return { body: lots.slice((page - 1) * per_page, page * per_page), total: lots.length }
}

async function source(lots: readonly Lot[]) {
  const db = createDatabase(`lots-${Math.random()}`)
  await db.fishes.bulkPut([hake, cod] as never)
  const calls: { name: string; body?: unknown }[] = []
  let refusing = Number.POSITIVE_INFINITY
  const api = {
    async call(name: string, { query = {}, body }: { query?: object; body?: unknown }) {
      if (name === 'listLots') return { ok: true, status: 200, ...pageOf(lots, query) }
      if (calls.length >= refusing) return { ok: false, refusal: { status: 503, detail: '', errors: [] } }
      calls.push({ name, body })
      return { ok: true, status: 200, body }
    },
  }
  const refuseAfter = (count: number) => {
    refusing = count
  }
  return { db, api: api as never, calls, refuseAfter }
}

const signal = new AbortController().signal
const onProgress = () => {}

async function rowsOf(file: File, locale: (typeof locales)[number] = 'en', clears = true) {
  const reading = await readTable(file)
  if (reading.kind !== 'sheets') throw new Error(reading.kind)
  const rows = reading.sheets[0]?.rows ?? []
  const table = tableBelow(rows, findTitles(rows, 'lots'), 'lots')
  const columns = matchColumns(table.titles, 'lots')
  return { columns, ...(await readRows(table, columns, { locale, clears })) }
}
const sheet = (...lines: string[]) => new File([lines.join('\n')], 'lots.csv')

test.each(locales.flatMap((locale) => (['csv', 'xlsx'] as const).map((kind) => [locale, kind] as const)))(
  '500 lots exported in %s as %s change nothing when they are imported again',
  async (locale, kind) => {
    const { db, api } = await source(many)
    const values = await fetchLotRows({ api, db }, locale, { signal, onProgress })
    const file = kind === 'csv' ? sheet(csvText(values, 'comma')) : new File([xlsxBytes(values)], 'lots.xlsx')
    const { columns, rows, errors } = await rowsOf(file, 'en')
    expect(columns).toEqual(lotColumns)
    expect(errors).toEqual([])
    const { results, refused } = await checkLotRows({ api, db, rows, signal, onProgress })
    expect(refused).toEqual([])
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(many.map(() => 'unchanged'))
  },
)

const titles = 'Lot;Product;Vessel;FAO;Caught;Production date;Best before;Plant'

test('lots are added and changed one by one, and an import that stopped halfway goes on', async () => {
  const { db, api, calls, refuseAfter } = await source([lotOf(1), lotOf(2, { area: '', plant: '', caughtTo: '' })])
  const { rows } = await rowsOf(
    sheet(
      titles,
      'kr-1;HK-1;Fatou;34;2026-05-01;2026-05-04;2028-05-04;SN 12',
      'KR-2;;;FAO 34;13/05/2026;14/05/2026;2028-05-15;SN 12',
      'KR-3;cod;Awa;34;01/05/2026;02/06/2026;2028-05-15;SN 12',
    ),
    'en',
    false,
  )
  const { results, refused } = await checkLotRows({ api, db, rows, signal, onProgress })
  expect(refused).toEqual([])
  expect(results.map(({ outcome: { kind, before } }) => [kind, before])).toEqual([
    ['changed', { vessel: 'Awa' }],
    ['changed', { area: '', plant: '', caughtFrom: '2026-05-01', producedOn: '2026-05-04', bestBefore: '2028-05-04' }],
    ['new', undefined],
  ])
  const sent = new Set<number>()
  refuseAfter(2)
  await expect(importLots({ api, results, sent, signal, onProgress })).rejects.toThrow()
  refuseAfter(Number.POSITIVE_INFINITY)
  await importLots({ api, results, sent, signal, onProgress })
  expect(calls.map(({ name }) => name)).toEqual(['updateLot', 'updateLot', 'createLot'])
  const [first, , last] = calls.map(({ body }) => body as LotInput)
  expect(first).toMatchObject({ code: 'KR-1', vessel: 'Fatou', certificate: 'CC-1', note: 'First of two' })
  expect(last).toEqual({
    ...{ code: 'KR-3', fishe: cod._id, vessel: 'Awa', area: '34', plant: 'SN 12' },
    ...{ caughtFrom: '2026-05-01', producedOn: '2026-06-02', bestBefore: '2028-05-15' },
  })
})

test('what is wrong stands at its cell before anything is sent', async () => {
  const { db, api } = await source([])
  const read = await rowsOf(
    sheet(
      `${titles};IMO`,
      'A;tuna;;34;2026-05-01;2026-05-04;2028-05-04;SN 12;',
      'B;HK-1;;99;2026-05-01;2026-05-04;2028-05-04;SN 12;IMO 9074729',
      'C;HK-1;;34;2026-05-05;2026-05-04;2028-05-04;SN 12;',
      'D;HK-1;;34;;2026-05-04;2028-05-04;SN 12;',
      'E;HK-1;;34;2026-05-01;2026-05-04;2028-05-04;SN 12;9074728',
      'F;HK-1;;34;03/04/2026;2026-05-04;2028-05-04;SN 12;',
      'b;HK-1;;34;2026-05-01;2026-05-04;2028-05-04;SN 12;',
      'g;HK-1;;34;2026-05-01;2026-05-04;2028-05-04;SN 12;',
      'G;HK-1;;34;2026-05-01;2026-05-04;2028-05-04;SN 12;',
    ),
    'en',
    false,
  )
  expect(read.errors.map(({ row, column }) => [row, column])).toEqual([
    [3, 'area'],
    [6, 'imo'],
    [7, 'caughtFrom'],
    [10, 'lot'],
  ])
  const { results, refused } = await checkLotRows({ api, db, rows: read.rows, signal, onProgress })
  expect(refused.map(({ row, column }) => [row, column])).toEqual([
    [2, 'product'],
    [4, 'producedOn'],
    [5, 'caughtFrom'],
  ])
  expect(results.map(({ row }) => row.cells.lot)).toEqual(['b', 'g'])
})

test('the screen shows what would change, then adds the lots', async () => {
  const shop = await openAs(admin, '/admin/lots/import', {
    'GET /lots/': ({ path }: Seen) => {
      const query = new URLSearchParams(path.split('?')[1])
      const { body, total } = pageOf([lotOf(1)], { page: Number(query.get('page')), per_page: limits.perPageMax })
      return { body, headers: { 'x-total-count': String(total) } }
    },
    'POST /lots/': refusal(503, 'busy'),
  })
  const { deps, user, server } = shop
  await deps.db.fishes.bulkPut([hake, cod] as never)
  const file = sheet(
    titles,
    'KR-1;HK-1;Fatou;34;2026-05-01;2026-05-04;2028-05-04;SN 12',
    'KR-9;HK-1;;34;2026-05-01;2026-05-04;2028-05-04;SN 12',
  )
  await user.upload(await screen.findByLabelText('Choose a spreadsheet'), file)
  await user.click(await screen.findByRole('button', { name: 'Check the rows' }))
  const changed = within(await screen.findByRole('table', { name: 'Lots that change' }))
  expect(changed.getByText('Awa').tagName).toBe('DEL')
  expect(changed.getByText('Fatou').tagName).toBe('INS')
  expect(server.callsTo('PUT /lots/0190a1b2-0000-7000-8000-000000000001/')).toEqual([])
  server.sayings['PUT /lots/0190a1b2-0000-7000-8000-000000000001/'] = { body: lotOf(1) }
  await user.click(screen.getByRole('button', { name: 'Import 2 rows' }))
  expect((await screen.findByRole('alert')).textContent).toContain('no row is imported twice')
  server.sayings['POST /lots/'] = { status: 201, body: lotOf(9) }
  await user.click(screen.getByRole('button', { name: 'Import 2 rows' }))
  await screen.findByText('Imported. New: 1, changed: 1, unchanged: 0.')
  expect(server.callsTo('PUT /lots/0190a1b2-0000-7000-8000-000000000001/')).toHaveLength(1)
  expect(server.callsTo('POST /lots/').at(-1)?.body).toMatchObject({ code: 'KR-9', fishe: hake._id })
})
