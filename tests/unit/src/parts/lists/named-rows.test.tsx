import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { admin, openAs } from '../../../../support/open-shop.tsx'
import { oneInTurn } from '../../../../support/run.ts'

const at = '2026-01-01T00:00:00.000Z'
const id = (n: number) => `0190a1b2-0000-7000-8000-00000000090${n}`

/** Two rows each that differ as little as they can. */
const lists: Record<string, Record<string, object[]>> = {
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

test.each(oneInTurn(Object.entries(lists)))(
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
