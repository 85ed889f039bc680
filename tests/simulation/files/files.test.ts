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
  '3,000 histories of files that go with messages hold in the memory store',
  { ...batch, histories: 3_000 },
  flag,
)

testHolds('100 of them hold on the tables of the product', { ...batch, histories: 100, real: true }, flag)

describe('known bugs of files are found within 2,000 histories', () => {
  const play = async (index: number, mutation: FileMutation) => {
    const { faults } = await playFiles(seededChoices(historySeed(1, index)), { mutation })
    return faults
  }
  testFindsEach(fileMutants, play, 2_000)
})
