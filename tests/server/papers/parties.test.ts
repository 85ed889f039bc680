import { afterAll, expect, it } from 'vitest'
import { password } from '../harness.ts'
import { openDeal } from '../orders/deal.ts'

const consignee = 'Frío del Sur SL\nMuelle 3\n36202 Vigo'

const { t, buyer, admin, fish, deal } = await openDeal()
afterAll(() => t.close())
const saveProfile = (change: object) =>
  t.call('PUT', '/users/profile/update/', {
    token: buyer.token,
    body: { name: buyer.name, email: buyer.email, ...change },
  })
const ownData = async () => (await t.call('GET', '/users/data/', { token: buyer.token })).json

it('are absent from profiles and orders that have none, and bodies without them are taken', async () => {
  const { parties: _, ...order } = await deal.request([fish])
  expect(await deal.request([fish])).toEqual({
    ...order,
    ...{ _id: expect.anything() },
    reference: expect.anything(),
    created_at: expect.anything(),
  })
  expect((await saveProfile({})).json.data).not.toHaveProperty('parties')
})

it('of a profile are kept by changes that do not name them, and are copied into requests', async () => {
  const parties = { company: ' Frío del Sur SL ', taxNumber: 'ESB12345678', consignee }
  const saved = await saveProfile({ parties })
  expect(saved.json.data.parties).toEqual({ ...parties, company: 'Frío del Sur SL' })
  await saveProfile({ name: 'Berta' })
  const login = await t.call('POST', '/users/login/', { body: { username: buyer.email, password } })
  expect(login.json.data.parties).toEqual(saved.json.data.parties)
  const order = await deal.request([fish])
  expect(order.parties).toEqual(saved.json.data.parties)
  expect((await ownData()).account.parties).toEqual(saved.json.data.parties)
  // a copy: a later profile does not change it
  await saveProfile({ parties: {} })
  expect((await deal.read(order)).parties).toEqual(saved.json.data.parties)
  expect(await deal.request([fish])).not.toHaveProperty('parties')
})

it('of a request come before those of the profile, one by one', async () => {
  await saveProfile({ parties: { company: 'Frío del Sur SL', notifyParty: 'Agent, Vigo' } })
  const order = await deal.request([fish], { parties: { company: 'Norte SA', consignee } })
  expect(order.parties).toEqual({ company: 'Norte SA', notifyParty: 'Agent, Vigo', consignee })
  expect((await deal.read(order)).parties).toEqual(order.parties)
})

it.each([
  [{ company: 'a\nb' }, 'parties.company'],
  [{ consignee: ' ' }, 'parties.consignee'],
  [{ notifyParty: 'x'.repeat(501) }, 'parties.notifyParty'],
])('refuses %j at its field', async (parties, path) => {
  const answer = await saveProfile({ parties })
  expect([answer.status, answer.json.errors?.[0]?.path]).toEqual([422, path])
})

it('of the shop are saved with a version, are logged, and are in no public answer', async () => {
  const seller = { legalName: 'Quay SA', taxNumber: 'SN-1', registrationNumber: 'RC 9', approvalNumber: '123/A' }
  const save = (body: object) => t.call('PUT', '/shop/seller/', { token: admin.token, body })
  const saved = await save({ ...seller, version: 0 })
  expect(saved.json).toEqual({ ...seller, version: 1 })
  expect((await save({ ...seller, version: 0 })).json.type).toBe('about:quayside/edited-meanwhile')
  expect((await t.call('GET', '/shop/seller/', { token: admin.token })).json).toEqual(saved.json)
  const log = await t.call('GET', '/admin/log/', { token: admin.token })
  expect(log.json[0]).toMatchObject({
    kind: 'seller-changed',
    changes: expect.arrayContaining([{ field: 'taxNumber', from: '', to: 'SN-1' }]),
  })
  expect((await t.call('GET', '/shop/')).text).not.toContain('SN-1')
})
