// @vitest-environment node
import { expect, test } from 'vitest'
import { saveFile } from '../../../../../src/data/files/file-store.ts'
import { accepted, ann, bench, blobOf } from '../../../../support/outbox-bench.ts'

test('whoever discards all when logging out leaves no files of messages, and those of half-typed ones stay', async () => {
  const { db, sync, login } = bench(accepted)
  await login(ann)
  const paper = { name: 'a.pdf', type: 'application/pdf' as const, bytes: 4, sha256: 'a'.repeat(64) }
  for (const _id of ['waits', 'said', 'typed'])
    await saveFile(db, { file: { ...paper, _id, blob: blobOf('%PDF') }, userId: 'ann', order: 'o1', at: 1 })
  await db.values.put({ name: 'said-files', value: { said: 'o1' } })
  const body = { kind: 'message' as const, text: '', files: [{ ...paper, _id: 'waits' }] }
  await sync.enqueueEvent({ id: 'k1', order: 'o1', reference: 'Q-0001-0001', body, session: ann })
  expect(await sync.waitingOf('ann')).toEqual({ entries: 1, files: 1 })
  await sync.discardAllOf('ann')
  expect((await db.files.toArray()).map(({ _id }) => _id)).toEqual(['typed'])
  expect(await sync.waitingOf('ann')).toEqual({ entries: 0, files: 0 })
})
