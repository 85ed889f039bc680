import type { Locator, Page } from '@playwright/test'
import { oneInTurn, turn } from '../support/run.ts'
import { expectAccessible } from './accessible.ts'
import { expect, savedForOffline, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

const spoken = {
  en: { add: 'Add to the cart: Common octopus', more: 'One tonne more', name: 'Common octopus' },
  fr: {
    add: 'Ajouter au panier\u202f: Pieuvre (poulpe commun)',
    more: 'Une tonne de plus',
    name: 'Pieuvre (poulpe commun)',
  },
  es: { add: 'Añadir al carrito: Pulpo común', more: 'Una tonelada más', name: 'Pulpo común' },
}
/** Where the first product's name is in its card and the cards are in the page, however the window is scrolled. */
const placeOf = async (page: Page) => {
  const cards = page.locator('.trending')
  const top = await cards.evaluate((section) => section.getBoundingClientRect().top + scrollY)
  // a card rises under the pointer, which is not counted here
  const inside = await cards
    .locator('.card-name')
    .first()
    .evaluate((name: HTMLElement) => name.offsetTop)
  return { top, inside }
}
/** Where a button is in its card, which rises under the pointer. */
const inCard = (button: Locator) =>
  button.evaluate((element) => {
    const [own, card] = [element, element.closest('.card')].map(
      (each) => each?.getBoundingClientRect() ?? new DOMRect(),
    )
    if (!own || !card) throw new Error('two elements have two boxes')
    return { left: own.left - card.left, right: own.right - card.left, top: own.top - card.top }
  })

for (const [locale, { add, more, name }] of oneInTurn(Object.entries(spoken))) {
  test(`a visitor without a connection fills the cart from the cards: ${locale}`, {
    tag: ['@chromium', '@worker', ...turn(2, 3)],
  }, async ({ page, context }) => {
    await page.goto(`/?lng=${locale}#/products?keyword=octopus`)
    await savedForOffline(page)
    const button = page.getByRole('button', { name: add })
    await expect(button).toBeVisible()
    await context.setOffline(true)
    // the tap would scroll to a button below a bar
    await expect(page.locator('#bars')).toContainText(/\S/)
    await button.scrollIntoViewIfNeeded()
    await button.tap({ trial: true })
    const before = await inCard(button)
    await button.tap()
    const card = page.getByRole('group', { name })
    await expect(card.getByRole('spinbutton')).toHaveValue('1')
    const after = await inCard(card.getByRole('button', { name: more }))
    // the same place for the same finger, and nothing around it moves
    expect(after.left).toBeLessThanOrEqual((before.left + before.right) / 2)
    expect([after.right, after.top].map(Math.round)).toEqual([before.right, before.top].map(Math.round))
    // it closes by itself after five seconds
    await expect(page.locator('#toasts')).toContainText(name)
    await card.getByRole('button', { name: more }).tap()
    await expect(card.getByRole('spinbutton')).toHaveValue('2')
    for (const each of await card.getByRole('button').all()) {
      const { width, height } = (await each.boundingBox()) ?? { width: 0, height: 0 }
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    await expectAccessible(page, { colours: locale === 'en' })
    await page.reload()
    await expect(page.getByRole('group', { name }).getByRole('spinbutton')).toHaveValue('2')
    await context.setOffline(false)
  })
}

test('a press on Add keeps the cards in their places', {
  tag: ['@long', '@chromium'],
}, async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('#bars')).toBeAttached()
  await page.locator('.card-add button').first().tap()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  const before = await placeOf(page)
  await page.getByRole('button', { name: 'One tonne more' }).first().tap()
  await expect(page.getByRole('spinbutton').first()).toHaveValue('2')
  expect(await placeOf(page)).toEqual(before)
})
