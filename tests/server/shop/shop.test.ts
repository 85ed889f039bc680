import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { inEach } from '../../../contract/locales.ts'
import { logoIcon, newShop } from '../../../contract/shop.ts'
import type { ShopInput } from '../../../contract/shop-input.ts'
import { demoShop } from '../../../server/demo/demo-shop.ts'
import { seedShopSettings } from '../../../server/shop/shop-settings.ts'
import { isPictureUsed } from '../../../server/start-server.ts'
import { dialect, multipart, openTestShop, type TestShop, type TestUser } from '../harness.ts'

const square = (side: number, height = side) =>
  sharp({ create: { width: side, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } })
    .png()
    .toBuffer()

const t = await openTestShop({ env: { TIME_ZONE: 'Africa/Dakar' } })
const admin = await t.addUser({ admin: true })
afterAll(() => t.close())
const read = () => t.call('GET', '/shop/')
const save = (change: object, headers = {}) =>
  t.call('PUT', '/shop/', { token: admin.token, body: { ...demoShop, ...change }, headers })
const upload = (image: Uint8Array) => t.call('POST', '/shop/logo/', { token: admin.token, ...multipart({ image }) })

it('are neutral until an administrator saves some, with the server’s time zone', async () => {
  const { json, headers } = await read()
  expect(json).toMatchObject({
    version: 0,
    name: 'Seafood shop',
    timeZone: 'Africa/Dakar',
    newsletterGmailOnly: true,
  })
  expect(headers['cache-control']).toBe('no-cache')
  expect((await t.call('GET', '/fishes/changes/')).json.shop).toBeUndefined()
  const { json: setup } = await t.call('GET', '/shop/setup/', { token: admin.token })
  expect(setup).toEqual({
    isDemonstration: false,
    hasName: false,
    hasLogo: false,
    hasCatalogue: false,
    hasMail: true,
    mailVariables: ['PUBLIC_URL'],
    hasPublicAddress: false,
    hasSecondAdmin: false,
  })
})

it('are saved as a whole with a version, which the feed reports on every instance', async () => {
  const other = await t.another()
  const before = await other.inject('/api/shop/')
  const { next } = (await t.call('GET', '/fishes/changes/')).json
  const saved = await save({ name: '  Port & Sons ', email: 'desk@port.example', currencies: ['EUR', 'MAD', 'EUR'] })
  expect(saved.status).toBe(200)
  expect(saved.json).toMatchObject({ version: 1, name: 'Port & Sons', currencies: ['EUR', 'MAD'] })
  expect((await read()).json).toEqual(saved.json)
  const later = await other.inject('/api/shop/')
  if (dialect === 'postgres') expect(JSON.parse(later.body)).toEqual(saved.json)
  expect(before.headers.etag).not.toBe((await read()).headers.etag)
  const feed = (await t.call('GET', '/fishes/changes/', { query: { since: next } })).json
  expect([feed.shop, feed.changed]).toEqual([1, []])
  const known = { 'if-none-match': String((await read()).headers.etag) }
  expect((await t.call('GET', '/shop/', { headers: known })).status).toBe(304)
})

it('keep the promise of an answer where an older app does not send it', async () => {
  const answerPromise = { en: 'Within two hours.', fr: '', es: 'En dos horas.' }
  expect((await save({ answerPromise })).json.answerPromise).toEqual(answerPromise)
  // left out of the JSON
  expect((await save({ answerPromise: undefined, street: 'Quay 9' })).json).toMatchObject({
    answerPromise,
    street: 'Quay 9',
  })
  expect((await read()).json.answerPromise).toEqual(answerPromise)
})

it('of the look stay where an older app does not send them', async () => {
  const look = {
    accent: '#0a5c4d',
    scene: 'market',
    approvalNumber: 'SN 12 345',
    nextSailing: inEach('Friday', '', ''),
  }
  expect((await save({ ...look })).json).toMatchObject(look)
  const unsent = Object.fromEntries(Object.keys(look).map((name) => [name, undefined]))
  expect((await save({ ...unsent, street: 'Quay 9' })).json).toMatchObject({ ...look, street: 'Quay 9' })
})

it('that an earlier version saved have the default of every setting that it did not know', async () => {
  const { json: newest } = await save({ name: 'Old Quay' })
  const older = async (body: object) => {
    await t.db.query
      .updateTable('shop_settings')
      .set({ body: JSON.stringify(body) })
      .execute()
    return (await read()).json
  }
  const { version, logo } = newest
  const defaults = { ...t.shop.newShop, version, logo }
  expect(await older({ name: 'Old Quay' })).toEqual({ ...defaults, name: 'Old Quay' })
  await save({})
})

it('are not overwritten by a second editor who sends If-Match', async () => {
  const { headers } = await t.app.inject({ url: '/api/shop/', headers: { 'accept-encoding': 'br' } })
  const match = { 'if-match': String(headers.etag) }
  const first = await save({ name: 'First' }, match)
  expect(first.status).toBe(200)
  const late = await save({ name: 'Second' }, match)
  expect([late.status, late.json.type]).toEqual([409, 'about:quayside/edited-meanwhile'])
  expect((await read()).json).toEqual(first.json)
  const version = first.json.version - 1
  expect((await save({ name: 'Old', version })).json.type).toBe('about:quayside/edited-meanwhile')
  expect((await save({ name: 'Third' })).json).toMatchObject({ name: 'Third', version: first.json.version + 1 })
})

it.each<[Partial<Record<keyof ShopInput, unknown>>, string, string]>([
  [{ name: '' }, 'name', 'required'],
  [{ name: '  ' }, 'name', 'required'],
  [{ name: 'A\tB' }, 'name', 'oneLine'],
  [{ name: 'x'.repeat(61) }, 'name', 'maxLength'],
  [{ name: 'A\r\nBcc: all@example.org' }, 'name', 'oneLine'],
  [{ name: 'A\u0000B' }, 'name', 'oneLine'],
  [{ lead: { ...demoShop.lead, en: 'A\u0000B' } }, 'lead.en', 'allowedCharacters'],
  [{ shortName: 'x'.repeat(21) }, 'shortName', 'maxLength'],
  [{ tagline: { ...demoShop.tagline, fr: 'a\nb' } }, 'tagline.fr', 'oneLine'],
  [{ about: { en: 'x'.repeat(8001), fr: '', es: '' } }, 'about.en', 'maxLength'],
  [{ city: { en: 'Dakar', fr: '' } }, 'city.es', 'required'],
  [{ email: 'nobody' }, 'email', 'email'],
  [{ email: 'a@b.example\nBcc: c@d.example' }, 'email', 'oneLine'],
  [{ answerPromise: { ...demoShop.answerPromise, es: 'a\nb' } }, 'answerPromise.es', 'oneLine'],
  [{ phone: 'call me' }, 'phone', 'phone'],
  [{ chatPhone: '12' }, 'chatPhone', 'phone'],
  [{ copyrightYear: 1.5 }, 'copyrightYear', 'wholeNumber'],
  [{ copyrightYear: 1899 }, 'copyrightYear', 'minimum'],
  [{ currencies: [] }, 'currencies', 'minItems'],
  [{ currencies: ['EUR', 'QQQ'] }, 'currencies.1', 'currency'],
  [{ currencies: ['eur'] }, 'currencies.0', 'currency'],
  [{ timeZone: 'Dakar' }, 'timeZone', 'timeZone'],
  [{ validityDays: 367 }, 'validityDays', 'maximum'],
  [{ newsletterGmailOnly: 'no' }, 'newsletterGmailOnly', 'allowedValue'],
  [{ logo: 'https://evil.example/x.svg' }, 'logo', 'pictureFile'],
  [{ hero: 'https://evil.example/x.svg' }, 'hero', 'pictureFile'],
  [{ tileFish: '/images/0123456789abcdef/640.webp' }, 'tileFish', 'pictureFile'],
  [{ accent: 'red;background:url(x)' }, 'accent', 'allowedValue'],
  [{ scene: 'octopus' }, 'scene', 'allowedValue'],
  [{ footerText: { en: 'x'.repeat(401), fr: '', es: '' } }, 'footerText.en', 'maxLength'],
  [{ logo: '/images/0123456789abcdef/640.webp' }, 'logo', 'pictureFile'],
])('refuse %j at %s by the rule %s', async (change, path, rule) => {
  const before = (await read()).json
  const { status, json } = await save(change)
  expect([status, json.type]).toEqual([422, 'about:quayside/invalid-fields'])
  expect(json.errors).toEqual([expect.objectContaining({ path, rule, detail: expect.stringMatching(/\S/) })])
  expect((await read()).json).toEqual(before)
})

it('ignore unknown fields', async () => {
  await save({ isDemonstration: true, evil: 1 })
  const { json } = await read()
  expect(Object.keys(json).sort()).toEqual(['legal', 'version', ...Object.keys(demoShop)].sort())
})

it('have a logo with icons in all sizes, which the sweep does not delete', async () => {
  const { status, json: logo } = await upload(await square(400))
  expect(status).toBe(200)
  const hash = String(logo).split('/')[2] ?? ''
  expect(await isPictureUsed(t.shop, hash)).toBe(false)
  expect((await save({ logo })).json.logo).toBe(logo)
  expect(await isPictureUsed(t.shop, hash)).toBe(true)
  for (const [icon, side] of [
    ['small', 192],
    ['large', 512],
    ['maskable', 512],
    ['apple', 180],
  ] as const) {
    const answer = await t.app.inject(String(logoIcon(logo, icon)))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(answer.headers['cache-control']).toContain('immutable')
    const { width, height } = await sharp(answer.rawPayload).metadata()
    expect([width, height]).toEqual([side, side])
    // every mask hides the corner: white, or transparent if the browser applies no mask
    const [red, , , alpha] = await sharp(answer.rawPayload).ensureAlpha().raw().toBuffer()
    if (icon === 'maskable' || icon === 'apple') expect([red, alpha]).toEqual([255, 255])
    else expect(alpha).toBeLessThan(200)
  }
  const { json: setup } = await t.call('GET', '/shop/setup/', { token: admin.token })
  expect(setup).toMatchObject({ hasLogo: true, hasName: true })
})

it.each([
  ['wider than high', () => square(300, 200), 'square'],
  ['too small', () => square(191), 'pixels'],
  ['no picture', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'readablePicture'],
])('refuse a logo that is %s', async (_name, image, rule) => {
  const { status, json } = await upload(await image())
  expect([status, json.type]).toEqual([422, 'about:quayside/bad-picture'])
  expect(json.errors).toEqual([expect.objectContaining({ path: 'image', rule })])
})

it('can open the newsletter to all addresses', async () => {
  const subscribe = () => t.call('POST', '/subscribe/', { body: { email: 'a@port.example' } })
  expect((await subscribe()).status).toBe(422)
  await save({ newsletterGmailOnly: false })
  expect((await subscribe()).status).toBe(201)
})

it('the demonstration has its settings, until an administrator saves others', async () => {
  const t = await openTestShop()
  const { token } = await t.addUser({ admin: true })
  await seedShopSettings(t.shop, demoShop)
  expect((await t.call('GET', '/shop/')).json).toEqual({ ...demoShop, version: 1, legal: newShop.legal })
  const isDemonstration = async () => (await t.call('GET', '/shop/setup/', { token })).json.isDemonstration
  expect(await isDemonstration()).toBe(true)
  await t.call('PUT', '/shop/', { token, body: { ...demoShop, name: 'Own' } })
  await seedShopSettings(t.shop, demoShop)
  expect([(await t.call('GET', '/shop/')).json.name, await isDemonstration()]).toEqual(['Own', false])
  await t.close()
})

it('know what mail lacks, and a test mail says whether it went', async () => {
  const send = (shop: TestShop, { token }: TestUser) =>
    shop.call('POST', '/shop/mail/test/', { token, headers: { 'accept-language': 'es' } })
  expect((await send(t, admin)).json).toEqual({ isSent: false, email: admin.email, problem: 'PUBLIC_URL' })
  let fails = false
  const other = await openTestShop({ env: { PUBLIC_URL: 'https://quay.example' }, mailFails: () => fails })
  const boss = await other.addUser({ admin: true })
  const { json } = await other.call('GET', '/shop/setup/', { token: boss.token })
  expect(json.mailVariables).toEqual([])
  expect((await send(other, boss)).json).toEqual({ isSent: true, email: boss.email })
  expect(other.notices).toMatchObject([{ recipient: boss.email, subject: 'Correo de prueba de su tienda' }])
  fails = true
  expect((await send(other, boss)).json).toMatchObject({ isSent: false, problem: `no room for ${boss.email}` })
  await other.close()
})
