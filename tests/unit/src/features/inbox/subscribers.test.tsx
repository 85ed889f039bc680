import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { admin, openAs } from '../../../../support/open-shop.tsx'

test('subscribers are requested with the token', async () => {
  const { server } = await openAs(admin, '/subscribes', {
    'GET /subscribers/': {
      body: [
        { _id: '0190a1b2-0000-7000-8000-000000000109', email: 's@gmail.com', created_at: '2026-01-02T03:04:05.000Z' },
      ],
    },
  })
  expect(await screen.findByText('s@gmail.com')).toBeTruthy()
  expect(server.callsTo('GET /subscribers/')[0]?.headers.get('authorization')).toBe(`Bearer ${admin.token}`)
})
