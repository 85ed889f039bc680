// @vitest-environment node

import { readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { newShop } from '../../../../contract/shop.ts'
import { demoShop } from '../../../../server/demo/demo-shop.ts'
import { shopManifest } from '../../../../server/site/app-files.ts'
import { fillHead } from '../../../../server/site/first-screen-page.ts'
import { renderOffer } from '../../../../server/site/offer-page.ts'
import { offer, orderWith } from '../../../support/some-orders.ts'

const page = readFileSync('src/index.html', 'utf8')
const logo = '/images/0123456789abcdef/640.webp'

test('the page has the shop’s name, and its contacts for browsers that are too old', () => {
  const html = fillHead(page, { shop: { ...newShop, ...demoShop, version: 1 }, locale: 'fr' })
  expect(html).toContain('<title>Quayside</title>')
  expect(html).toContain('<h1>Quayside</h1>')
  expect(html).toContain('content="Poissons et fruits de mer pour l’export, à la tonne"')
  expect(html).toContain('<a href="mailto:sales@quayside.example">sales@quayside.example</a>')
  expect(html).toContain('<a href="tel:+221338000000">+221 33 800 00 00</a>')
  expect(html).toContain('href="./icon.svg"')
})

test('texts of the settings are escaped', () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror='alert(1)'>$&$1`
  const tagline = { en: hostile, fr: '', es: '' }
  const shop = { ...newShop, name: hostile, email: hostile, phone: hostile, tagline, logo: `${logo}"><script>` }
  const html = fillHead(page, { shop, locale: 'es' })
  const elements = (text: string) => text.match(/<\w+/g)?.sort()
  // the links of mail and telephone, and the break between them
  expect(elements(html)).toEqual([...(elements(page) ?? []), '<a', '<a', '<br'].sort())
  expect(html).toContain('$&amp;$1')
})

test('a logo is the icon of the page and of the manifest', () => {
  const shop = { ...newShop, name: 'Port "&" Sons', shortName: 'Port', logo }
  const html = fillHead(page, { shop, locale: 'en' })
  expect(html).toContain('<link rel="icon" href="/images/0123456789abcdef/icon-192.png" />')
  expect(html).toContain('<link rel="apple-touch-icon" href="/images/0123456789abcdef/apple-touch-icon.png" />')
  const built = { id: './', name: 'x', icons: [], shortcuts: [{ name: 'Cart', icons: [] }] }
  const manifest = JSON.parse(shopManifest(JSON.stringify(built), { shop, locale: 'es' }))
  expect(manifest).toMatchObject({
    id: './',
    name: 'Port "&" Sons',
    short_name: 'Port',
    description: 'Port "&" Sons',
    icons: [{ sizes: '192x192' }, { sizes: '512x512' }, { sizes: '512x512', purpose: 'maskable' }],
    shortcuts: [{ name: 'Cart', icons: [{ src: '/images/0123456789abcdef/icon-192.png' }] }],
  })
})

it.each([
  ['Pacific/Auckland', '2026-06-15T12:30:00.000Z', '16 June 2026'],
  ['America/Los_Angeles', '2026-06-15T06:30:00.000Z', '14 June 2026'],
])('an offer has the day of its shop in %s', (timeZone, at, day) => {
  const { reference, shippingAddress, orderItems } = orderWith([])
  const shared = { reference, shippingAddress, number: 1, at, offer: offer(), items: orderItems }
  const visit = { locale: 'en', asked: undefined, root: '../', base: 'https://quay.example/' } as const
  const context = { visit, shop: { ...newShop, timeZone }, style: 'style.css' }
  const page = renderOffer(context, { ...shared, buyer: { name: 'Ana' }, isAccepted: false })
  expect(page).toContain(`<p>Date: ${day}<br>`)
})

it('an offer’s table has a name, its last day is bold, and only what is sold has a price', () => {
  const { reference, shippingAddress, orderItems: items } = orderWith([])
  const lines = offer()
    .lines.flatMap((line) => [line, { ...line, price: null }])
    .slice(0, 2)
  const sold = offer({ lines, charges: [{ label: 'Freight', amount: 5 }], note: 'السعر 5 %' })
  const shared = { reference, shippingAddress, number: 1, at: '2026-06-15T12:30:00.000Z', offer: sold, items }
  const visit = { locale: 'fr', asked: undefined, root: '../', base: 'https://quay.example/' } as const
  const context = { visit, shop: { ...newShop, name: 'Port' }, style: 'style.css' }
  const page = renderOffer(context, { ...shared, buyer: { name: 'Ana' }, isAccepted: false })
  expect(page).toContain('<caption>Prix de cette offre</caption>')
  expect(page).toMatch(/Valable jusqu’au<\/dt><dd class="bold">/)
  expect(page).toContain('<dd>السعر 5 %</dd>')
  expect([...page.matchAll(/<tr role="row" class="(\w*)"/g)].map(([, kind]) => kind)).toEqual([
    ...['goods', 'unsold', 'charge', 'total'],
  ])
})
