import { describe, expect, test } from 'vitest'
import { seededChoices } from '../choices.ts'
import { type Batch, historySeed, playMany } from '../many.ts'
import { playStocks } from './history.ts'
import { stockMutants } from './mutants.ts'

const seed = Number(process.env.SIM_SEED ?? 42)
const script = './stock/share.ts'
// less than a minute on a free processor; a crowded machine takes its time
const timeout = 15 * 60_000

async function holds(batch: Batch): Promise<void> {
  const { failure, played, commits } = await playMany({ ...batch, script })
  const replay = `npm run simulate -- --stock --only ${failure?.seed}${batch.real ? ' --dexie' : ''}`
  expect(failure && { ...failure, replay }).toBeUndefined()
  expect(played).toBe(batch.histories)
  // histories in which nothing ever arrives would hold, too
  expect(commits).toBeGreaterThan(batch.histories / 2)
}

test('20,000 histories of stocks hold in the memory store', { timeout }, () => holds({ histories: 20_000, seed }))

test('200 of them hold on the tables of the product', { timeout }, () => holds({ histories: 200, seed, real: true }))

// A suite that passes proves nothing unless it fails where it should.
describe('known bugs of stocks are found within 1,000 histories', () => {
  test.each(Object.entries(stockMutants))('%s', { timeout }, async (_name, mutation) => {
    let foundAt: number | undefined
    for (let index = 0; index < 1000 && foundAt === undefined; index++) {
      const { faults } = await playStocks(seededChoices(historySeed(1, index)), { mutation })
      if (faults.length > 0) foundAt = index
    }
    expect(foundAt).toBeDefined()
  })
})
