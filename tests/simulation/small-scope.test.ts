import { expect, test } from 'vitest'
import { isLong, runSeed } from '../support/run.ts'
import { lockModes } from './device.ts'
import { mutants } from './mutants.ts'
import { type Fault, faults } from './network.ts'
import { playSmall, type SmallCase } from './small-scope.ts'

const second: Fault[] = ['none', 'lost after']

function* cases(): Generator<Omit<SmallCase, 'killAt'>> {
  for (const lockMode of lockModes)
    for (const first of faults)
      for (const then of second)
        for (const order of ['oldest', 'newest'] as const)
          for (const victim of [0, 1] as const) yield { lockMode, orders: 1, faults: [first, then], order, victim }
}

/** Of three orders, the second one has the fault. */
function* threes(): Generator<Omit<SmallCase, 'killAt'>> {
  for (const lockMode of lockModes)
    for (const fault of faults)
      for (const victim of [0, 1] as const)
        yield { lockMode, orders: 3, faults: ['none', fault], order: 'oldest', victim }
}

/** Kills a tab at every gate, in a fifth of the cases unless the run is the long one; returns the number of kills. */
async function killEverywhere(cases: Generator<Omit<SmallCase, 'killAt'>>): Promise<number> {
  let played = 0
  for (const [at, each] of [...cases].entries()) {
    if (!isLong && at % 5 !== runSeed % 5) continue
    const { gates } = await playSmall({ ...each, killAt: -1 })
    for (let killAt = 0; killAt <= gates; killAt++) {
      const result = await playSmall({ ...each, killAt })
      played++
      if (result.faults.length > 0) expect({ ...each, killAt, faults: result.faults }).toBeUndefined()
    }
  }
  return played
}

test('one order, two senders: a kill at every gate, with every fault', async () => {
  expect(await killEverywhere(cases())).toBeGreaterThan(isLong ? 11_000 : 2000)
})

test('three orders, two senders: a kill at every gate, with every fault for the second', async () => {
  expect(await killEverywhere(threes())).toBeGreaterThan(isLong ? 4000 : 800)
})

test('the small scope notices an entry that a killed sender leaves unsent', async () => {
  const lying = mutants['leaves interrupted tries lying'] ?? {}
  const found = []
  for (let killAt = 0; killAt < 40; killAt++) {
    const result = await playSmall(
      { lockMode: 'locks', orders: 1, faults: [], order: 'oldest', victim: 0, killAt },
      lying,
    )
    if (result.faults.length > 0) found.push(killAt)
  }
  expect(found.length).toBeGreaterThan(0)
})

test('the small scope notices an entry left as being sent after a failed try', async () => {
  const left = mutants['leaves a failed try as under way'] ?? {}
  const small = { lockMode: 'locks', orders: 3, order: 'oldest', victim: 0, killAt: -1 } as const
  expect((await playSmall({ ...small, faults: ['none', 'lost before'] }, left)).faults).not.toEqual([])
})
