import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { type FishInput, inputFields, requiredFields } from '../../../contract/fishes.ts'
import { productWith } from '../../support/product-with.ts'
import { formOf, multipart, openTestShop } from '../harness.ts'

const hake = (more: object = {}) => productWith('Hake', more)

const t = await openTestShop()
const admin = await t.addUser({ admin: true })
afterAll(() => t.close())
const send = (rows: unknown[], { key, check }: { key?: string; check?: true } = {}) =>
  t.call('POST', `/fishes/import/${check ? '?check=1' : ''}`, { token: admin.token, key, body: { rows } })
const count = async () => (await t.call('GET', '/fish/count/')).json.count
const kinds = ({ json }: { json: { rows: { kind: string }[] } }) => json.rows.map(({ kind }) => kind)
const product = async (id: string) => (await t.call('GET', `/fishes/${id}`)).json
const errors = ({ status, json }: { status: number; json: { errors: { path: string; rule: string }[] } }) => [
  status,
  ...json.errors.map(({ path, rule }) => `${path} ${rule}`),
]

it('creates new products, changes different ones and leaves the rest, matched by article number', async () => {
  const rows = [hake({ code: 'IM-1' }), productWith('Hake fillet', { code: 'IM-2', treatment: 'IQF' })]
  const first = await send(rows)
  expect([first.status, first.json.new, kinds(first)]).toEqual([200, 2, ['new', 'new']])
  const before = (await t.call('GET', '/fishes/changes/')).json.next
  const again = await send([rows[0], { code: 'IM-2', countInStock: 9, glazing: 10 }])
  expect([again.json.new, again.json.changed, again.json.unchanged]).toEqual([0, 1, 1])
  expect(await product(again.json.rows[1]._id)).toMatchObject({
    trade_name: 'Hake fillet',
    treatment: 'IQF',
    countInStock: 9,
    glazing: 10,
  })
  const feed = (await t.call('GET', `/fishes/changes/?since=${before}`)).json
  expect(feed.changed.map(({ code }: { code: string }) => code)).toEqual(['IM-2'])
})

it('only checks the rows with check=1', async () => {
  const before = await count()
  const checked = await send([hake({ code: 'CH-1' }), { code: 'IM-1', size: 'XL' }], { check: true })
  expect([kinds(checked), checked.json.rows[0]._id]).toEqual([['new', 'changed'], undefined])
  // the old values of what would change, and of nothing else
  expect(checked.json.rows[1].before).toEqual({ size: '' })
  expect(await count()).toBe(before)
  const same = (await send([{ code: 'IM-1' }], { check: true })).json
  expect([same.unchanged, same.rows[0].before]).toEqual([1, undefined])
  expect((await send([{ code: 'IM-1', size: 'XL' }])).json.rows[0]).not.toHaveProperty('before')
})

it('names every wrong row of a call, so that the others can be asked for at once', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => ({ code: `LACK-${n}`, countInStock: 1 }))
  const { json } = await send(rows, { check: true })
  expect(new Set(json.errors.map(({ path }: { path: string }) => path.split('.')[1])).size).toBe(60)
})

it('finds a product without an article number by its id, and sets the number', async () => {
  const { _id } = await t.addFish()
  const numbered = await send([{ _id: _id.toUpperCase(), code: 'BY-ID' }])
  expect([kinds(numbered), (await product(_id)).code]).toEqual([['changed'], 'BY-ID'])
})

it('restores a deleted product under its id, also in the changes feed', async () => {
  const { _id } = await t.addFish()
  const cursor = (await t.call('GET', '/fishes/changes/?limit=500')).json.next
  // a device that has seen the deletion, and one that has not: only a request with a cursor is told of deletions
  const changes = async (since: string) => {
    const { changed, deleted, next } = (await t.call('GET', `/fishes/changes/?limit=500&since=${since}`)).json
    return { changed: changed.map((fish: { _id: string }) => fish._id), deleted, next }
  }
  await t.call('DELETE', `/fishes/delete/${_id}/`, { token: admin.token })
  const gone = await changes(cursor)
  expect(gone).toMatchObject({ changed: [], deleted: [_id] })
  expect(kinds(await send([hake({ _id })]))).toEqual(['new'])
  expect(await changes(cursor)).toMatchObject({ changed: [_id], deleted: [] })
  expect(await changes(gone.next)).toMatchObject({ changed: [_id], deleted: [] })
})

it('runs once per key, and repeats its answer', async () => {
  const key = v7()
  const rows = [productWith('Without a number'), hake({ code: 'ONCE' })]
  const before = await count()
  const answers = await Promise.all([send(rows, { key }), send(rows, { key })])
  const later = await send(rows, { key })
  for (const { status, json } of [...answers, later]) {
    expect(status).toBe(200)
    expect([json.new, json.rows]).toEqual([2, answers[0]?.json.rows])
  }
  expect([await count(), later.headers['idempotent-replayed']]).toEqual([before + 2, 'true'])
  expect((await send([hake()], { key })).status).toBe(422)
})

it('reports every wrong cell, and then writes nothing', async () => {
  const before = await count()
  const wrong = await send([
    hake({ code: 'OK-1' }),
    hake({ code: 'BAD-1', glazing: 120, countInStock: 'many' }),
    { code: 'BAD-2', trade_name: 'No more than a name' },
  ])
  expect(errors(wrong)).toEqual([422, 'rows.1.countInStock allowedValue', 'rows.1.glazing maximum'])
  const incomplete = await send([hake({ code: 'OK-1' }), { code: 'BAD-2', trade_name: 'A name' }])
  const missing = requiredFields.slice(1)
  expect(errors(incomplete)).toEqual([422, ...missing.map((name) => `rows.1.${name} required`)])
  expect(errors(await send([hake({ trade_name_fr: '  ' })]))).toEqual([422, 'rows.0.trade_name_fr required'])
  expect(await count()).toBe(before)
})

it('refuses two rows for one product, and the article number of another product', async () => {
  const { _id } = await t.addFish()
  await send([hake({ code: 'TAKEN' })])
  expect(errors(await send([hake({ code: 'SAME' }), hake({ code: ' SAME ' })]))).toEqual([
    422,
    'rows.1.code alreadyUsed',
  ])
  expect(errors(await send([{ _id }, { _id }]))).toEqual([422, 'rows.1._id alreadyUsed'])
  expect(errors(await send([{ _id, code: 'TAKEN' }]))).toEqual([422, 'rows.0.code alreadyUsed'])
  expect(errors(await send([hake({ _id: 'seven' })]))).toEqual([422, 'rows.0._id allowedValue'])
})

it('takes article numbers that differ in their case for the same one', async () => {
  const [id] = (await send([hake({ code: 'dup-1' })])).json.rows.map((row: { _id: string }) => row._id)
  const changed = await send([{ code: 'DUP-1', countInStock: 77 }])
  expect([kinds(changed), changed.json.rows[0]._id]).toEqual([['changed'], id])
  expect(await product(id)).toMatchObject({ code: 'DUP-1', countInStock: 77 })
  expect(errors(await send([hake({ code: 'a-7' }), hake({ code: 'A-7' })]))).toEqual([422, 'rows.1.code alreadyUsed'])
  const form = multipart(hake({ code: 'Dup-1' }))
  const made = await t.call('POST', '/fishes/create/', { token: admin.token, ...form })
  expect(errors(made)).toEqual([422, 'code alreadyUsed'])
  // a number that is written anew is still its own
  const body = { ...formOf(await product(id)), code: 'dup-1' }
  const update = await t.call('PUT', `/fishes/update/${id}/`, { token: admin.token, body })
  expect([update.status, update.json.code]).toEqual([200, 'dup-1'])
  // as the databases fold them: only A to Z
  expect((await send([hake({ code: 'É-1' }), hake({ code: 'é-1' })])).json.new).toBe(2)
})

it('changes no other field than those of the row, whatever fields products have', async () => {
  // every field of the contract, none of them empty
  const filled = (name: keyof FishInput, at: number) => (numbers.has(name) ? at + 1 : `${name} of a full product`)
  const numbers = new Set<keyof FishInput>(['countInStock', 'glazing', 'carton_net'])
  const full = Object.fromEntries(inputFields.map((name, at) => [name, filled(name, at)]))
  const row = {
    ...full,
    type: 'seafood',
    fao_code: 'ABC',
    ...{ hs_code: '030354', storage: '-18' },
    code: 'FULL-1',
    featured: true,
  }
  const [id] = (await send([row])).json.rows.map((one: { _id: string }) => one._id)
  const before = await product(id)
  expect(before).toMatchObject(row)
  expect(kinds(await send([{ code: 'FULL-1', countInStock: 999 }]))).toEqual(['changed'])
  const { updated_at, ...after } = await product(id)
  expect(after).toEqual({ ...before, updated_at: undefined, countInStock: 999 })
  expect(updated_at > before.updated_at).toBe(true)
  // each field alone leaves the others as they are
  for (const name of inputFields.filter((each) => each !== 'code')) {
    const other: Partial<Record<keyof FishInput, unknown>> = {
      type: 'fish',
      fao_code: 'XYZ',
      hs_code: '03035410',
      featured: false,
    }
    const value = numbers.has(name) ? 42 : (other[name] ?? `${name} anew`)
    const { updated_at: _, ...earlier } = await product(id)
    await send([{ code: 'FULL-1', [name]: value }])
    const { updated_at: __, ...later } = await product(id)
    // a flag that is off is absent
    expect(later).toEqual({ ...earlier, [name]: value || undefined })
  }
})

it('accepts 500 rows of full length, and no more', async () => {
  const long = 'é'.repeat(200)
  const texts = { size: long, weight: long, presentation: long, origin: long, packing: long, certificates: long }
  const rows = Array.from({ length: 501 }, (_, at) => hake({ code: `LONG-${at}`, ...texts }))
  expect(errors(await send(rows))).toEqual([422, 'rows maxItems'])
  expect((await send(rows.slice(1))).json.new).toBe(500)
  expect(errors(await send([]))).toEqual([422, 'rows minItems'])
})
