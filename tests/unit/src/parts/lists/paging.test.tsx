import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../../../src/data/schema.ts'
import { SessionContext } from '../../../../../src/data/session/use-session.ts'
import { type Deps, DepsProvider } from '../../../../../src/data/use-deps.tsx'
import { useAdminList } from '../../../../../src/parts/lists/use-admin-list.ts'
import { useHeldRows } from '../../../../../src/parts/lists/use-held-rows.ts'
import { admin } from '../../../../support/open-shop.tsx'

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
    const load = async () => ({ ok: true as const, status: 200, body: [], total, isShops: true })
    const { result } = renderHook(
      () => useAdminList({ name: 'users', page: 5, load: load as never, searchable: () => '' }),
      { wrapper },
    )
    await waitFor(() => expect(result.current.rows).toEqual([]))
    expect([result.current.page, result.current.pages]).toEqual([last, last])
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
