import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ContactMessage } from '../../../../contract/inbox.ts'
import { csvText } from '../../../../contract/texts/csv.ts'
import { subscriberRows } from '../../../../src/admin/subscribers-page.tsx'
import { createApi } from '../../../../src/api/api-client.ts'
import { fakeServer, type Saying, type Seen } from '../../../support/fake-server.ts'
import { admin, openAs, openShop } from '../../../support/open-shop.tsx'

const message: ContactMessage = {
  _id: '0190a1b2-0000-7000-8000-000000000301',
  subject: 'Price of hake & cod?',
  name: 'Vera',
  email: 'vera@example.org',
  message: 'How much?\nThanks',
  created_at: '2026-01-02T03:04:05.000Z',
  isRead: false,
  isAnswered: false,
}
const list = 'GET /messages/'
const change = `PUT /messages/${message._id}/`

function messages(now: { rows: ContactMessage[] }) {
  return () => ({ body: now.rows, headers: { 'x-total-count': String(now.rows.length) } })
}

test('a message is read, answered by mail and deleted', async () => {
  const now = { rows: [message] }
  const update = ({ body }: Seen) => {
    now.rows = [{ ...message, isRead: true, ...(body as object) }]
    return { body: now.rows[0] }
  }
  const remove = () => {
    now.rows = []
    return { status: 204 }
  }
  const answers = { [list]: messages(now), [change]: update, [`DELETE /messages/${message._id}/`]: remove }
  const { user, server } = await openAs(admin, '/admin/messages', answers)
  const article = await screen.findByRole('article', { name: message.subject })
  expect(within(article).getByText('New')).toBeTruthy()
  expect(within(article).getByText(/How much/).textContent).toBe(message.message)
  expect(
    within(article)
      .getByRole('link', { name: /^Reply / })
      .getAttribute('href'),
  ).toBe('mailto:vera%40example.org?subject=Re%3A%20Price%20of%20hake%20%26%20cod%3F')
  await user.click(within(article).getByRole('button', { name: /^Mark as read / }))
  await waitFor(() => expect(screen.queryByText('New')).toBeNull())
  await user.click(await screen.findByRole('button', { name: /^Mark as answered / }))
  expect(await screen.findByText('Answered')).toBeTruthy()
  expect(server.callsTo(change).map(({ body }) => body)).toEqual([{ isRead: true }, { isAnswered: true }])
  await user.click(screen.getByRole('button', { name: /^Delete / }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Nobody has written yet.')).toBeTruthy()
})

test('the export has the subscribers of all pages, each with an unsubscribe link', async () => {
  const row = (n: number) => ({
    _id: `s${n}`,
    email: `reader${n}@gmail.com`,
    created_at: '2026-01-02T03:04:05.000Z',
    unsubscribe: `/api/unsubscribe/${n}`,
  })
  const server = fakeServer({
    'GET /subscribers/': ({ path }: Seen) => {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page'))
      const rows = Array.from({ length: page === 1 ? 100 : 1 }, (_, n) => row((page - 1) * 100 + n))
      return { body: rows, headers: { 'x-total-count': '101' } }
    },
  })
  const api = createApi({ baseUrl: 'http://shop.test', token: () => 'token', fetch: server.fetch })
  const fetching = { signal: new AbortController().signal, onProgress: () => undefined }
  const rows = await subscriberRows(api, 'https://shop.test', fetching)
  const lines = csvText(rows).split('\r\n')
  expect(lines).toHaveLength(103)
  expect(lines[101]).toBe('reader100@gmail.com,2026-01-02T03:04:05.000Z,https://shop.test/api/unsubscribe/100')
})

test('an answer that comes late brings nothing back that was deleted since it was asked for', async () => {
  const now = { rows: [message] }
  const first = await openAs(admin, '/admin/messages', { [list]: messages(now) })
  await screen.findByRole('article', { name: message.subject })
  first.unmount()
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  let asked = 0
  const answers: Record<string, Saying> = {
    [list]: async ({ path }) => {
      const answer = messages(now)()
      // the navigation counts the new ones
      if (!path.includes('state=new') && ++asked === 1) await late
      return answer
    },
    [`DELETE /messages/${message._id}/`]: () => {
      now.rows = []
      return { status: 204 }
    },
  }
  const { user } = await openShop('/admin/messages', { session: admin, device: first.deps.db, answers })
  await user.click(await screen.findByRole('button', { name: /^Delete / }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText('Nobody has written yet.')
  const isSaved = vi.spyOn(first.deps.db.views, 'put')
  await act(async () => {
    answer()
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  expect(screen.queryByRole('article', { name: message.subject })).toBeNull()
  expect(isSaved.mock.calls.filter(([{ key }]) => !key.startsWith('count'))).toEqual([])
})
