import { describe, expect, test, vi } from 'vitest'
import { runSeed } from '../support/run.ts'
import { seededChoices } from './choices.ts'
import { firstFailure, testFindsEach } from './expectations.ts'
import { type FeedBugs, FeedHistory } from './feed.ts'
import { historySeed } from './many.ts'
import { feedMutants } from './mutants-feed.ts'

vi.mock('../../src/data/catalogue/store.ts', async (load) => {
  const { seamed } = await import('./seams.ts')
  return seamed(await load())
})

const play = (index: number, bugs?: FeedBugs) => new FeedHistory(seededChoices(historySeed(11, index)), bugs).play()

test.each([11, runSeed])(
  'histories of the changes feed end with exactly the products of the server, seed %i',
  async (seed) => {
    const play = (own: number) => new FeedHistory(seededChoices(own)).play()
    expect(await firstFailure({ short: 100, long: 500 }, { seed, play })).toBeUndefined()
  },
)

test('products that a refill removes are reported, even if another refill had just added them', async () => {
  expect(await play(572)).toEqual([])
})

describe('known bugs of the saved catalogue are found', () => {
  testFindsEach(feedMutants, { folders: ['src/data/catalogue', 'tests/simulation'], play })
})
