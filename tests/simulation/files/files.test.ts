import { describe } from 'vitest'
import { seededChoices } from '../choices.ts'
import { testFindsEach, testHolds } from '../expectations.ts'
import { historySeed } from '../many.ts'
import { playFiles } from './history.ts'
import { fileMutants } from './mutants.ts'
import type { FileMutation } from './mutation.ts'

const batch = { seed: Number(process.env.SIM_SEED ?? 41), script: './files/share.ts' } as const
const flag = '--files '

testHolds(
  '1,500 histories of files that go with messages hold in the memory store',
  { ...batch, histories: 1_500 },
  flag,
)

testHolds('50 of them hold on the tables of the product', { ...batch, histories: 50, real: true }, flag)

describe('known bugs of files are found within 2,000 histories', () => {
  const play = async (index: number, mutation: FileMutation) => {
    const { faults } = await playFiles(seededChoices(historySeed(1, index)), { mutation })
    return faults
  }
  testFindsEach(fileMutants, play, 2_000)
})
