import { expect, test } from 'vitest'
import { type Batch, playMany } from './many.ts'

const seed = Number(process.env.SIM_SEED ?? 20)

async function holds(batch: Batch): Promise<void> {
  const { failure, played, commits } = await playMany(batch)
  const replay = `npm run simulate -- --only ${failure?.seed}${batch.real ? ' --dexie' : ''}`
  expect(failure && { ...failure, replay }).toBeUndefined()
  expect(played).toBe(batch.histories)
  // histories in which nothing ever arrives would hold, too
  expect(commits).toBeGreaterThan(batch.histories / 2)
}

// a minute each on two free processors; a crowded machine takes its time
const timeout = 15 * 60_000

test('100,000 random histories hold in the memory store', { timeout }, () => holds({ histories: 100_000, seed }))

test('5,000 random histories hold on the tables of the product', { timeout }, () =>
  holds({ histories: 5000, seed, real: true }),
)
