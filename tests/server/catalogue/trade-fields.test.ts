import { afterAll, expect, it } from 'vitest'
import { productWith } from '../../support/product-with.ts'
import { multipart, openTestShop } from '../harness.ts'

const facts = {
  code: 'HK-0815/a',
  presentation: 'Headed and gutted',
  treatment: 'IQF',
  glazing: 12.5,
  origin: 'FAO 34',
  packing: '10 kg interleaved',
  certificates: 'MSC, IFS',
}

const t = await openTestShop()
const admin = await t.addUser({ admin: true })
afterAll(() => t.close())
const create = (more: Record<string, string>) =>
  t.call('POST', '/fishes/create/', {
    token: admin.token,
    ...multipart(productWith('Hake', more)),
  })
const update = (id: string, more: object) =>
  t.call('PUT', `/fishes/update/${id}/`, {
    token: admin.token,
    body: productWith('Hake', { _id: id, image: '', ...more }),
  })

it('are accepted with a new product, shown wherever the product is, and searched', async () => {
  const made = await create({ ...facts, glazing: '12.5', code: ` ${facts.code} ` })
  expect([made.status, made.json]).toEqual([201, expect.objectContaining(facts)])
  const feed = (await t.call('GET', '/fishes/changes/')).json
  expect(feed.changed.at(-1)).toMatchObject(facts)
  for (const word of ['hk-0815', 'gutted', 'iqf', 'fao 34', 'interleaved', 'msc']) {
    const found = (await t.call('GET', `/fish/?keyword=${encodeURIComponent(word)}`)).json
    expect([word, found.fishes.map((fish: { _id: string }) => fish._id)]).toEqual([word, [made.json._id]])
  }
})

it('stay if a client omits them, and are removed if they are empty', async () => {
  const { _id } = (await create({ ...facts, glazing: '5', code: 'stays' })).json
  expect((await update(_id, {})).json).toMatchObject({ ...facts, glazing: 5, code: 'stays' })
  const emptied = (await update(_id, { code: '', treatment: '', glazing: 0 })).json
  expect(Object.keys(emptied)).not.toEqual(expect.arrayContaining(['code']))
  expect([emptied.treatment, emptied.glazing, emptied.origin]).toEqual([undefined, undefined, 'FAO 34'])
})

it('include a unique article number', async () => {
  const first = (await create({ code: 'ONE' })).json
  const second = await create({ code: 'ONE' })
  expect([second.status, second.json.errors]).toEqual([
    422,
    [expect.objectContaining({ path: 'code', rule: 'alreadyUsed' })],
  ])
  const other = (await create({ code: 'TWO' })).json
  expect((await update(other._id, { code: 'ONE' })).status).toBe(422)
  expect((await update(first._id, { code: 'ONE', size: 'L' })).status).toBe(200)
  // an empty number need not be unique
  expect([(await create({})).status, (await create({})).status]).toEqual([201, 201])
})

it('give an article number to only one of two concurrent products', async () => {
  const answers = await Promise.all([create({ code: 'RACE' }), create({ code: 'RACE' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
})

it.each([
  ['code', 'c'.repeat(41), 'maxLength'],
  ['presentation', 'p'.repeat(201), 'maxLength'],
  ['certificates', 7, 'allowedValue'],
  ['glazing', 100.1, 'maximum'],
  ['glazing', -1, 'minimum'],
  ['glazing', '5', 'allowedValue'],
])('refuses %s %s', async (path, value, rule) => {
  const { _id } = (await create({})).json
  const refused = await update(_id, { [path]: value })
  expect([refused.status, refused.json.errors]).toEqual([422, [expect.objectContaining({ path, rule })]])
})
