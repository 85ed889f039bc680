import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isLong, runSeed } from '../support/run.ts'
import { type Batch, historySeed, playMany } from './many.ts'

const timeout = 60 * 60_000

interface Holds extends Omit<Batch, 'histories'> {
  /** how many histories `npm test` plays, and how many `npm run test:long` */
  histories: { short: number; long: number }
  /** of `npm run simulate`, which plays this kind of history */
  flag?: string
}

/** Two tests: all histories of a batch pass, with a seed that stays and with the one of this run. */
export function testHolds(title: string, { histories: { short, long }, flag = '', ...batch }: Holds): void {
  const histories = isLong ? long : short
  test.each([batch.seed, runSeed])(`${histories} histories ${title}, seed %i`, { timeout }, async (seed) => {
    const { failure, played, commits } = await playMany({ ...batch, histories, seed }, 1)
    const replay = `npm run simulate -- ${flag}--only ${failure?.seed}${batch.real ? ' --dexie' : ''}`
    expect(failure && { ...failure, replay }).toBeUndefined()
    expect(played).toBe(histories)
    // histories in which nothing ever arrives would pass, too
    expect(commits).toBeGreaterThan(histories / 2)
  })
}

/** Whether a file below these folders has changed within a week of the last commit, or since. */
function hasChanged(folders: readonly string[]): boolean {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    if (git('status', '--porcelain', '--', ...folders) !== '') return true
    const [head, own] = [[], ['--', ...folders]].map((which) => Number(git('log', '-1', '--format=%ct', ...which)))
    return (head ?? 0) - (own ?? 0) < 7 * 86_400
  } catch {
    // sources without their history
    return true
  }
}

/** All bugs where their folders have changed or in the long run; else every fifth, others with each run's seed. */
function sampleOf<B>(bugs: Record<string, B>, folders: readonly string[]): [string, B][] {
  const all = Object.entries(bugs)
  return isLong || hasChanged(folders) ? all : all.filter((_, at) => at % 5 === runSeed % 5)
}

/**
 * A test for each known bug, which must make one of the first histories fail: a suite that passes proves something only if it
 * fails when it should. `folders` hold what the bugs are about; `within` is several times more than the rarest bug needs.
 */
export function testFindsEach<B>(
  bugs: Record<string, B>,
  {
    folders,
    play,
    within = 1000,
  }: { folders: readonly string[]; play: (index: number, bug: B) => Promise<string[]>; within?: number },
): void {
  test.each(sampleOf(bugs, folders))('%s', { timeout }, async (_name, bug) => {
    let foundAt: number | undefined
    for (let index = 0; index < within && foundAt === undefined; index++)
      if ((await play(index, bug)).length > 0) foundAt = index
    expect(foundAt).toBeDefined()
  })
}

/** The first failure of histories that are played in this thread. */
export async function firstFailure(
  histories: { short: number; long: number },
  { seed, play }: { seed: number; play: (seed: number) => Promise<string[]> },
): Promise<{ seed: number; faults: string[] } | undefined> {
  for (let index = 0; index < (isLong ? histories.long : histories.short); index++) {
    const own = historySeed(seed, index)
    const faults = await play(own)
    if (faults.length > 0) return { seed: own, faults }
  }
  return undefined
}
