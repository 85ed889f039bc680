import { describe } from 'vitest'
import { seededChoices } from '../choices.ts'
import { testFindsEach, testHolds } from '../expectations.ts'
import { historySeed } from '../many.ts'
import { playFiles } from './history.ts'
import { fileMutants } from './mutants.ts'

const batch = { seed: 41, script: './files/share.ts', flag: '--files ' } as const

testHolds('of files that go with messages hold in the memory store', {
  ...batch,
  histories: { short: 200, long: 1500 },
})

testHolds('of files hold on the tables of the product', { ...batch, histories: { short: 10, long: 50 }, real: true })

describe('known bugs of files are found', () => {
  testFindsEach(fileMutants, {
    folders: ['src/data/files', 'tests/simulation/files'],
    play: async (index, mutation) => (await playFiles(seededChoices(historySeed(1, index)), { mutation })).faults,
    within: 2000,
  })
})
