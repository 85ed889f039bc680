// @vitest-environment node

import { expect, test } from 'vitest'
import type { OrderEventInput } from '../../../../contract/order-events.ts'
import { putChosen } from '../../../../src/db/files.ts'
import { enqueueEvent, enqueueOrder } from '../../../support/entries.ts'
import { accepted, ann, bench, blobOf, order } from '../../../support/outbox-bench.ts'

test('two requests under one id are apart: messages and files stay with the first, until it is given up', async () => {
  const { db, sync, login } = bench(accepted)
  await login(ann)
  await enqueueOrder(sync, order('k'))
  // a stale tab sends other content under the same id
  const second = await enqueueOrder(sync, order('k', ann, 3))
  expect(second).toMatchObject({ from: 'k' })
  const paper = { name: 'a.pdf', type: 'application/pdf' as const, bytes: 4, sha256: 'a'.repeat(64) }
  const choose = (_id: string) =>
    putChosen(db, { file: { ...paper, _id, blob: blobOf('%PDF') }, userId: 'ann', order: 'k', at: 1 })
  await choose('f1')
  const body: OrderEventInput = { kind: 'message', text: '', files: [{ ...paper, _id: 'f1' }] }
  const message = await enqueueEvent(sync, { id: 'm', order: 'k', reference: 'Q-0001-0001', body, session: ann })
  expect(message.payload).toMatchObject({ order: 'k' })
  expect(await sync.discard(second.id)).toBe(true)
  expect(await db.files.count()).toBe(1)
  const third = await enqueueOrder(sync, order('k', ann, 4))
  expect(await sync.discard('k')).toBe(true)
  expect(await db.files.count()).toBe(0)
  // now the id is that of the other one alone
  await choose('f2')
  expect(await sync.discard(third.id)).toBe(true)
  expect(await db.files.count()).toBe(0)
})

test('whoever discards all when logging out leaves no files of messages, and those of half-typed ones stay', async () => {
  const { db, sync, login } = bench(accepted)
  await login(ann)
  const paper = { name: 'a.pdf', type: 'application/pdf' as const, bytes: 4, sha256: 'a'.repeat(64) }
  for (const _id of ['waits', 'declared', 'typed'])
    await putChosen(db, { file: { ...paper, _id, blob: blobOf('%PDF') }, userId: 'ann', order: 'o1', at: 1 })
  await db.keyValue.put({ name: 'said-files', value: { declared: 'o1' } })
  const body = { kind: 'message' as const, text: '', files: [{ ...paper, _id: 'waits' }] }
  await enqueueEvent(sync, { id: 'k1', order: 'o1', reference: 'Q-0001-0001', body, session: ann })
  expect(await sync.waitingOf('ann')).toEqual({ entries: 1, files: 1 })
  await sync.discardAllOf('ann')
  expect((await db.files.toArray()).map(({ _id }) => _id)).toEqual(['typed'])
  expect(await sync.waitingOf('ann')).toEqual({ entries: 0, files: 0 })
})
