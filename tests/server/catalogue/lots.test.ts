import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import type { Lot } from '../../../contract/lots.ts'
import type { Order } from '../../../contract/orders.ts'
import { isPictureUsed } from '../../../server/start-server.ts'
import { type CallOptions, formOf, multipart } from '../harness.ts'
import { openDeal } from '../orders/deal.ts'

const { t, buyer, admin, fish, deal } = await openDeal({ buyer: { name: '=cmd()' } })
afterAll(() => t.close())
const sole = await t.addFish({ trade_name: 'Senegal sole', trade_name_fr: 'Sole du Sénégal' })
const [products, orders, people] = await Promise.all([
  t.addUser({ rights: ['products'] }),
  t.addUser({ rights: ['orders'] }),
  t.addUser({ rights: ['people'] }),
])

const input = (code: string, change: object = {}) => ({
  ...{ code, fishe: sole._id, vessel: 'Étoile de Mer', imo: '9074729', flag: 'SN', area: '34' },
  ...{ caughtFrom: '2026-01-02', caughtTo: '2026-01-04', landedAt: 'Dakar', plant: 'SN 123' },
  ...{ producedOn: '2026-01-05', bestBefore: '2027-01-05', ...change },
})
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options: CallOptions = {}) =>
  t.call(method, `/lots/${path}`, { token: products.token, ...options })
const make = async (code: string, change: object = {}): Promise<Lot> => {
  const { status, json } = await call('POST', '', { body: input(code, change) })
  expect(status).toBe(201)
  return json
}
const wrong = async (body: object) => {
  const { status, json } = await call('POST', '', { body })
  return [status, ...json.errors.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)]
}
const codes = async (keyword: string) =>
  (await call('GET', '', { query: { keyword } })).json.map(({ code }: Lot) => code)
const codeOf = ({ json }: { json: { type: string } }) => json.type.replace('about:quayside/', '')

/** An accepted order for two tonnes and a half of a product. */
const sold = async (product = sole): Promise<Order> => deal.accept(await deal.offer(await deal.request([product])))
const loaded = (lots: object[], { container = 'CSQU3054383', qty = 2.5, product = sole } = {}) => ({
  ...{ kind: 'milestone', step: 'loaded', on: '2026-01-08' },
  loaded: { container, lines: [{ fishe: product._id, qty, lots }] },
})
const lot = (code: string, net = 2500) => ({ code, cartons: 100, net, gross: net + 100 })

it('keeps a book of lots, newest first, found by code, vessel and product in each language', async () => {
  const first = await make('L-001')
  expect(first).toMatchObject({ ...input('L-001'), gear: '', note: '', files: [] })
  const second = await make('L-002', { fishe: fish._id, vessel: 'Ndar', imo: undefined })
  expect(await codes('')).toEqual(['L-002', 'L-001'])
  for (const keyword of ['l-001', 'etoile', 'sole senegal', 'Senegal sole'])
    expect(await codes(keyword)).toEqual(['L-001'])
  const page = await call('GET', '', { query: { page: '1', per_page: '1' }, token: orders.token })
  expect([page.json.length, page.headers['x-total-count']]).toEqual([1, '2'])
  const body = input('L-002', { fishe: fish._id, note: 'Pallet 7' })
  expect((await call('PUT', `${second._id}/`, { body })).json).toMatchObject({
    note: 'Pallet 7',
    vessel: 'Étoile de Mer',
  })
  // a product that is renamed is found by its new name
  const form = formOf({ ...sole, trade_name_es: 'Lenguado' })
  expect((await t.call('PUT', `/fishes/update/${sole._id}/`, { token: admin.token, body: form })).status).toBe(200)
  expect(await codes('lenguado')).toEqual(['L-001'])
})

it('names what is wrong with a lot', async () => {
  expect(await wrong(input('X', { fishe: v7() }))).toEqual([422, 'fishe productInShop'])
  expect(await wrong(input('X', { imo: '9074728' }))).toEqual([422, 'imo imoNumber'])
  expect(await wrong(input('X', { area: '35' }))).toEqual([422, 'area faoArea'])
  const turned = { caughtTo: '2026-01-01', landedAt: '2025-12-31', producedOn: '2026-01-01', bestBefore: '2025-01-01' }
  expect(await wrong(input('X', turned))).toEqual([
    ...[422, 'caughtTo daysInOrder', 'landedAt daysInOrder', 'producedOn daysInOrder', 'bestBefore daysInOrder'],
  ])
  await make('Twice')
  const again = await call('POST', '', { body: input(' ｔＷｉce ') })
  expect([again.status, codeOf(again)]).toEqual([409, 'lot-exists'])
  const { _id } = await make('Third')
  expect(codeOf(await call('PUT', `${_id}/`, { body: input('TWICE') }))).toBe('lot-exists')
  expect((await call('PUT', `${v7()}/`, { body: input('Nowhere') })).status).toBe(404)
})

it('administrators of products write, those of orders read as well, and nobody else does', async () => {
  const { _id } = await make('Read')
  for (const [who, status] of [
    [orders, 200],
    [people, 403],
    [buyer, 403],
  ] as const)
    for (const path of ['', `${_id}/orders/`])
      expect((await call('GET', path, { token: who.token })).status).toBe(status)
  for (const [method, path, body] of [
    ['POST', '', input('No')],
    ['PUT', `${_id}/`, input('No')],
    ['DELETE', `${_id}/`],
  ] as const)
    expect((await call(method, path, { token: orders.token, ...(body && { body }) })).status).toBe(403)
  // keys have the same rights
  const key = await t.call('POST', '/keys/', { token: admin.token, body: { name: 'WMS', rights: ['orders'] } })
  expect((await call('GET', '', { token: key.json.key })).status).toBe(200)
  expect((await call('POST', '', { token: key.json.key, body: input('No') })).status).toBe(403)
})

it('has PDFs, which stay as long as a lot names them', async () => {
  const { _id } = await make('Files')
  const send = (bytes: string, name = 'Catch certificate') =>
    call('POST', `${_id}/files/`, multipart({ name, file: Buffer.from(bytes) }))
  expect((await send('GIF89a')).status).toBe(422)
  const { json } = await send('%PDF-1.7 catch')
  expect(json.files).toEqual([{ name: 'Catch certificate', file: expect.stringContaining('/certificate.pdf') }])
  const hash = json.files[0].file.split('/').at(-2)
  expect(await isPictureUsed(t.shop, hash)).toBe(true)
  expect((await call('DELETE', `${_id}/files/${hash}/`)).json.files).toEqual([])
  expect(await isPictureUsed(t.shop, hash)).toBe(false)
})

it('knows who got a lot, without corrected reports, and gives a list that no spreadsheet runs', async () => {
  const { _id } = await make('=HYPERLINK("x")')
  const [first, second] = [await sold(), await sold()]
  await deal.must(first, admin.token, loaded([lot('=HYPERLINK("x")', 1000.125), lot('Rest', 1499.875)]))
  const wrongOne = await deal.must(second, admin.token, loaded([lot('=hyperlink("X")')]))
  await deal.must(wrongOne, admin.token, { kind: 'correct', of: wrongOne.events.at(-1)?._id, note: 'Other lot' })
  const got = { order: first._id, reference: first.reference, company: '=cmd()', line: 'Senegal sole' }
  const list = await call('GET', `${_id}/orders/`, { token: orders.token })
  expect(list.json).toEqual([{ ...got, container: 'CSQU3054383', net: 1000.125 }])
  const query = { format: 'csv' }
  const csv = await call('GET', `${_id}/orders/`, { query, headers: { 'accept-language': 'fr' } })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="lot-[\w.-]+\.csv"$/)
  expect(csv.text).toBe(
    `\uFEFFLot;Demande;Client;Produit;Conteneur;Poids net (kg)\r\n"'=HYPERLINK(""x"")";${first.reference};'=cmd();Sole du Sénégal;CSQU3054383;1000,125\r\n`,
  )
  expect((await call('GET', `${v7()}/orders/`)).status).toBe(404)
})

it('of a lot that was loaded, code and product stay, and it is not deleted until the report is corrected', async () => {
  const { _id } = await make('Loaded')
  const report = await deal.must(await sold(), admin.token, loaded([lot('loaded')]))
  const refused = await call('DELETE', `${_id}/`)
  expect([refused.status, codeOf(refused)]).toEqual([409, 'lot-in-use'])
  const changed = await call('PUT', `${_id}/`, { body: input('Other', { fishe: fish._id }) })
  expect(changed.json.errors).toMatchObject([
    { path: 'code', rule: 'unchangeable' },
    { path: 'fishe', rule: 'unchangeable' },
  ])
  expect((await call('PUT', `${_id}/`, { body: input('Loaded', { note: 'Fine' }) })).json.note).toBe('Fine')
  await deal.must(report, admin.token, { kind: 'correct', of: report.events.at(-1)?._id, note: 'Not loaded' })
  expect((await call('DELETE', `${_id}/`)).status).toBe(204)
  expect((await call('DELETE', `${_id}/`)).status).toBe(404)
})

it('a report makes the lots that the book does not know, and takes none of another product', async () => {
  const order = await sold()
  const label = { producedOn: '2026-01-05', bestBefore: '2027-01-05' }
  const key = v7()
  const body = loaded([{ ...lot('New one', 1000), ...label }, lot('New two', 1500)])
  for (const _ of [1, 2]) expect((await deal.say(order, admin.token, body, { key })).status).toBe(201)
  const [two, one]: Lot[] = (await call('GET', '', { query: { keyword: 'new' } })).json
  expect([one, two]).toMatchObject([
    { code: 'New one', fishe: sole._id, ...label, plant: '', area: '' },
    { code: 'New two', producedOn: '' },
  ])
  const other = await sold(fish)
  const { status, json } = await deal.say(other, admin.token, loaded([lot('NEW ONE')], { product: fish }))
  expect([status, json.errors]).toMatchObject([422, [{ path: 'loaded.lines.0.lots.0.code', rule: 'lotOfProduct' }]])
  expect((await deal.read(other)).version).toBe(other.version)
  const short = await deal.say(await sold(), admin.token, loaded([lot('Short', 2499.4)]))
  expect(short.json.errors).toMatchObject([{ path: 'loaded.lines.0.lots', rule: 'sumOfLots' }])
  expect(await codes('short')).toEqual([])
})

it('what stands packed is on the list until it is loaded', async () => {
  const { _id } = await make('Ready')
  const order = await sold()
  const packed = { lines: [{ fishe: sole._id, qty: 2.5, lots: [lot('Ready')] }] }
  const ready = await deal.must(order, admin.token, { kind: 'milestone', step: 'packed', on: '2026-01-07', packed })
  expect((await call('GET', `${_id}/orders/`)).json).toMatchObject([{ container: '', net: 2500 }])
  await deal.must(ready, admin.token, loaded([lot('Ready', 2450)], { qty: 2.45 }))
  expect((await call('GET', `${_id}/orders/`)).json).toMatchObject([{ container: 'CSQU3054383', net: 2450 }])
})

it('two reports of the same new lots at once make them once', async () => {
  const two = [await sold(), await sold()]
  const lots = [lot('Same b', 1000), lot('Same a', 1500)]
  const answers = await Promise.all(
    two.map((order, at) => deal.say(order, admin.token, loaded(at ? lots : lots.toReversed()))),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect((await codes('same')).sort()).toEqual(['Same a', 'Same b'])
})

it('logs who has added, changed and deleted lots', async () => {
  const { _id } = await make('Logged')
  await call('PUT', `${_id}/`, { body: input('Logged 2', { vessel: 'Ndar' }) })
  await call('DELETE', `${_id}/`)
  const query = { thing: 'lot', keyword: 'logged' }
  const { json } = await t.call('GET', '/admin/log/', { token: admin.token, query })
  expect(json.map(({ kind }: { kind: string }) => kind)).toEqual(['lot-deleted', 'lot-changed', 'lot-created'])
  expect(json[1].changes).toEqual([
    { field: 'code', from: 'Logged', to: 'Logged 2' },
    { field: 'vessel', from: 'Étoile de Mer', to: 'Ndar' },
  ])
})
