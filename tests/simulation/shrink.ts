import fc from 'fast-check'
import { listedChoices, recordedChoices, seededChoices } from './choices.ts'
import { type HistoryOptions, playHistory } from './history.ts'

/** The decisions of a seed's history, written down. */
export async function decisionsOf(seed: number, options: HistoryOptions): Promise<number[]> {
  const { choices, list } = recordedChoices(seededChoices(seed))
  await playHistory(choices, options)
  return list
}

/** The shortest and calmest decisions that still fail; fast-check does the looking. `timeout` in ms. */
export async function shrink(list: number[], options: HistoryOptions, timeout = 20_000): Promise<number[]> {
  const fails = async (decisions: number[]) => (await playHistory(listedChoices(decisions), options)).faults.length > 0
  const property = fc.asyncProperty(fc.array(fc.nat({ max: 199 }), { maxLength: 5000 }), async (decisions) => {
    if (await fails(decisions)) throw new Error('still fails')
  })
  const { counterexample } = await fc.check(property, {
    examples: [[list]],
    numRuns: 1,
    interruptAfterTimeLimit: timeout,
  })
  return counterexample?.[0] ?? list
}
