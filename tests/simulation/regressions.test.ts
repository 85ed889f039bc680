import { expect, test } from 'vitest'
import { listedChoices } from './choices.ts'
import { playHistory } from './history.ts'
import { mutants } from './mutants.ts'
import regressions from './regressions.json' with { type: 'json' }

// Shrunk histories that once showed a bug. They must pass now, and still fail with the bug that they were saved for.
test.each(regressions)('$bug', async ({ bug, decisions }) => {
  const mutation = mutants[bug]
  expect(mutation).toBeDefined()
  expect((await playHistory(listedChoices(decisions))).faults).toEqual([])
  expect((await playHistory(listedChoices(decisions), { real: true })).faults).toEqual([])
  expect((await playHistory(listedChoices(decisions), { mutation: mutation ?? {} })).faults).not.toEqual([])
})
