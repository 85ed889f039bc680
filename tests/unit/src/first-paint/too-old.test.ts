import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shop } from '../../../../src/lib/shop-settings.ts'

test('the sentence for browsers that are too old names the shop as its settings do', () => {
  const page = readFileSync('src/index.html', 'utf8')
  expect(page).toContain(`<a href="mailto:${shop.email}">${shop.email}</a>`)
  expect(page).toContain(`<a href="tel:${shop.phone.replace(/[^+\d]/g, '')}">${shop.phone}</a>`)
})
