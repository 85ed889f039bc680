import { describe, expect, test } from 'vitest'
import { runSeed } from '../support/run.ts'
import { playCarts } from './carts.ts'
import { seededChoices } from './choices.ts'
import { firstFailure, testFindsEach } from './expectations.ts'
import { historySeed } from './many.ts'
import { cartMutants } from './mutants-carts.ts'

test.each([7, runSeed])(
  'histories of two tabs lose and duplicate no line of cart and drafts, seed %i',
  {
    timeout: 60 * 60_000,
  },
  async (seed) => {
    const play = (own: number) => playCarts(seededChoices(own))
    expect(await firstFailure({ short: 150, long: 1000 }, { seed, play })).toBeUndefined()
  },
)

describe('known bugs of cart and drafts are found', () => {
  testFindsEach(cartMutants, {
    folders: ['src/data/cart', 'tests/simulation'],
    play: (index, bugs) => playCarts(seededChoices(historySeed(7, index)), bugs),
  })
})
