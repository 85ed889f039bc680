import { describe } from 'vitest'
import { playCarts } from './carts.ts'
import type { Choices } from './choices.ts'
import { testFindsEach, testHolds } from './expectations.ts'
import { cartMutants } from './mutants-carts.ts'

const play = async (choices: Choices, bugs?: Parameters<typeof playCarts>[1]) => ({
  faults: await playCarts(choices, bugs),
})

testHolds('of two tabs lose and duplicate no line of cart and drafts', {
  ...{ histories: { short: 150, long: 1000 }, seed: 7, play },
})

describe('known bugs of cart and drafts are found', () => {
  testFindsEach(cartMutants, { seed: 7, play })
})
