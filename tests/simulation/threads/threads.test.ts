import { describe } from 'vitest'
import { seededChoices } from '../choices.ts'
import { testFindsEach, testHolds } from '../expectations.ts'
import { historySeed } from '../many.ts'
import { playThreads } from './history.ts'
import { threadMutants } from './mutants.ts'

const batch = { seed: 31, script: './threads/share.ts', flag: '--threads ' } as const

testHolds('of a buyer, two administrators and the warehouse hold in the memory store', {
  ...batch,
  histories: { short: 5000, long: 100_000 },
})

testHolds('of them hold on the tables of the product', { ...batch, histories: { short: 20, long: 100 }, real: true })

describe('known bugs of threads are found', () => {
  testFindsEach(threadMutants, {
    folders: ['contract', 'src/data/orders', 'tests/simulation/threads'],
    play: async (index, mutation) => (await playThreads(seededChoices(historySeed(1, index)), { mutation })).faults,
    within: 12_000,
  })
})
