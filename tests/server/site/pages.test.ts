import { afterAll, describe, expect, it } from 'vitest'
import { formOf, openTestShop } from '../harness.ts'

const nasty = `Hake "big" & 'fresh' </script><script>alert(1)</script><!-- $& {{x}}`

const headOf = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]
const linkedData = (html: string) =>
  JSON.parse(headOf(html, /<script type="application\/ld\+json">([\s\S]*?)<\/script>/) ?? 'null')

const t = await openTestShop({ env: { PUBLIC_URL: 'https://quay.example/shop' } })
afterAll(() => t.close())

const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: answered, body } = await t.app.inject({ url, headers })
  return { status: statusCode, headers: answered, body }
}

it('shows what a buyer sees, in the language of the address or the browser', async () => {
  const fish = await t.addFish({ size: 'T6', packing: '20 kg carton', code: 'COD-1', origin: 'FAO 34', glazing: '5' })
  const english = await get(`/p/${fish._id}`)
  expect(english.status).toBe(200)
  expect(english.headers['content-type']).toBe('text/html; charset=utf-8')
  for (const text of ['Atlantic cod', 'T6', '20 kg carton', 'COD-1', 'FAO 34', '5%', 'In stock', '---', '0 reviews'])
    expect(english.body).toContain(text)
  // the amount in stock is not for everybody
  expect(english.body).not.toContain('12.5')
  expect(headOf(english.body, /<html lang="(\w+)"/)).toBe('en')
  const french = await get(`/p/${fish._id}/whatever`, { 'accept-language': 'fr-CA, en;q=0.5' })
  expect(french.body).toContain('<h1>Morue</h1>')
  expect(french.body).toContain('Conditionnement')
  const spanish = await get(`/p/${fish._id}?lng=es`, { 'accept-language': 'fr' })
  expect(spanish.body).toContain('<h1>Bacalao</h1>')
  expect(spanish.headers.vary).toContain('Accept-Language')
})

it('has the accent of the shop, which nobody else can put a style into', async () => {
  const fish = await t.addFish()
  const { token } = await t.addUser({ admin: true })
  const { legal: _, ...shop } = (await t.call('GET', '/shop/')).json
  const wanted = { ...shop, accent: '#0f766e' }
  expect((await t.call('PUT', '/shop/', { token, body: wanted })).status).toBe(200)
  const address = headOf((await get(`/p/${fish._id}`)).body, /rel="stylesheet" href="([^"]*)"/) ?? ''
  const { body } = await get(address.replace('../', '/').replaceAll('&amp;', '&'))
  expect(body).toContain('--accent:#0f766e')
  const hostile = encodeURIComponent('000000}body{display:none')
  expect((await get(`/p/style.css?x&accent=${hostile}`)).body).not.toContain('display:none}')
  expect((await t.call('PUT', '/shop/', { token, body: { ...shop, version: undefined } })).status).toBe(200)
})

it('names its addresses, its other languages and the screen of the app', async () => {
  const fish = await t.addFish()
  const { body } = await get(`/p/${fish._id}/x?lng=fr`)
  const page = `https://quay.example/shop/p/${fish._id}/atlantic-cod`
  expect(headOf(body, /rel="canonical" href="([^"]*)"/)).toBe(`${page}?lng=fr`)
  for (const [language, query] of Object.entries({ en: '?lng=en', fr: '?lng=fr', es: '?lng=es', 'x-default': '' }))
    expect(body).toContain(`<link rel="alternate" hreflang="${language}" href="${page}${query}">`)
  expect(body).toContain('<meta property="og:type" content="product">')
  expect(body).toContain('<meta name="twitter:title" content="Morue">')
  expect(headOf(body, /data-screen="([^"]*)"/)).toBe(`../../?lng=fr#/products/${fish._id}`)
  expect(headOf((await get(`/p/${fish._id}`)).body, /data-screen="([^"]*)"/)).toBe(`../#/products/${fish._id}`)
  expect(linkedData(body)).toMatchObject({ '@type': 'Product', name: 'Morue', url: page, productID: fish._id })
  expect(body).not.toMatch(/"(offers|price)"/)
})

it('escapes all that people have written', async () => {
  const texts = { trade_name: nasty, trade_name_fr: nasty, scientific_name: nasty, origin: nasty, packing: nasty }
  const fish = await t.addFish({ ...texts, category: nasty, classe: nasty, certificates: nasty })
  for (const url of [`/p/${fish._id}`, '/p/', `/p/?keyword=${encodeURIComponent(nasty)}`]) {
    const { status, body } = await get(url)
    expect(status).toBe(200)
    expect(body).not.toContain('<script>alert')
    expect(body).not.toContain('</script><script')
    expect(body).not.toContain('"big"')
    expect(body.replaceAll(/<script type="application\/ld\+json">.*?<\/script>/g, '')).not.toMatch(/="[^"]*<[^"]*"/)
  }
  const { body } = await get(`/p/${fish._id}`)
  expect(linkedData(body).name).toBe(nasty)
  expect((await get('/sitemap.xml')).body).not.toContain('<script')
})

it('follows changes at once, also those of another instance', async () => {
  const admin = await t.addUser({ admin: true })
  const fish = await t.addFish({ trade_name: 'Old name' })
  const url = `/p/${fish._id}`
  const first = await get(url)
  expect((await get(url, { 'if-none-match': String(first.headers.etag) })).status).toBe(304)
  const other = await t.another()
  const changed = await other.inject({
    method: 'PUT',
    url: `/api/fishes/update/${fish._id}`,
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { ...formOf(fish), trade_name: 'New name' },
  })
  expect(changed.statusCode).toBe(200)
  const second = await get(url, { 'if-none-match': String(first.headers.etag) })
  expect([second.status, second.body.includes('New name')]).toEqual([200, true])
  const settings = (await t.call('GET', '/shop/')).json
  await t.call('PUT', '/shop/', { token: admin.token, body: { ...settings, name: 'Blue Harbour' } })
  expect((await get(url)).body).toContain('Blue Harbour')
  await other.inject({
    method: 'DELETE',
    url: `/api/fishes/delete/${fish._id}`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const gone = await get(url, { 'if-none-match': String(second.headers.etag) })
  expect([gone.status, gone.headers['cache-control']]).toEqual([404, 'no-store'])
})

it('is the same for everybody, also where an administrator has it made', async () => {
  const admin = await t.addUser({ admin: true, name: 'Ada Secret' })
  const mine = {
    authorization: `Bearer ${admin.token}`,
    cookie: 'session=secret',
    'x-forwarded-host': 'evil.example',
  }
  for (const url of [`/p/${(await t.addFish())._id}`, '/p/']) {
    const made = await get(url, mine)
    const [again, other] = [await get(url, mine), await get(url)]
    expect([again.body, again.headers.etag]).toEqual([made.body, made.headers.etag])
    expect([other.body, other.headers.etag]).toEqual([made.body, made.headers.etag])
    expect(made.body).not.toMatch(/secret|evil/i)
    expect(made.headers).not.toHaveProperty('set-cookie')
  }
})

it('has a page for products that it does not know', async () => {
  for (const id of ['nothing', '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000', '%00', "'--"]) {
    const { status, body, headers } = await get(`/p/${id}?lng=fr`)
    expect([id, status, headers['content-type']]).toEqual([id, 404, 'text/html; charset=utf-8'])
    expect(body).toContain('Produit introuvable')
    expect(body).toContain('content="noindex"')
    expect(body).not.toContain('data-screen')
  }
  expect((await get('/p/?type=seafood&lng=fr')).body).toContain('Il n’y a pas encore de produit.')
})

it('has the mean of the reviews, without their authors', async () => {
  const buyer = await t.addUser({ name: 'Blanche Secret' })
  const fish = await t.addFish()
  const body = { rating: 4, comment: 'between us' }
  const made = await t.call('POST', `/fishes/${fish._id}/reviews/`, { token: buyer.token, body })
  expect(made.status).toBe(201)
  const page = await get(`/p/${fish._id}`, { authorization: `Bearer ${buyer.token}` })
  expect(page.body).toContain('Rated 4 of 5')
  expect(page.body).toContain('1 review')
  expect(page.body).not.toMatch(/Secret|between us/)
  expect(linkedData(page.body).aggregateRating).toMatchObject({ ratingValue: 4, reviewCount: 1 })
})

it('lists the products in pages and finds them', async () => {
  for (let at = 0; at < 25; at++) await t.addFish({ trade_name: `Sardine ${at}` })
  const first = await get('/p/')
  expect(first.body.match(/<article/g)).toHaveLength(24)
  expect(first.body).toContain('href="../p/?page=2"')
  expect(headOf(first.body, /data-screen="([^"]*)"/)).toBe('../#/products')
  const second = await get('/p?page=2&type=fish')
  expect(second.body).toContain('href="./p/?type=fish"')
  expect(headOf(second.body, /data-screen="([^"]*)"/)).toBe('./#/products/category/fish?page=5')
  const found = await get('/p/?keyword=sardine+7')
  expect(found.body).toContain('Sardine 7')
  expect(found.body).toContain('noindex')
  expect(headOf(found.body, /data-screen="([^"]*)"/)).toBe('../#/products?keyword=sardine+7')
  const odd = 'page=-1 page=abc page=1e15 page=1&page=2 keyword=a&keyword=b type=x keyword=%00'
  for (const query of [...odd.split(' '), `keyword=${'a'.repeat(5000)}`])
    expect([query, (await get(`/p/?${query}`)).status]).toEqual([query, 200])
})

it('has a cache entry each for a search and for the category of the same name', async () => {
  await t.addFish({ type: 'seafood', trade_name: 'Scallop' })
  await t.addFish({ type: 'fish', trade_name: 'Seafood stick' })
  expect((await get('/p/?keyword=seafood')).body).toContain('Seafood stick')
  const category = await get('/p/?type=seafood')
  expect(category.body).toContain('Scallop')
  expect(category.body).not.toMatch(/Seafood stick|noindex/)
})

it('has a sitemap, which robots.txt names', async () => {
  const fish = await t.addFish()
  const robots = await get('/robots.txt')
  expect(robots.body).toContain('Sitemap: https://quay.example/shop/sitemap.xml')
  const sitemap = await get('/sitemap.xml', { 'accept-encoding': 'br' })
  expect(sitemap.headers['content-encoding']).toBe('br')
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
  const plain = await get('/sitemap.xml')
  expect(plain.body).toContain(`<loc>https://quay.example/shop/p/${fish._id}/atlantic-cod</loc>`)
  // one for all languages
  expect((await get('/sitemap.xml?lng=fr')).headers.etag).toBe(plain.headers.etag)
})

it('a link to an offer is private also while the shop is away', async () => {
  const t = await openTestShop({ on: 'sqlite' })
  try {
    await t.db.query.schema.alterTable('shop_settings').renameTo('away').execute()
    const { statusCode, headers } = await t.app.inject({ url: '/o/token' })
    expect([statusCode, headers['referrer-policy'], headers['x-robots-tag'], headers['cache-control']]).toEqual([
      ...[503, 'no-referrer', 'noindex, nofollow', 'no-store'],
    ])
  } finally {
    await t.close()
  }
})

describe('without a public address', () => {
  it.each([
    ['', 'https://evil.example', '../'],
    ['1', 'https://good.example:8443', 'https://good.example:8443/'],
    ['1', 'https://a"onload="x', '../'],
  ])('with TRUST_PROXY=%s and the host %s, addresses begin with %s', async (trust, origin, base) => {
    const t = await openTestShop({ on: 'sqlite', env: { TRUST_PROXY: trust } })
    try {
      const [protocol = '', host = ''] = origin.split('://')
      const headers = { 'x-forwarded-proto': protocol, 'x-forwarded-host': host, 'accept-encoding': 'identity' }
      const { body } = await t.app.inject({ url: '/p/', headers })
      expect(headOf(body, /rel="canonical" href="([^"]*)"/)).toBe(`${base}p/`)
      const robots = await t.app.inject({ url: '/robots.txt', headers })
      expect(robots.body).toContain(`Sitemap: ${base === '../' ? '/' : base}sitemap.xml`)
      // no cache may give others the host of one request
      expect(robots.headers['cache-control']).toBe('no-store')
    } finally {
      await t.close()
    }
  })
})
