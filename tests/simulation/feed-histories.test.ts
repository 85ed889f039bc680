import { describe, expect, test, vi } from 'vitest'
import { type Choices, historySeed, seededChoices } from './choices.ts'
import { testFindsEach, testHolds } from './expectations.ts'
import { type FeedBugs, FeedHistory } from './feed.ts'
import { feedMutants } from './mutants-feed.ts'

vi.mock('../../src/db/products.ts', async (load) => {
  const { seamed } = await import('./seams.ts')
  return seamed(await load())
})

const play = async (choices: Choices, bugs?: FeedBugs) => ({ faults: await new FeedHistory(choices, bugs).play() })

testHolds('of the changes feed end with exactly the products of the server', {
  ...{ histories: { short: 100, long: 500 }, seed: 11, play },
})

test('products that a refill removes are reported, even if another refill had just added them', async () => {
  expect(await play(seededChoices(historySeed(11, 572)))).toEqual({ faults: [] })
})

describe('known bugs of the saved catalogue are found', () => {
  testFindsEach(feedMutants, { seed: 11, play, rare: ['a slow pull saves over a quick one'] })
})
