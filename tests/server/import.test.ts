import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, openTestShop, type TestShop, type TestUser } from './harness.ts'

const names = (name: string) => ({ trade_name: name, trade_name_fr: name, trade_name_es: name })
const hake = (more: object = {}) => ({
  ...names('Hake'),
  classe: 'Actinopterygii',
  category: 'Merlucciidae',
  type: 'fish',
  countInStock: 4,
  ...more,
})

describe.each(dialects)('the import of a spreadsheet on %s', (dialect) => {
  let t: TestShop
  let admin: TestUser
  beforeAll(async () => {
    t = await openTestShop(dialect)
    admin = await t.addUser({ admin: true })
  })
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
    const rows = [hake({ code: 'IM-1' }), hake({ code: 'IM-2', ...names('Hake fillet'), treatment: 'IQF' })]
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
    expect(await count()).toBe(before)
    expect((await send([{ code: 'IM-1' }], { check: true })).json.unchanged).toBe(1)
  })

  it('finds a product without an article number by its id, and sets the number', async () => {
    const { _id } = await t.addFish()
    const numbered = await send([{ _id: _id.toUpperCase(), code: 'BY-ID' }])
    expect([kinds(numbered), (await product(_id)).code]).toEqual([['changed'], 'BY-ID'])
  })

  it('restores a deleted product under its id, also in the changes feed', async () => {
    const { _id } = await t.addFish()
    await t.call('DELETE', `/fishes/delete/${_id}/`, { token: admin.token })
    expect(kinds(await send([hake({ _id })]))).toEqual(['new'])
    const feed = (await t.call('GET', '/fishes/changes/?limit=500')).json
    expect([feed.deleted.includes(_id), feed.changed.some((fish: { _id: string }) => fish._id === _id)]).toEqual([
      false,
      true,
    ])
  })

  it('runs once per key, and repeats its answer', async () => {
    const key = v7()
    const rows = [hake({ ...names('Without a number') }), hake({ code: 'ONCE' })]
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
    const missing = ['trade_name_fr', 'trade_name_es', 'classe', 'category', 'type', 'countInStock']
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

  it('accepts 500 rows of full length, and no more', async () => {
    const long = 'é'.repeat(200)
    const texts = { size: long, weight: long, presentation: long, origin: long, packing: long, certificates: long }
    const rows = Array.from({ length: 501 }, (_, at) => hake({ code: `LONG-${at}`, ...texts }))
    expect(errors(await send(rows))).toEqual([422, 'rows maxItems'])
    expect((await send(rows.slice(1))).json.new).toBe(500)
    expect(errors(await send([]))).toEqual([422, 'rows minItems'])
  })
})
