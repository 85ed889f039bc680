import { describe, expect, test } from 'vitest'
import { playCarts } from './carts.ts'
import { seededChoices } from './choices.ts'
import { testFindsEach } from './expectations.ts'
import { historySeed } from './many.ts'
import { cartMutants } from './mutants-carts.ts'

const play = (index: number, bugs = {}) => playCarts(seededChoices(historySeed(7, index)), bugs)

test('1,000 histories of two tabs lose and duplicate no line of cart and drafts', {
  timeout: 60 * 60_000,
}, async () => {
  for (let index = 0; index < 1000; index++) {
    const faults = await play(index)
    expect(faults.length > 0 ? { index, faults } : undefined).toBeUndefined()
  }
})

describe('known bugs of cart and drafts are found within 1,000 histories', () => {
  testFindsEach(cartMutants, play)
})
