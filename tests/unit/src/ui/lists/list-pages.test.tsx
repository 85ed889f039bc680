import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Seen } from '../../../../support/fake-server.ts'
import { admin, openShop } from '../../../../support/open-shop.tsx'

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

// two full pages and one row: one page more than a division without its rest gives
test.each([
  ['/users', 'GET /users/', user, 20],
  ['/admin/messages', 'GET /messages/', message, 10],
  ['/subscribes', 'GET /subscribers/', subscriber, 20],
])(
  '%s: two full pages and a row are three pages, and the pager leads to each of them',
  async (path, call, row, size) => {
    const shop = await openShop(path, { session: admin, answers: { [call]: listOf(2 * size + 1, row) } })
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
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true))
    await press('Previous page')
    await shown(`Name ${2 * size}.`)
    await press('Page 1')
    await shown('Name 1.')
    const asked = shop.server.callsTo(call).map((seen) => new URLSearchParams(seen.path.split('?')[1]).get('page'))
    expect(asked.slice(0, 3)).toEqual(['1', '2', '3'])
  },
)
