import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { keepTextsTrue } from '../../../../src/app/translated-texts.ts'
import { chooseLocale } from '../../../../src/i18n/locale.ts'
import { admin, customer, openShop } from '../../../support/open-shop.tsx'
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
const visitor = ['/', '/products', '/cart', '/contact', '/login', '/offline']
const buyer = ['/order/o1', '/Order', '/profile', '/placeorder']
const desk = ['/order/o1', '/dashboard', '/admin/order', '/admin/products', '/users', '/admin/shop']

/** A part of React's tree; texts beside others have the tag 6. */
interface Fiber {
  tag: number
  memoizedProps: unknown
  stateNode: unknown
  child: Fiber | null
  sibling: Fiber | null
}

/** What React thinks is written on the page and is not: its texts, and translations of texts that it has not. */
function untrue(): string[] {
  const wrong = [...document.querySelectorAll('font > font')]
    .filter(({ parentElement }) => parentElement?.previousSibling?.nodeValue !== '')
    .map(({ textContent }) => `old: ${textContent}`)
  const look = (fiber: Fiber | null) => {
    for (let at = fiber; at; at = at.sibling) {
      const text = at.stateNode
      if (at.tag === 6 && text instanceof Text) {
        const shown = text.data || (text.nextSibling?.nodeName === 'FONT' ? text.nextSibling.textContent : '')
        if (!text.isConnected || shown !== at.memoizedProps) wrong.push(`${at.memoizedProps}: ${shown}`)
      }
      look(at.child)
    }
  }
  const container = document.querySelector('body > div')
  const key = Object.keys(container ?? {}).find((name) => name.startsWith('__reactContainer$'))
  const root = key && (Reflect.get(container ?? {}, key) as { stateNode: { current: Fiber } }).stateNode.current
  expect(root).toBeTruthy()
  look(root ? root.child : null)
  return wrong
}

for (const [session, paths] of [
  [undefined, visitor],
  [customer, buyer],
  [admin, desk],
] as const)
  test(`every text of a translated screen is written anew: ${session?.name ?? 'visitor'}`, async () => {
    for (const path of paths) {
      const { unmount } = await openShop(path, { ...(session && { session }), answers: answersOf(() => offered) })
      await screen.findAllByRole('heading', { level: 1 })
      const stop = [keepTextsTrue(document.body), translatePage(document.body)]
      await waitFor(() => expect(document.querySelector('main font')).toBeTruthy())
      for (const language of ['fr', 'en'] as const) {
        await act(() => chooseLocale(language))
        await waitFor(() => expect(untrue(), path).toEqual([]))
      }
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
