import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offline, type Seen } from '../../../../support/fake-server.ts'
import { admin, customer, openAs, openShop } from '../../../../support/open-shop.tsx'
import { oneInTurn } from '../../../../support/run.ts'

const at = '2026-01-01T00:00:00.000Z'
const id = (n: number) => `0190a1b2-0000-7000-8000-0000000007${String(n).padStart(2, '0')}`

/** A list of so many rows, in pages as the server makes them. */
const listOf = (count: number, row: (n: number) => object) => (seen: Seen) => {
  const query = new URLSearchParams(seen.path.split('?')[1])
  const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))]
  const rows = Array.from({ length: count }, (_, n) => row(n + 1)).slice((page - 1) * size, page * size)
  return { body: rows, headers: { 'x-total-count': String(count) } }
}
const user = (n: number) => ({ _id: id(n), name: `Name ${n}.`, email: `u${n}@example.org`, isAdmin: false })
const subscriber = (n: number) => ({ _id: id(n), email: `Name ${n}.`, created_at: at })
const message = (n: number) => ({
  ...{ _id: id(n), subject: `Name ${n}.`, name: 'Vera', email: 'v@example.org', message: 'How much?' },
  ...{ created_at: at, isRead: true, isAnswered: false },
})

const lists = [
  ['/users', 'GET /users/', user, 20],
  ['/admin/messages', 'GET /messages/', message, 10],
  ['/subscribes', 'GET /subscribers/', subscriber, 20],
] as const

// two full pages and one row: one page more than a division without its rest gives
test.each(oneInTurn(lists))(
  '%s: two full pages and a row are three pages, and the pager leads to each of them',
  async (path, call, row, size) => {
    const shop = await openAs(admin, path, { [call]: listOf(2 * size + 1, row) })
    const shown = async (text: string) => expect(await screen.findAllByText(text)).not.toEqual([])
    await shown(`Name ${size}.`)
    expect(screen.queryByText(`Name ${size + 1}.`)).toBeNull()
    const pager = within(screen.getByRole('navigation', { name: 'Pagination' }))
    const numbers = () => pager.getAllByRole('button').flatMap(({ textContent }) => (textContent ? [textContent] : []))
    expect(numbers()).toEqual(['1', '2', '3'])
    const press = (name: string) => shop.user.click(screen.getByRole('button', { name }))
    await press('Next page')
    await shown(`Name ${size + 1}.`)
    await press('Next page')
    await shown(`Name ${2 * size + 1}.`)
    expect(shop.place()).toBe(`${path}?page=3`)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true))
    await press('Previous page')
    await shown(`Name ${2 * size}.`)
    await press('Page 1')
    await shown('Name 1.')
    const asked = shop.server.callsTo(call).map((seen) => new URLSearchParams(seen.path.split('?')[1]).get('page'))
    expect(asked.slice(0, 3)).toEqual(['1', '2', '3'])
  },
)

test('the rows of a later page of the users go on counting', async () => {
  await openAs(admin, '/users?page=3', { 'GET /users/': listOf(41, user) })
  const row = (await screen.findByText('u41@example.org')).closest('tr')
  expect(row?.querySelector('td')?.textContent).toBe('41')
})

const awa = { _id: customer.userId, name: 'Awa Diop', email: 'awa@example.com', isAdmin: false }
const self = { _id: admin.userId, name: admin.name, email: admin.email, isAdmin: true }
const users = { body: [awa, self], headers: { 'x-total-count': '2' } }

test('offline, a list shows the saved copy with its age, and deleting reports the missing connection', async () => {
  const first = await openAs(admin, '/users', { 'GET /users/': users })
  await screen.findByText('awa@example.com')
  await waitFor(async () => expect(await first.deps.db.views.count()).toBeGreaterThan(0))
  first.unmount()
  const answers = { 'GET /users/': offline, [`DELETE /users/delete/${awa._id}/`]: offline }
  const { user } = await openShop('/users', { session: admin, device: first.deps.db, answers })
  const row = (await screen.findByText('awa@example.com')).closest('tr')
  expect((await screen.findByText(/is saved on this device/)).textContent).toMatch(
    /\d{1,2} [A-Z][a-z]+ \d{4}, \d{1,2}:\d\d [ap]m/,
  )
  await user.click(within(row ?? document.body).getByRole('button', { name: /^Delete / }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('There is no connection to the shop.')
})

test('the search box follows the address without interrupting the typing', async () => {
  const shop = await openAs(admin, '/users', { 'GET /users/': users })
  const box = await screen.findByRole('searchbox', { name: 'Search users' })
  const boxSays = (text: string) => waitFor(() => expect(box).toHaveProperty('value', text))
  act(() => shop.history.push('/users?keyword=hake'))
  await boxSays('hake')
  act(() => shop.history.back())
  await boxSays('')
  // a trailing space belongs to the next word: it stays in the box, but not in the address
  await shop.user.type(box, 'awa ')
  await waitFor(() => expect(shop.place()).toBe('/users?keyword=awa'))
  await shop.user.type(box, 'diop')
  await waitFor(() => expect(shop.place()).toBe('/users?keyword=awa%20diop'))
  expect(box.isConnected).toBe(true)
  await boxSays('awa diop')
  await shop.user.tab()
  act(() => shop.history.push('/users'))
  await boxSays('')
})
