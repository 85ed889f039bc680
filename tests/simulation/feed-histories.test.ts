import { describe, expect, test, vi } from 'vitest'
import { seededChoices } from './choices.ts'
import { testFindsEach } from './expectations.ts'
import { type FeedBugs, FeedHistory } from './feed.ts'
import { historySeed } from './many.ts'
import { feedMutants } from './mutants-feed.ts'

vi.mock('../../src/data/catalogue/store.ts', async (load) => {
  const { seamed } = await import('./seams.ts')
  return seamed(await load())
})

const play = (index: number, bugs?: FeedBugs) => new FeedHistory(seededChoices(historySeed(11, index)), bugs).play()

test('200 histories of the changes feed end with exactly the products of the server', async () => {
  for (let index = 0; index < 200; index++) {
    const faults = await play(index)
    expect(faults.length > 0 ? { index, faults } : undefined).toBeUndefined()
  }
})

test('products that a refill removes are reported, even if another refill had just added them', async () => {
  expect(await play(572)).toEqual([])
})

describe('known bugs of the saved catalogue are found within 1,000 histories', () => {
  testFindsEach(feedMutants, play)
})
