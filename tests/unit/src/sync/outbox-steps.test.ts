// @vitest-environment node
import { expect, test } from 'vitest'
import type { OutboxRow, Session } from '../../../../src/db/rows.ts'
import { endWaits } from '../../../../src/sync/outbox-steps.ts'
import { editAgain } from '../../../../src/sync/sync.ts'
import { orderEntry } from '../../../support/entries.ts'
import { ann, order } from '../../../support/outbox-bench.ts'

let seq = 0
const row = (id: string, session: Session = ann, over: Partial<OutboxRow> = {}): OutboxRow => ({
  ...orderEntry(order(id, session), 0),
  seq: ++seq,
  ...over,
})

test('an entry that was tried cannot be withdrawn, whatever its state', () => {
  const rows = [row('k', ann, { attempts: 1 }), row('s', ann, { state: 'sending', attempts: 1 })]
  const stashed = { id: 'd', name: '', now: 0 }
  for (const id of ['k', 's']) expect(editAgain({ rows, session: ann }, { id, stashed }).result).toBe(false)
})

test('the button ends every wait; other triggers only those after no answer', () => {
  const answered = { status: 429, detail: '' }
  const silent = { status: 0, detail: '' }
  const rows = [
    row('a', ann, { nextAt: 9000, wait: 9000, problem: answered }),
    row('b', ann, { nextAt: 9000, wait: 9000, problem: silent }),
  ]
  const when = (which: 'all' | 'unanswered') =>
    endWaits({ rows, session: ann }, { now: 0, which, random: () => 0.5 }).put?.map(
      ({ id, nextAt }) => `${id} ${nextAt}`,
    )
  expect([when('unanswered'), when('all')]).toEqual([['b 500'], ['a 0', 'b 0']])
})
