import { describe } from 'vitest'
import { seededChoices } from '../choices.ts'
import { testFindsEach, testHolds } from '../expectations.ts'
import { historySeed } from '../many.ts'
import { playStocks } from './history.ts'
import { stockMutants } from './mutants.ts'

const batch = { seed: Number(process.env.SIM_SEED ?? 42), script: './stock/share.ts' } as const
const flag = '--stock '

testHolds('20,000 histories of stocks hold in the memory store', { ...batch, histories: 20_000 }, flag)

testHolds('200 of them hold on the tables of the product', { ...batch, histories: 200, real: true }, flag)

describe('known bugs of stocks are found within 1,000 histories', () => {
  testFindsEach(stockMutants, async (index, mutation) => {
    const { faults } = await playStocks(seededChoices(historySeed(1, index)), { mutation })
    return faults
  })
})
