import { describe } from 'vitest'
import { testFindsEach, testHolds } from './expectations.ts'
import { worlds } from './worlds.ts'

describe.each(Object.entries(worlds))('%s', (name, { play, seed, inMemory, onTables, mutants, ...bounds }) => {
  const flags = `--world ${name}`
  testHolds('hold in the memory store', { histories: inMemory, seed, play, flags })
  testHolds('hold on the tables of the product', {
    ...{ histories: onTables, seed, flags: `${flags} --dexie` },
    play: (choices) => play(choices, { real: true }),
  })
  describe('known bugs are found', () => {
    testFindsEach(mutants, { play: (choices, mutant) => play(choices, { mutant }), ...bounds })
  })
})
