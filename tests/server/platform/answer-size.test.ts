import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FishChanges } from '../../../contract/fishes.ts'
import { limits } from '../../../contract/limits.ts'
import type { OrderChanges } from '../../../contract/orders.ts'
import { wholePage } from '../../../src/api/whole-page.ts'
import { seedInto } from '../../support/seed-many.ts'
import { dialects, openTestShop, orderBody, type TestShop, type TestUser } from '../harness.ts'

/** Bytes of an answer besides its rows. */
const frame = 400

describe.each(dialects)('the size of an answer on %s', (dialect) => {
  let t: TestShop
  let buyer: TestUser
  let admin: TestUser
  beforeEach(async () => {
    t = await openTestShop(dialect)
    buyer = await t.addUser()
    admin = await t.addUser({ admin: true })
  })
  afterEach(() => t.close())

  async function steps<Step extends { more: boolean; next: string }>(path: string, token?: string) {
    const all: { step: Step; bytes: number }[] = []
    for (let query = ''; all.at(-1)?.step.more !== false; query = `?since=${all.at(-1)?.step.next}`) {
      const { status, json, text } = await t.call('GET', path + query, { token })
      expect(status).toBe(200)
      all.push({ step: json, bytes: Buffer.byteLength(text) })
    }
    return all
  }
  const newest = async () =>
    (await t.db.query.selectFrom('shop_order').select('id').orderBy('created_at', 'desc').execute()).map(({ id }) => id)

  it('is bounded in each step of the orders’ feed, which brings every order once', async () => {
    await seedInto(t.db, { products: 250, orders: 0 })
    const { fishes } = (await t.call('GET', '/fish/?per_page=60')).json
    const body = orderBody(fishes)
    for (let n = 0; n < 60; n++) await t.call('POST', '/orders/add/', { token: buyer.token, key: v7(), body })
    for (const { token } of [buyer, admin]) {
      const first = await steps<OrderChanges>('/orders/changes/', token)
      expect(first.length).toBeGreaterThan(2)
      for (const { bytes } of first) expect(bytes).toBeLessThanOrEqual(limits.answerBytes + frame)
      expect(first.flatMap(({ step }) => step.changed.map(({ _id }) => _id))).toEqual(await newest())
    }
    // each order changes, and some are deleted meanwhile
    const { next } = (await steps<OrderChanges>('/orders/changes/', buyer.token)).at(-1)?.step ?? { next: '' }
    const ids = (await newest()).reverse()
    for (const id of ids) {
      const said = { kind: 'message', text: 'x'.repeat(limits.eventTextLength) }
      await t.call('POST', `/orders/${id}/events/`, { token: buyer.token, body: said })
    }
    const gone = ids.filter((_, at) => at % 3 === 0)
    for (const id of gone) await t.call('DELETE', `/orders/delete/${id}/`, { token: admin.token })
    const seen = { changed: [] as string[], deleted: [] as string[] }
    for (let since = next, more = true; more; ) {
      const { json, text } = await t.call('GET', '/orders/changes/', { token: buyer.token, query: { since } })
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.answerBytes + frame)
      seen.changed.push(...json.changed.map(({ _id }: { _id: string }) => _id))
      seen.deleted.push(...json.deleted)
      ;({ next: since, more } = json)
    }
    expect(seen).toEqual({ changed: ids.filter((id) => !gone.includes(id)), deleted: gone })
  })

  it('is bounded in the list of a type’s products, which has the newest ones', async () => {
    await seedInto(t.db, { products: 2000, orders: 0 })
    const { json, text } = await t.call('GET', '/fishes/type/fish')
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.answerBytes + frame)
    expect(Buffer.byteLength(text)).toBeGreaterThan(limits.answerBytes / 2)
    const page = await t.call('GET', '/fishes/type/fish?per_page=100')
    expect(json.fish.slice(0, 100)).toEqual(page.json.fish)
  })

  it('may be larger for a single order, which then comes alone', async () => {
    const fish = await t.addFish()
    const made: string[] = []
    for (let n = 0; n < 3; n++) {
      const body = orderBody([fish])
      made.push((await t.call('POST', '/orders/add/', { token: buyer.token, body })).json.data._id)
    }
    // two thirds of an answer, in the one column without a limit of its own
    const wishes = JSON.stringify({ note: 'x'.repeat((limits.answerBytes * 2) / 3) })
    await t.db.query.updateTable('shop_order').set({ wishes }).where('buyer_id', '=', buyer.id).execute()
    const all = await steps<OrderChanges>('/orders/changes/', buyer.token)
    expect(all.map(({ step }) => step.changed.map(({ _id }) => _id))).toEqual(made.reverse().map((id) => [id]))
  })

  it('is bounded in each step of the catalogue’s feed, which brings every product once', async () => {
    await seedInto(t.db, { products: 1200, orders: 0 })
    const all = await steps<FishChanges>('/fishes/changes/')
    for (const { bytes } of all) expect(bytes).toBeLessThanOrEqual(limits.answerBytes + frame)
    const ids = all.flatMap(({ step }) => step.changed.map(({ _id }) => _id))
    expect([ids.length, new Set(ids).size]).toEqual([1200, 1200])
  })

  it('is bounded in lists without a page, and the next page leaves nothing out', async () => {
    await seedInto(t.db, { products: 60, orders: 1500, events: 3 })
    for (const { path, token, rows } of [{ path: '/orders/', token: admin.token, rows: 1500 }]) {
      const answer = await t.call('GET', path, { token })
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(limits.answerBytes * 1.2)
      const ids = new Set(answer.json.map(({ _id }: { _id: string }) => _id))
      expect(ids.size).toBe(answer.json.length)
      for (let link = answer.headers.link; link !== undefined; ) {
        const [, next = ''] = /<\/api([^>]+)>/.exec(String(link)) ?? []
        const page = await t.call('GET', next, { token })
        for (const { _id } of page.json) ids.add(_id)
        link = page.headers.link
      }
      expect(ids.size).toBe(rows)
    }
  })

  it('is bounded in a page of orders, of which no row is left out by links or by numbers', async () => {
    const { ids, paths } = await manyLargeOrders()
    for (const { path, token } of paths) {
      const linked: string[] = []
      for (let next: string | undefined = path; next !== undefined; ) {
        const { json, text, headers } = await t.call('GET', next, { token })
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.answerBytes * 1.2)
        linked.push(...idsOf(json.data ?? json))
        next = /<\/api([^>]+)>/.exec(String(headers.link))?.[1]
      }
      expect(linked).toEqual(ids)
      const numbered = await wholePage<Rows[number], { page: number; per_page: number }>(
        { page: 2, per_page: 20 },
        async ({ page, per_page }) => {
          const query = { page: `${page}`, per_page: `${per_page}` }
          const { json, headers } = await t.call('GET', path.replace(/\?.*/, ''), { token, query })
          return {
            ok: true,
            status: 200,
            isShops: true,
            body: json.data ?? json,
            total: Number(headers['x-total-count']),
          }
        },
      )
      expect(numbered).toMatchObject({ ok: true, total: ids.length })
      expect(numbered.ok && idsOf(numbered.body)).toEqual(ids.slice(20, 40))
    }
  })

  type Rows = { _id: string }[]
  const idsOf = (rows: Rows) => rows.map(({ _id }) => _id)
  /** Orders of which some ten fit into an answer, newest first, and the lists that have them. */
  async function manyLargeOrders() {
    const fish = await t.addFish()
    for (let n = 0; n < 45; n++)
      await t.call('POST', '/orders/add/', { token: buyer.token, key: v7(), body: orderBody([fish]) })
    const wishes = JSON.stringify({ note: 'x'.repeat(limits.answerBytes / 13) })
    await t.db.query.updateTable('shop_order').set({ wishes }).where('buyer_id', '=', buyer.id).execute()
    const rows = await t.db.query
      .selectFrom('shop_order')
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const paths = [
      { path: '/orders/?page=1&per_page=100', token: admin.token },
      { path: '/orders/?page=1&per_page=20&state=requested,offered', token: admin.token },
      { path: '/orders/myorders/?page=1&per_page=20', token: buyer.token },
    ]
    return { ids: rows.map(({ id }) => id), paths }
  }
})
