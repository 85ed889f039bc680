import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createDatabase } from '../../../../../src/data/schema.ts'
import { eventOf, orderOf, shopWith } from '../../../../support/offer-samples.ts'
import { customer, openShop } from '../../../../support/open-shop.tsx'

test('an order that a full disk cannot save is shown all the same', async () => {
  const device = createDatabase('order-on-full-disk')
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const save = vi.spyOn(device.orders, 'bulkPut').mockRejectedValue(full)
  const { answers } = shopWith(orderOf(eventOf(1, 'message', { text: 'Is ice included?' })))
  await openShop('/order/o1', { device, session: customer, answers })
  expect((await screen.findByRole('list', { name: 'Thread' })).textContent).toContain('Is ice included?')
  expect(save).toHaveBeenCalled()
  expect(await device.orders.count()).toBe(0)
})
