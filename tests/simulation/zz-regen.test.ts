import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { historySeed, listedChoices, seededChoices } from './choices.ts'
import { playHistory } from './history.ts'
import { mutants } from './mutants.ts'
import regressions from './regressions.json' with { type: 'json' }
import { decisionsOf, shrink } from './shrink.ts'

test('regen', { timeout: 1_500_000 }, async () => {
  const out: unknown[] = []
  for (const { bug, decisions } of regressions) {
    const mutation = mutants[bug] ?? {}
    const still = (await playHistory(listedChoices(decisions), { mutation })).faults.length > 0
    if (still) {
      out.push({ bug, decisions })
      continue
    }
    const play = (choices: Parameters<typeof playHistory>[0]) => playHistory(choices, { mutation })
    let own: number | undefined
    for (let index = 0; index < 4000 && own === undefined; index++) {
      const seed = historySeed(77, index)
      if ((await play(seededChoices(seed))).faults.length > 0) own = seed
    }
    if (own === undefined) {
      console.log('NOT FOUND', bug)
      continue
    }
    out.push({ bug, decisions: await shrink(await decisionsOf(own, play), play) })
  }
  writeFileSync('/tmp/regressions.json', JSON.stringify(out))
})
