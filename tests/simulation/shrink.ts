import fc from 'fast-check'
import { type Choices, listedChoices, recordedChoices, seededChoices } from './choices.ts'

type Play = (choices: Choices) => Promise<{ faults: string[] }>

/** The recorded decisions of a seed's history. */
export async function decisionsOf(seed: number, play: Play): Promise<number[]> {
  const { choices, list } = recordedChoices(seededChoices(seed))
  await play(choices)
  return list
}

/** The shortest and simplest decisions that still fail, found by fast-check. `timeout` in ms. */
export async function shrink(list: number[], play: Play, timeout = 20_000): Promise<number[]> {
  const fails = async (decisions: number[]) => (await play(listedChoices(decisions))).faults.length > 0
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
