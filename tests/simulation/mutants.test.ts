import { describe, expect, test } from 'vitest'
import { seededChoices } from './choices.ts'
import { playHistory } from './history.ts'
import { historySeed } from './many.ts'
import { mutants } from './mutants.ts'

// A suite that passes proves nothing unless it fails where it should.
describe('known bugs are found within 1,000 histories', () => {
  test.each(Object.entries(mutants))('%s', async (_name, mutation) => {
    let foundAt: number | undefined
    for (let index = 0; index < 1000 && foundAt === undefined; index++) {
      const { faults } = await playHistory(seededChoices(historySeed(1, index)), { mutation })
      if (faults.length > 0) foundAt = index
    }
    expect(foundAt).toBeDefined()
  })
})
