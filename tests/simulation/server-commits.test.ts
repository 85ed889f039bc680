import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runSeed } from '../support/run.ts'
import { seededChoices } from './choices.ts'
import { CommitHistory } from './commits.ts'
import { firstFailure, testFindsEach } from './expectations.ts'
import { historySeed } from './many.ts'
import { type CommitBugs, commitMutants } from './mutants-commits.ts'
import { openTemplate } from './server-process.ts'

vi.mock('../../server/platform/db/catalogue-state.ts', async (load) =>
  (await import('./seams.ts')).seamed(await load()),
)
vi.mock('../../server/catalogue/fishes-table.ts', async (load) => (await import('./seams.ts')).seamed(await load()))
vi.mock('../../server/catalogue/fish-changes.ts', async (load) => (await import('./seams.ts')).seamed(await load()))
vi.mock('../../server/platform/idempotency.ts', async (load) => (await import('./seams.ts')).seamed(await load()))

let template: Awaited<ReturnType<typeof openTemplate>>
beforeAll(async () => {
  template = await openTemplate()
})
afterAll(() => template.remove())

async function play(seed: number, bugs?: CommitBugs): Promise<string[]> {
  const { file, remove } = template.copy()
  const faults = await new CommitHistory(file, seededChoices(seed), bugs).play()
  remove()
  return faults
}

test.each([13, runSeed])(
  'the server loses no answered request, whenever commits fail or the process ends, seed %i',
  async (seed) => {
    expect(await firstFailure({ short: 50, long: 300 }, { seed, play })).toBeUndefined()
  },
)

describe('known bugs of the server are found', () => {
  testFindsEach(commitMutants, {
    folders: ['server/platform', 'server/catalogue', 'tests/simulation'],
    play: (index, bugs) => play(historySeed(13, index), bugs),
  })
})
