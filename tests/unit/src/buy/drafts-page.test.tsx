import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cartLineOf } from '../../../../src/db/cart.ts'
import { createDatabase } from '../../../../src/db/database.ts'
import { fish } from '../../../support/fishes.ts'
import { openShop } from '../../../support/open-shop.tsx'

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

test('after a draft is opened, deleted or back again, the focus is not lost with the pressed button', async () => {
  const device = createDatabase('drafts-focus')
  for (const id of ['May', 'June'])
    await device.drafts.put({ id, name: id, lines: [cartLineOf(fish(), 3, 1)], createdAt: 1, updatedAt: 1 })
  const { user } = await openShop('/drafts', { device })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const focused = (text: string) =>
    waitFor(() => {
      expect(document.activeElement?.getAttribute('role')).toBe('status')
      expect(document.activeElement?.textContent).toContain(text)
    })
  await press('Delete May')
  await focused('“May” was deleted.')
  await press('Undo')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  await focused('')
  await press('Open June')
  await focused('“June” is in the cart now.')
})
