import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { demoShop } from '../../../server/demo/demo-shop.ts'
import { openTestShop, password } from '../harness.ts'

const t = await openTestShop()
const admin = await t.addUser({ admin: true })
afterAll(() => t.close())

const read = (page: string) => t.call('GET', `/shop/texts/${page}/`)
const save = (page: string, text: object) =>
  t.call('PUT', `/shop/texts/${page}/`, { token: admin.token, body: { en: '', fr: '', es: '', ...text } })
const legal = async () => (await t.call('GET', '/shop/')).json.legal
const register = (terms?: unknown) => {
  const body = { name: 'New', email: `${v7()}@example.org`, password, ...(terms !== undefined && { terms }) }
  return t.call('POST', '/users/register/', { body })
}
const ownData = async (token: string) => (await t.call('GET', '/users/data/', { token })).json.account

it('are empty in a new shop, where nobody has to agree to anything', async () => {
  expect(await legal()).toEqual({ terms: 0, privacy: 0, imprint: 0 })
  for (const page of ['terms', 'privacy', 'imprint'])
    expect((await read(page)).json).toEqual({ version: 0, en: '', fr: '', es: '' })
  for (const page of ['other', 'TERMS', '__proto__', 'constructor', '..%2fshop'])
    expect((await read(page)).status).toBe(404)
  const made = await register()
  expect(made.status).toBe(201)
  expect((await register(7)).status).toBe(201)
  expect((await ownData(made.json.data.token)).terms).toBeUndefined()
})

it('have a text in three languages with a version, which the settings name; without saving the settings', async () => {
  const saved = await save('imprint', { en: '  Port & Sons\n\nQuai 1 ', fr: 'Mentions' })
  expect(saved.json).toEqual({ version: 1, en: 'Port & Sons\n\nQuai 1', fr: 'Mentions', es: '' })
  expect((await read('imprint')).json).toEqual(saved.json)
  const { json: shop } = await t.call('GET', '/shop/')
  expect(shop).toMatchObject({ version: 1, name: 'Seafood shop', legal: { terms: 0, privacy: 0, imprint: 1 } })
  expect(JSON.stringify(shop)).not.toContain('Quai 1')
  // a device learns of it by the feed
  expect((await t.call('GET', '/fishes/changes/')).json.shop).toBe(1)
  await t.call('PUT', '/shop/', { token: admin.token, body: { ...demoShop, name: 'Port & Sons' } })
  expect(await legal()).toEqual({ terms: 0, privacy: 0, imprint: 1 })
  const { json: setup } = await t.call('GET', '/shop/setup/', { token: admin.token })
  expect(setup.isDemonstration).toBe(false)
})

it('are pages of the server too, escaped, and linked where they exist', async () => {
  const words = 'Write to desk@port.example <b>&\n\n# Who\n\nSee https://port.example/a?b=1&c="x".'
  await save('imprint', { en: words })
  const get = async (url: string) => (await t.app.inject({ url })) as { statusCode: number; body: string }
  const { statusCode, body } = await get('/legal/imprint')
  expect(statusCode).toBe(200)
  expect(body).toContain('<a href="mailto:desk@port.example" rel="noreferrer">desk@port.example</a> &lt;b&gt;&amp;')
  expect(body).toContain('<h2>Who</h2>')
  expect(body).toContain('<a href="https://port.example/a?b=1&amp;c=" rel="noreferrer">')
  for (const page of ['terms', 'IMPRINT', 'other']) expect((await get(`/legal/${page}`)).statusCode).toBe(404)
  const list = await get('/p/?lng=es')
  expect(list.body).toContain('<a href="../legal/imprint?lng=es">Aviso legal</a>')
  expect(list.body).not.toContain('legal/terms')
})

it('are told from what was seen: a second author is refused', async () => {
  const { version } = (await save('privacy', { en: 'One' })).json
  expect((await save('privacy', { en: 'Two', version })).status).toBe(200)
  const late = await save('privacy', { en: 'Three', version })
  expect([late.status, late.json.type]).toEqual([409, 'about:quayside/edited-meanwhile'])
  expect((await read('privacy')).json.en).toBe('Two')
  // the same again is no new version
  expect((await save('privacy', { en: 'Two' })).json.version).toBe(version + 1)
})

it('take 20,000 characters in each language, of any script, and no more', async () => {
  const long = '鮪'.repeat(limits.legalLength)
  const saved = await save('imprint', { en: long, fr: long, es: long })
  expect(saved.status).toBe(200)
  expect((await read('imprint')).json.es).toBe(long)
  expect((await save('imprint', { en: `${long}鮪` })).status).toBe(422)
})

it('are in the log with what changed', async () => {
  await save('imprint', { es: 'Aviso legal' })
  const [newest] = (await t.call('GET', '/admin/log/', { token: admin.token })).json
  expect(newest).toMatchObject({ kind: 'settings-changed', by: { _id: admin.id } })
  const last = { field: 'imprint.es', from: expect.any(String), to: 'Aviso legal' }
  expect(newest.changes.at(-1)).toEqual(last)
})

it('ask for consent where there are terms: it is stored with version and time', async () => {
  const { version } = (await save('terms', { fr: 'Conditions' })).json
  expect((await legal()).terms).toBe(version)
  const missing = await register()
  expect([missing.status, missing.json.errors]).toEqual([
    422,
    [{ path: 'terms', rule: 'required', detail: expect.any(String) }],
  ])
  expect((await register(0)).status).toBe(422)
  const made = await register(version)
  expect(made.status).toBe(201)
  expect((await ownData(made.json.data.token)).terms).toEqual({
    version,
    at: expect.stringMatching(/^2026-01-01T/),
  })
  const next = (await save('terms', { fr: 'Autres conditions' })).json.version
  const changed = await register(version)
  expect([changed.status, changed.json.errors?.[0]]).toEqual([
    422,
    { path: 'terms', rule: 'changedMeanwhile', detail: expect.any(String) },
  ])
  expect((await register(next)).status).toBe(201)
  expect((await ownData(made.json.data.token)).terms.version).toBe(version)
  await save('terms', { fr: ' ' })
  expect((await legal()).terms).toBe(0)
  expect((await register()).status).toBe(201)
  expect((await save('terms', { fr: 'Encore' })).json.version).toBe(next + 2)
})
