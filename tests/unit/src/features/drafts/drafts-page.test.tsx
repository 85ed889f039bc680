import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cartLineOf } from '../../../../../src/data/cart/cart.ts'
import { createDatabase } from '../../../../../src/data/schema.ts'
import { fish } from '../../../../support/fishes.ts'
import { openShop } from '../../../../support/open-shop.tsx'

test('a full device says that a deleted draft did not come back, and Undo can be pressed again', async () => {
  const device = createDatabase('drafts-full')
  const draft = { id: 'd1', name: 'May', lines: [cartLineOf(fish(), 3, 1)], createdAt: 1, updatedAt: 1 }
  await device.drafts.put(draft)
  const { user, deps } = await openShop('/drafts', { device })
  await user.click(await screen.findByRole('button', { name: 'Delete May' }))
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const put = vi.spyOn(deps.db.drafts, 'put').mockRejectedValue(full)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('This could not be saved on this device.')).toBeTruthy()
  put.mockRestore()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Delete May' })).toBeTruthy()
})
