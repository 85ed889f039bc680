import { describe } from 'vitest'
import { seededChoices } from './choices.ts'
import { testFindsEach } from './expectations.ts'
import { playHistory } from './history.ts'
import { historySeed } from './many.ts'
import { mutants } from './mutants.ts'

describe('known bugs are found within 1,000 histories', () => {
  testFindsEach(mutants, async (index, mutation) => {
    const { faults } = await playHistory(seededChoices(historySeed(1, index)), { mutation })
    return faults
  })
})
