import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { multipart, openTestShop } from '../harness.ts'

const t = await openTestShop({ on: 'sqlite' })
afterAll(() => t.close())

it('shows chats a picture of 1200 × 630 px, made when first asked for and then read', async () => {
  const admin = await t.addUser({ admin: true })
  const fish = await t.addFish()
  expect((await t.app.inject({ url: `/p/${fish._id}` })).body).not.toContain('card.jpg')
  const create = { width: 800, height: 600, channels: 3 as const, background: '#26c' }
  const picture = await sharp({ create }).png().toBuffer()
  const form = multipart({ fishe_id: fish._id, image: picture })
  const uploaded = await t.call('POST', '/fishes/upload/', { token: admin.token, ...form })
  expect(uploaded.status).toBe(200)
  const page = (await t.app.inject({ url: `/p/${fish._id}` })).body
  const url = /property="og:image" content="\.\.(\/images\/[^"]*\/card\.jpg)"/.exec(page)?.[1] ?? ''
  expect(page).toContain('<meta name="twitter:card" content="summary_large_image">')
  const key = url.replace('/images/', '')
  expect(await t.pictures.get(key)).toBeUndefined()
  const asked = await Promise.all([1, 2, 3].map(() => t.app.inject({ url })))
  for (const { statusCode, headers, rawPayload } of asked) {
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  }
  expect(Buffer.from((await t.pictures.get(key)) ?? [])).toEqual(asked[0]?.rawPayload)
  const unknown = await t.app.inject({ url: `/images/${'0'.repeat(32)}/card.jpg` })
  expect(unknown.statusCode).toBe(404)
})
