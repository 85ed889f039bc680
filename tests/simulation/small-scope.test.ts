import { expect, test } from 'vitest'
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
          for (const victim of [0, 1] as const) yield { lockMode, faults: [first, then], order, victim }
}

test('one order, two senders: a kill at every gate, with every fault', async () => {
  let played = 0
  for (const each of cases()) {
    const { gates } = await playSmall({ ...each, killAt: -1 })
    for (let killAt = 0; killAt <= gates; killAt++) {
      const result = await playSmall({ ...each, killAt })
      played++
      if (result.faults.length > 0) expect({ ...each, killAt, faults: result.faults }).toBeUndefined()
    }
  }
  expect(played).toBeGreaterThan(15_000)
})

test('the small scope notices an entry that is left lying by a killed sender', async () => {
  const lying = mutants['leaves interrupted tries lying'] ?? {}
  const found = []
  for (let killAt = 0; killAt < 40; killAt++) {
    const result = await playSmall({ lockMode: 'locks', faults: [], order: 'oldest', victim: 0, killAt }, lying)
    if (result.faults.length > 0) found.push(killAt)
  }
  expect(found.length).toBeGreaterThan(0)
})
