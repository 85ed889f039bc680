import { describe } from 'vitest'
import { seededChoices } from '../choices.ts'
import { testFindsEach, testHolds } from '../expectations.ts'
import { historySeed } from '../many.ts'
import { playThreads } from './history.ts'
import { threadMutants } from './mutants.ts'
import type { ThreadMutation } from './mutation.ts'

const batch = { seed: Number(process.env.SIM_SEED ?? 31), script: './threads/share.ts' } as const
const flag = '--threads '

testHolds(
  '50,000 histories of a buyer, two administrators and the warehouse hold in the memory store',
  { ...batch, histories: 50_000 },
  flag,
)

testHolds('100 of them hold on the tables of the product', { ...batch, histories: 100, real: true }, flag)

describe('known bugs of threads are found within 12,000 histories', () => {
  const play = async (index: number, mutation: ThreadMutation) => {
    const { faults } = await playThreads(seededChoices(historySeed(1, index)), { mutation })
    return faults
  }
  testFindsEach(threadMutants, play, 12_000)
})
