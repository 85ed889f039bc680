import { describe } from 'vitest'
import { seededChoices } from './choices.ts'
import { testFindsEach } from './expectations.ts'
import { playHistory } from './history.ts'
import { historySeed } from './many.ts'
import { mutants } from './mutants.ts'

describe('known bugs of the outbox are found', () => {
  testFindsEach(mutants, {
    folders: ['src/data/outbox', 'tests/simulation'],
    play: async (index, mutation) => (await playHistory(seededChoices(historySeed(1, index)), { mutation })).faults,
  })
})
