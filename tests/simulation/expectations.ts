import { expect, test } from 'vitest'
import { isLong, runSeed } from '../support/run.ts'
import { type Choices, historySeed, seededChoices } from './choices.ts'

const timeout = 60 * 60_000

interface Played {
  faults: string[]
  /** how much reached the server, where that is counted */
  commits?: number
}

export interface Histories {
  /** how many `npm test` plays, and how many `npm run test:long` */
  short: number
  long: number
}

interface Holds {
  histories: Histories
  seed: number
  play: (choices: Choices) => Promise<Played>
  /** the options of `npm run simulate` that play such a history */
  flags?: string
}

/** Two tests: half of the histories with a seed that stays, the others with the one of this run. */
export function testHolds(title: string, { histories, seed: fixed, play, flags }: Holds): void {
  const half = (isLong ? histories.long : histories.short) / 2
  test.each([fixed, runSeed])(`${half} histories ${title}, seed %i`, { timeout }, async (seed) => {
    let arrived = 0
    for (let index = 0; index < half; index++) {
      const own = historySeed(seed, index)
      const { faults, commits = 1 } = await play(seededChoices(own))
      arrived += commits
      const replay = flags && `npm run simulate -- ${flags} --only ${own}`
      if (faults.length > 0) expect({ index, own, faults, replay }).toBeUndefined()
    }
    // histories in which nothing ever arrives would pass, too
    expect(arrived).toBeGreaterThan(half / 2)
  })
}

interface Finds<B> {
  seed?: number
  play: (choices: Choices, bug: B) => Promise<Played>
  /** several times more histories than the rarest bug needs */
  within?: number
  /** bugs that need thousands of histories: the long run looks for them */
  rare?: readonly string[]
}

/** Bugs that take a second or more: a short run looks for every third of them, in turn. */
const slow = [
  'a corrected report still counts',
  'a correction takes away the newest report',
  'a further container counts, however much is in it',
  'a line that was changed leaves with a request',
  'a product deleted between the pages of a refill comes back for ever',
  'a second offer waits behind the first',
  'a state never changes without an event',
  'a try without an answer counts as one that never left',
  'after three tries a file is given up',
  'an older answer replaces a newer one',
  'an upload that the server has lost is refused',
  'the cursor is saved before the products',
  'the refusal of a proxy counts',
  'the server lets a closed deal be changed',
  'what a replaced offer may have done is forgotten',
]
const isInTurn = (bug: string) => !slow.includes(bug) || slow.indexOf(bug) % 3 === runSeed % 3

/** A test for each known bug, which must make one of the first histories fail: a suite that cannot fail proves nothing. */
export function testFindsEach<B>(
  bugs: Record<string, B>,
  { seed = 1, play, within = 1000, rare = [] }: Finds<B>,
): void {
  const chosen = Object.entries(bugs).filter(([name]) => isLong || (!rare.includes(name) && isInTurn(name)))
  test.each(chosen)('%s', { timeout }, async (_name, bug) => {
    for (let index = 0; index < within; index++)
      if ((await play(seededChoices(historySeed(seed, index)), bug)).faults.length > 0) return
    expect.unreachable(`not found within ${within} histories`)
  })
}
