import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { putChosen } from '../../../../src/db/files.ts'
import { getSession } from '../../../../src/db/session.ts'
import { refusal } from '../../../support/fake-server.ts'
import { customer, openAs, type openShop } from '../../../support/open-shop.tsx'
import { drain } from '../../../support/outbox-bench.ts'
import { savedFiles } from '../../../support/saved-files.ts'

const remove = 'POST /users/delete-account/'
const data = 'GET /users/data/'

afterEach(() => {
  vi.restoreAllMocks()
})

test('the user’s data is a JSON file with the date in its name', async () => {
  const body = { account: { _id: customer.userId }, requests: [] }
  const { user } = await openAs(customer, '/profile', { [data]: { body } })
  const { names, files, textOf } = savedFiles()
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  await expect.poll(() => names).toEqual([expect.stringMatching(/^my-data-\d{4}-\d\d-\d\d\.json$/)])
  expect(files[0]?.type).toContain('application/json')
  expect(JSON.parse(await textOf(0))).toEqual(body)
})

test('a refused download shows an error, and there is no file', async () => {
  const { user } = await openAs(customer, '/profile', { [data]: refusal(429, 'too-many') })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText(/too many|too often|wait/i)).toBeTruthy()
  expect(click).not.toHaveBeenCalled()
})

async function openDialog(user: Awaited<ReturnType<typeof openShop>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  return within(await screen.findByRole('dialog', { name: 'Delete my account' }))
}

test('the account is not deleted without a password, nor with a wrong one', async () => {
  const answers = { [remove]: refusal(409, 'wrong-password') }
  const { user, server, deps, place } = await openAs(customer, '/profile', answers)
  const dialog = await openDialog(user)
  expect(dialog.getByText(/Open requests are cancelled/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
  expect(dialog.getByText('Please fill in this field')).toBeTruthy()
  expect(server.callsTo(remove)).toEqual([])
  await user.type(dialog.getByLabelText(/^Password/), 'wrong one')
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
  expect(await dialog.findByText('The password is wrong.')).toBeTruthy()
  expect(place()).toBe('/profile')
  expect(await getSession(deps.db)).toMatchObject({ userId: customer.userId })
})

test.each([true, false])(
  'a deleted account is logged out; what waits is discarded where the device can: %s',
  async (can) => {
    const { user, server, deps, place } = await openAs(customer, '/profile', { [remove]: { status: 204 } })
    const discard = vi.spyOn(deps.sync, 'discardAllOf')
    if (!can) discard.mockRejectedValue(new Error('the database is broken'))
    const { userId } = customer
    const file = {
      _id: 'f1',
      name: 'quay.jpg',
      type: 'image/jpeg',
      bytes: 1,
      sha256: '',
      blob: new Blob(['x']),
    } as const
    await putChosen(deps.db, { file, at: 1, userId, order: 'o1' })
    await putChosen(deps.db, { file, at: 1, userId: 'somebody else', order: 'o2' })
    const dialog = await openDialog(user)
    await user.type(dialog.getByLabelText(/^Password/), 'secret words')
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(await screen.findByText('Your account was deleted.')).toBeTruthy()
    expect(server.callsTo(remove)[0]?.body).toEqual({ password: 'secret words' })
    expect(place()).toBe('/')
    expect(await getSession(deps.db)).toBeUndefined()
    expect(discard).toHaveBeenCalledWith(customer.userId)
    if (can) expect((await deps.db.files.toArray()).map(({ order }) => order)).toEqual(['o2'])
    // the server knows the token no longer
    await drain(deps.sync, 'all')
    expect(server.callsTo('POST /users/logout/')).toEqual([])
  },
)
