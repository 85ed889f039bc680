// @vitest-environment node
import { expect, test } from 'vitest'
import { contactEntry, logoutEntry, orderEntry } from '../../../../../src/data/outbox/entries.ts'
import { isPending, isUnsent } from '../../../../../src/data/outbox/outbox-rows.ts'
import { accept, align, claim, sendableEntries, settle } from '../../../../../src/data/outbox/outbox-steps.ts'
import { editAgain, removeAllOf } from '../../../../../src/data/outbox/sync.ts'
import type { OutboxRow, Session } from '../../../../../src/data/rows.ts'
import { ann, bo, order } from '../../../../support/outbox-bench.ts'

let seq = 0
const row = (id: string, session: Session = ann, over: Partial<OutboxRow> = {}): OutboxRow => ({
  ...orderEntry(order(id, session), 0),
  seq: ++seq,
  ...over,
})
const outcome = { id: 'k', token: 'ann-1', now: 1000, wait: 10, newId: 'new' }
const problem = { status: 503, detail: '' }

test('the same id and content from another user is another request', () => {
  const rows = [row('k', ann, { state: 'done' })]
  const entry = { ...orderEntry(order('k', ann), 0), userId: 'bo' }
  expect(accept({ rows, session: bo }, entry, 'spare').result).toMatchObject({ id: 'spare', from: 'k', userId: 'bo' })
})

test('a late 401 to an old token does not expire a new login', () => {
  const rows = [row('k', ann, { state: 'sending' }), row('k2')]
  const verdict = { kind: 'login', problem } as const
  const late = settle({ rows, session: { ...ann, token: 'ann-2' } }, { ...outcome, verdict })
  expect(late.session).toBeUndefined()
  expect(late.put).toMatchObject([{ id: 'k', state: 'queued', nextAt: 1000 }])
  const now = settle({ rows, session: ann }, { ...outcome, verdict })
  expect(now.session).toMatchObject({ expired: true })
  expect(now.put?.map(({ state }) => state)).toEqual(['waiting-login', 'waiting-login'])
})

test('only successive answers of status 500 let others overtake an entry', () => {
  const rows = [row('k', ann, { state: 'sending', failures: 7 })]
  const retry = (failed: boolean) => ({ ...outcome, verdict: { kind: 'retry', problem, failed } as const })
  expect(settle({ rows, session: ann }, retry(true)).put).toMatchObject([{ failures: 8 }])
  expect(settle({ rows, session: ann }, retry(false)).put).toMatchObject([{ failures: 0 }])
  const login = { ...outcome, verdict: { kind: 'login', problem } as const }
  for (const session of [ann, { ...ann, token: 'ann-2' }])
    expect(settle({ rows, session }, login).put).toMatchObject([{ failures: 0 }])
})

test('an entry that is being sent blocks the next ones of its user, even after many failures', () => {
  const rows = [row('a', ann, { state: 'sending', failures: 9 }), row('b'), row('c', bo)]
  expect(sendableEntries({ rows, session: ann }).map(({ id }) => id)).toEqual([])
  expect(claim({ rows, session: bo }, 0).result?.row.id).toBe('c')
})

test('forgetting a user removes only the proofs of delivery; discarding removes the rest', () => {
  const states = ['done', 'queued', 'sending', 'waiting-login', 'attention'] as const
  const rows = [...states.map((state) => row(state, ann, { state })), row('other', bo, { state: 'done' })]
  expect(removeAllOf({ rows, session: ann }, 'ann', 'done').remove).toEqual(['done'])
  expect(removeAllOf({ rows, session: ann }, 'ann', 'pending').remove).toEqual(states.slice(1))
})

test("a visitor's message counts as a request, a logout does not; both must be sent", () => {
  const body = { user_object: '', user_name: '', user_email: '', user_message: 'Hello' }
  const message = contactEntry({ id: 'm', body }, 0)
  const logout = logoutEntry({ id: 'l', token: 't' }, 0)
  expect([isPending(message), isPending(logout), isUnsent(message), isUnsent(logout)]).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('a logout neither waits nor blocks, and is sent with its own token', () => {
  const logout = { ...logoutEntry({ id: 'l', token: 'old' }, 0), seq: ++seq }
  const rows = [row('k', ann, { nextAt: 500, wait: 500 }), logout, row('k2')]
  expect(sendableEntries({ rows, session: ann }).map(({ id }) => id)).toEqual(['k', 'l'])
  expect(claim({ rows, session: ann }, 0).result).toMatchObject({ row: { id: 'l' }, token: 'old' })
  expect(settle({ rows, session: ann }, { ...outcome, id: 'l', verdict: { kind: 'done', serverId: 'l' } })).toEqual({
    result: undefined,
    remove: ['l'],
  })
})

test('an entry that was tried cannot be withdrawn, whatever its state', () => {
  const rows = [row('k', ann, { attempts: 1 }), row('s', ann, { state: 'sending', attempts: 1 })]
  const aside = { id: 'd', name: '', now: 0 }
  for (const id of ['k', 's']) expect(editAgain({ rows, session: ann }, { id, aside }).result).toBe(false)
})

test('the button ends every wait; other triggers only those after no answer', () => {
  const answered = { status: 429, detail: '' }
  const silent = { status: 0, detail: '' }
  const rows = [
    row('a', ann, { nextAt: 9000, wait: 9000, problem: answered }),
    row('b', ann, { nextAt: 9000, wait: 9000, problem: silent }),
  ]
  const when = (retryNow: 'all' | 'unanswered' | undefined) =>
    align({ rows, session: ann }, { now: 0, retryNow, random: () => 0.5 }).put?.map(
      ({ id, nextAt }) => `${id} ${nextAt}`,
    )
  expect([when(undefined), when('unanswered'), when('all')]).toEqual([[], ['b 500'], ['a 0', 'b 0']])
})
