import { afterAll, beforeAll, describe, vi } from 'vitest'
import type { Choices } from './choices.ts'
import { CommitHistory } from './commits.ts'
import { testFindsEach, testHolds } from './expectations.ts'
import { type CommitBugs, commitMutants } from './mutants-commits.ts'
import { openTemplate } from './server-process.ts'

vi.mock('../../server/db/catalogue-state.ts', async (load) => (await import('./seams.ts')).seamed(await load()))
vi.mock('../../server/catalogue/fishes-table.ts', async (load) => (await import('./seams.ts')).seamed(await load()))
vi.mock('../../server/catalogue/read-fishes.ts', async (load) => (await import('./seams.ts')).seamed(await load()))
vi.mock('../../server/db/idempotency.ts', async (load) => (await import('./seams.ts')).seamed(await load()))

let template: Awaited<ReturnType<typeof openTemplate>>
beforeAll(async () => {
  template = await openTemplate()
})
afterAll(() => template.remove())

async function play(choices: Choices, bugs?: CommitBugs) {
  const { file, remove } = template.copy()
  const faults = await new CommitHistory(file, choices, bugs).play()
  remove()
  return { faults }
}

testHolds('of the server lose no answered request, whenever commits fail or the process ends', {
  ...{ histories: { short: 50, long: 300 }, seed: 13, play },
})

describe('known bugs of the server are found', () => {
  testFindsEach(commitMutants, { seed: 13, play })
})
