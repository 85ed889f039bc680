import { afterAll, expect, it } from 'vitest'
import { sitemapProducts } from '../../../server/site/page-routes.ts'
import { seedInto } from '../../support/seed-many.ts'
import { openTestShop } from '../harness.ts'

const products = 5000
const t = await openTestShop({ env: { PUBLIC_URL: 'https://quay.example' } })
await seedInto(t.db, { products, orders: 0 })
afterAll(() => t.close())

const locations = (body: string) => [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, each = '']) => each)

it('names each of 5,000 products once, in files of bounded size', async () => {
  const index = await t.app.inject({ url: '/sitemap.xml' })
  const files = locations(index.body)
  expect(files).toHaveLength(Math.ceil(products / sitemapProducts))
  const named = new Set<string>()
  for (const file of files) {
    const { statusCode, body } = await t.app.inject({ url: file.replace('https://quay.example', '') })
    expect(statusCode).toBe(200)
    expect(body.length).toBeLessThan(500_000)
    for (const each of locations(body)) if (!each.endsWith('/p/')) named.add(each)
  }
  expect(named.size).toBe(products)
  // made for every number, such files would be work without an end
  const { statusCode, headers } = await t.app.inject({ url: '/sitemap.xml?page=99' })
  expect([statusCode, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
})
