import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../../support/fake-server.ts'
import { customer, openAs } from '../../../../support/open-shop.tsx'
import { orderWith } from '../../../../support/some-orders.ts'

test('an order that the shop deletes while it is open is not called loading: the page says that it is gone', async () => {
  const order = orderWith([])
  const { deps, server } = await openAs(customer, '/order/o1', {
    'GET /orders/o1/': { body: { data: order } },
    'GET /orders/changes/': { body: { changed: [order], deleted: [], next: 'n', more: false } },
  })
  await screen.findByRole('list', { name: 'Thread' })
  await deps.orderPulls.pull({ force: true })
  server.sayings['GET /orders/o1/'] = refusal(404, 'not-found')
  server.sayings['GET /orders/changes/'] = { body: { changed: [], deleted: ['o1'], next: 'm', more: false } }
  await deps.orderPulls.pull({ force: true })
  expect(await deps.db.orders.count()).toBe(0)
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})
