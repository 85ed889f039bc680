import { describe } from 'vitest'
import { seededChoices } from '../choices.ts'
import { testFindsEach, testHolds } from '../expectations.ts'
import { historySeed } from '../many.ts'
import { playStocks } from './history.ts'
import { stockMutants } from './mutants.ts'

const batch = { seed: 42, script: './stock/share.ts', flag: '--stock ' } as const

testHolds('of stocks hold in the memory store', { ...batch, histories: { short: 2000, long: 20_000 } })

testHolds('of stocks hold on the tables of the product', { ...batch, histories: { short: 40, long: 200 }, real: true })

describe('known bugs of stocks are found', () => {
  testFindsEach(stockMutants, {
    folders: ['src/data/outbox', 'tests/simulation/stock'],
    play: async (index, mutation) => (await playStocks(seededChoices(historySeed(1, index)), { mutation })).faults,
  })
})
