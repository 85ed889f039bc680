import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../../src/db/database.ts'
import { type Deps, DepsProvider, SessionContext } from '../../../../src/db/use-deps.tsx'
import { useHeldRows } from '../../../../src/lists/list-rows.tsx'
import { offline, type Seen } from '../../../support/fake-server.ts'
import { admin, customer, openAs, openShop } from '../../../support/open-shop.tsx'
import { oneInTurn } from '../../../support/run.ts'

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
    const queries = shop.server.callsTo(call).map(({ path: asked }) => new URLSearchParams(asked.split('?')[1]))
    // the navigation counts the new messages
    const asked = queries.filter((query) => !query.has('state')).map((query) => query.get('page'))
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

/** Two rows each that differ as little as they can. */
const named: Record<string, Record<string, object[]>> = {
  '/users': {
    'GET /users/': [1, 2].map((n) => ({ _id: id(n), name: 'Awa', email: `awa${n}@example.org`, isAdmin: false })),
    'GET /invitations/': [1, 2].map((n) => ({
      ...{ _id: id(n), rights: n === 1 ? ['orders'] : ['products'], at, by: 'Ana' },
      until: '2099-01-01T00:00:00.000Z',
    })),
  },
  '/admin/messages': {
    'GET /messages/': [1, 2].map((n) => ({
      ...{ _id: id(n), subject: '', name: 'Vera', email: 'v@example.org', message: 'How much?' },
      ...{ created_at: `2026-01-0${n}T00:00:00.000Z`, isRead: false, isAnswered: false },
    })),
  },
  '/subscribes': { 'GET /subscribers/': [1, 2].map((n) => ({ _id: id(n), email: `s${n}@e.org`, created_at: at })) },
  '/admin/keys': {
    'GET /keys/': [1, 2].map((n) => ({ _id: id(n), name: `ERP ${n}`, rights: ['orders'], readOnly: false, at })),
  },
  '/admin/webhooks': {
    'GET /webhooks/': [1, 2].map((n) => ({
      ...{ _id: id(n), url: `https://erp.example/hook${n}`, events: ['order.created'], active: true, waiting: 0 },
      created_at: at,
    })),
  },
  '/profile': {
    'GET /users/sessions/': [1, 2].map((n) => ({
      ...{ _id: `s${n}`, browser: 'Firefox', system: 'Android', created_at: at, isCurrent: false },
      last_used_at: `2026-01-0${n}T00:00:00.000Z`,
    })),
  },
}

test.each(oneInTurn(Object.entries(named)))(
  '%s: no two buttons or links of two rows have one name',
  async (path, bodies) => {
    const answers = Object.entries(bodies).map(([call, body]) => [call, { body, headers: { 'x-total-count': '2' } }])
    await openAs(admin, path, Object.fromEntries(answers))
    const isOfRow = /^(Edit|Delete(?! my)|Withdraw|New link|Reply|Mark|Revoke|Deliveries|Pause|New secret|End)\b/
    const names: string[] = []
    await screen.findAllByRole('button', { name: isOfRow })
    for (const role of ['button', 'link'])
      screen.getAllByRole(role, {
        name: (name) => {
          names.push(name)
          return true
        },
      })
    const ofRows = names.filter((name) => isOfRow.test(name))
    expect(ofRows).toEqual([...new Set(ofRows)])
  },
)

const clock = { now: () => 5 }

function wrapper({ children }: { children: ReactNode }) {
  const deps = { db: createDatabase('paging'), clock } as unknown as Deps
  return (
    <DepsProvider deps={deps}>
      <SessionContext value={admin}>{children}</SessionContext>
    </DepsProvider>
  )
}

test.each([
  [50, 3],
  [40, 2],
])(
  'a list that has shrunk under its page to %i rows names the last page that there is, the %ith',
  async (total, last) => {
    const answer = { body: [], headers: { 'x-total-count': String(total) } }
    await openAs(admin, '/users?page=5', { 'GET /users/': answer })
    const pager = within(await screen.findByRole('navigation', { name: 'Pagination' }))
    expect(pager.getByRole('button', { current: 'page' }).textContent).toBe(String(last))
  },
)

test('a board whose search is cleared is whole again', () => {
  const list = { idOf: (row: string) => row, at: 9 }
  const { result, rerender } = renderHook(
    ({ rows, keyword }: { rows: string[]; keyword: string }) =>
      useHeldRows({ ...list, rows, place: `waiting ${keyword}` }),
    { wrapper, initialProps: { rows: ['a', 'b', 'c'], keyword: '' } },
  )
  rerender({ rows: ['b'], keyword: 'b' })
  rerender({ rows: ['a', 'b', 'c'], keyword: '' })
  expect([result.current.rows, result.current.held]).toEqual([['a', 'b', 'c'], 0])
  rerender({ rows: ['a', 'b', 'c', 'd'], keyword: '' })
  expect([result.current.rows, result.current.held]).toEqual([['a', 'b', 'c'], 1])
  act(() => result.current.show())
  expect(result.current.rows).toHaveLength(4)
})
