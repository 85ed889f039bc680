import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { keepTextsTrue } from '../../../../src/app/start-app.tsx'
import { chooseLocale } from '../../../../src/i18n/locale.ts'
import { customer, openShop } from '../../../support/open-shop.tsx'
import { offer, orderWith } from '../../../support/some-orders.ts'
import { translatePage } from '../../../support/translator.ts'

const later = { validUntil: '2099-12-24' }
const first = { kind: 'offer', side: 'shop', offer: offer(later) } as const
const offered = orderWith([first])
const second = offer({
  validUntil: '2099-12-31',
  payment: '30 days',
  lines: [{ fishe: 'hake', qty: 2, price: 200_000 }],
})
const renewed = orderWith([first, { kind: 'offer', side: 'shop', offer: second }])

function answersOf(order: () => typeof offered) {
  return {
    'GET /orders/o1/': () => ({ body: { data: order() } }),
    'GET /orders/changes/': () => ({ body: { changed: [order()], deleted: [], next: 'c', more: false } }),
  }
}

function translated() {
  onTestFinished(keepTextsTrue(document.body))
  onTestFinished(translatePage(document.body))
}
const words = () => document.querySelector('main')?.textContent
/** Screens, each with what stands there last, when its data has come from the device. */
const visitor = {
  '/cart': 'Your cart is empty',
  '/contact': 'Reach us',
  '/about': 'What we do',
  '/login': 'Forgot your password?',
  '/offline': 'This browser cannot save pictures here. Opening the shop once more may help.',
  '/P404': 'Back to Home',
}

test('every text of a translated screen is written anew', async () => {
  for (const [path, last] of Object.entries(visitor)) {
    const { unmount } = await openShop(path)
    await waitFor(() => expect(words()).toContain(last))
    const speak = (language: 'en' | 'fr') => act(() => chooseLocale(language))
    await speak('fr')
    const french = words()
    await speak('en')
    const english = words()
    const stop = [keepTextsTrue(document.body), translatePage(document.body)]
    await speak('fr')
    await waitFor(() => expect(words(), path).toBe(french))
    await speak('en')
    await waitFor(() => expect(words(), path).toBe(english))
    for (const each of stop) each()
    unmount()
  }
})

test('a second offer on a translated page stands there whole', async () => {
  let order = offered
  const opening = { session: customer, answers: answersOf(() => order) }
  const { deps, unmount } = await openShop('/order/o1', opening)
  await screen.findByRole('button', { name: 'Accept offer' })
  translated()
  order = renewed
  await act(() => deps.orderPulls.pull({ force: true }))
  await screen.findAllByText('31 Dec 2099')
  const shown = document.querySelector('[aria-labelledby=our-offer]')?.textContent
  unmount()
  await openShop('/order/o1', opening)
  await screen.findByRole('button', { name: 'Accept offer' })
  expect(shown).toContain(document.querySelector('[aria-labelledby=our-offer] dl')?.textContent)
  expect(shown).toContain(document.querySelector('[aria-labelledby=our-offer] table')?.textContent)
})
