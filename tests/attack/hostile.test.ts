import { afterAll, expect, it } from 'vitest'
import type { Order } from '../../contract/orders.ts'
import { multipart, orderBody } from '../server/harness.ts'
import { hostileTexts } from '../support/hostile-texts.ts'
import { eachText } from '../support/product-with.ts'
import { isLong, runSeed } from '../support/run.ts'
import { bodyOf, openAttackedShop } from './shop.ts'

const t = await openAttackedShop()
const admin = await t.addUser({ admin: true })
afterAll(() => t.close())

it.each(hostileTexts.map((text, at) => [at, text] as const).filter(([at]) => isLong || at % 3 === runSeed % 3))(
  '%d comes back as it came from every field',
  async (at, text) => {
    const saved = text.trim()
    const buyer = await t.addUser()
    const { token } = buyer
    const fields = { ...eachText(text), size: text, weight: text, scientific_name: text }
    const form = multipart({ ...fields, type: 'seafood', countInStock: '1' })
    const made = await t.call('POST', '/fishes/create/', { token: admin.token, ...form })
    const blank = made.status === 422
    // a name must have a letter or digit to be found by
    if (blank) expect(saved.normalize('NFKD').replace(/[\s\p{M}\p{Cf}]/gu, '')).toBe('')
    const fish = blank ? await t.addFish() : bodyOf<{ _id: string }>(made)
    if (!blank) {
      const names = Object.fromEntries(Object.keys(fields).map((name) => [name, saved]))
      expect((await t.call('GET', `/fishes/${fish._id}`)).json).toMatchObject(names)
      const found = await t.call('GET', `/fish/?keyword=${encodeURIComponent(text.slice(0, 100))}&per_page=100`)
      expect(found.status).toBe(200)
      if (/[\p{L}\p{N}]{3}/u.test(text.slice(0, 100))) expect(found.text).toContain(fish._id)
    }

    const review = { rating: 4, comment: text }
    expect(await t.statusOf('POST', `/fishes/${fish._id}/reviews/`, { token, body: review })).toBe(201)
    expect((await t.call('GET', `/fishes/${fish._id}`)).json).toMatchObject({ reviews: [{ comment: saved }] })

    const line = text.slice(0, 20)
    const shippingAddress = { phone: line, address: text, city: text, postalCode: line, country: text }
    const ordered = await t.call('POST', '/orders/add/', { token, body: { ...orderBody([fish]), shippingAddress } })
    expect([ordered.status, bodyOf<{ data: Order }>(ordered).data?.shippingAddress]).toEqual([201, shippingAddress])

    const profile = { name: text, email: `hostile${at}@example.org`, password: text.padEnd(6, '.') }
    const renamed = await t.call('PUT', '/users/profile/update/', { token, body: profile })
    expect(renamed.json).toMatchObject({ data: { name: saved } })
    const login = { username: profile.email, password: profile.password }
    expect(await t.statusOf('POST', '/users/login/', { body: login })).toBe(200)

    const contact = { user_object: text, user_name: text, user_email: 'v@example.org', user_message: text }
    expect(await t.statusOf('POST', '/contact/', { body: contact })).toBe(201)
    expect([200, 201, 422]).toContain(await t.statusOf('POST', '/subscribe/', { body: { email: `${text}@gmail.com` } }))
    const address = { name: 'x', email: text, password: 'long enough' }
    expect(await t.statusOf('POST', '/users/register/', { body: address })).toBe(422)
    for (const path of ['/orders/', '/users/', '/subscribers/']) {
      const keyword = encodeURIComponent(text.slice(0, 100))
      expect(await t.statusOf('GET', `${path}?page=1&keyword=${keyword}`, { token: admin.token })).toBe(200)
    }
  },
)
