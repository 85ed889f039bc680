import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { Reply } from '../../../../src/api/api-errors.ts'
import { createDatabase } from '../../../../src/db/schema.ts'
import { type Deps, DepsProvider } from '../../../../src/db/use-deps.tsx'
import { useSavedView } from '../../../../src/db/use-saved-view.ts'
import { SessionContext } from '../../../../src/db/use-session.ts'
import { ann } from '../../../support/outbox-bench.ts'

test.each([404, 410])('an earlier answer that comes after a later %i brings nothing back', async (status) => {
  const answers: ((reply: Reply<string>) => void)[] = []
  const fetchView = () => new Promise<Reply<string>>((resolve) => answers.push(resolve))
  const saved = { get: async () => undefined, save: vi.fn(async () => undefined) }
  // the hook uses no more of them
  const deps = { db: createDatabase(`view-${Math.random()}`), clock: { now: () => 1 } } as unknown as Deps
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DepsProvider deps={deps}>
      <SessionContext value={ann}>{children}</SessionContext>
    </DepsProvider>
  )
  const { result } = renderHook(() => useSavedView('order:o1', fetchView, saved), { wrapper })
  await waitFor(() => expect(answers).toHaveLength(1))
  await act(async () => {
    const [earlier, later] = [result.current.reload(), result.current.reload()]
    answers[2]?.({ ok: false, refusal: { status, detail: '', errors: [] } })
    await later
    answers[1]?.({ ok: true, status: 200, body: 'deleted since', isShops: true })
    await earlier
  })
  expect(result.current).toMatchObject({ body: undefined, busy: false, failure: { status } })
  expect(saved.save).not.toHaveBeenCalled()
})
