import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { seededChoices } from './choices.ts'
import { CommitHistory } from './commits.ts'
import { testFindsEach } from './expectations.ts'
import { historySeed } from './many.ts'
import { type CommitBugs, commitMutants } from './mutants-commits.ts'
import { openTemplate } from './server-process.ts'

vi.mock('../../server/platform/db/catalogue-state.ts', async (load) =>
  (await import('./seams.ts')).seamed(await load()),
)
vi.mock('../../server/catalogue/fishes-table.ts', async (load) => (await import('./seams.ts')).seamed(await load()))
vi.mock('../../server/platform/idempotency-keys-table.ts', async (load) =>
  (await import('./seams.ts')).seamed(await load()),
)
vi.mock('../../server/catalogue/fish-changes.ts', async (load) => (await import('./seams.ts')).seamed(await load()))
vi.mock('../../server/platform/idempotency.ts', async (load) => (await import('./seams.ts')).seamed(await load()))

let template: Awaited<ReturnType<typeof openTemplate>>
beforeAll(async () => {
  template = await openTemplate()
})
afterAll(() => template.remove())

async function play(index: number, bugs?: CommitBugs): Promise<string[]> {
  const { file, remove } = template.copy()
  const faults = await new CommitHistory(file, seededChoices(historySeed(13, index)), bugs).play()
  remove()
  return faults
}

test('100 histories of the server lose no answered request, whenever commits fail or the process ends', async () => {
  for (let index = 0; index < 100; index++) {
    const faults = await play(index)
    expect(faults.length > 0 ? { index, faults } : undefined).toBeUndefined()
  }
})

describe('known bugs of the server are found within 1,000 histories', () => {
  testFindsEach(commitMutants, play)
})
