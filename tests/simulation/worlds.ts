import type { Choices } from './choices.ts'
import type { Histories } from './expectations.ts'
import { playFiles } from './files/history.ts'
import { fileMutants } from './files/mutants.ts'
import { playHistory } from './history.ts'
import { mutants } from './mutants.ts'
import { playStocks } from './stock/history.ts'
import { stockMutants } from './stock/mutants.ts'
import { playGoods } from './threads/goods/history.ts'
import { goodsMutants } from './threads/goods/mutants.ts'
import { playThreads } from './threads/history.ts'
import { threadMutants } from './threads/mutants.ts'

interface Way {
  /** uses the product's tables in IndexedDB instead of the model */
  real?: boolean
  trace?: boolean
  /** a known bug by its name */
  mutant?: string | undefined
}

interface Plan {
  seed: number
  inMemory: Histories
  onTables: Histories
  within?: number
  rare?: readonly string[]
}

interface Game<M> extends Plan {
  mutants: Record<string, M>
  play(choices: Choices, way: { real?: boolean; trace?: boolean; mutation?: M }): Promise<Outcome>
}

interface Outcome {
  faults: string[]
  trace: string[]
  commits: number
}

function world<M>({ mutants, play, ...plan }: Game<M>) {
  return {
    ...plan,
    mutants: Object.fromEntries(Object.keys(mutants).map((name) => [name, name])),
    play(choices: Choices, { mutant, ...way }: Way = {}) {
      const mutation = mutant === undefined ? undefined : mutants[mutant]
      if (mutant !== undefined && mutation === undefined) throw new Error(`There is no mutant '${mutant}'`)
      return play(choices, { ...way, ...(mutation && { mutation }) })
    },
  }
}

/** What can be played, with the bugs that have to be found in it. */
export const worlds = {
  outbox: world({
    ...{ mutants, play: playHistory, seed: 20 },
    inMemory: { short: 2500, long: 50_000 },
    onTables: { short: 50, long: 1000 },
  }),
  threads: world({
    ...{ mutants: threadMutants, play: playThreads, seed: 31 },
    inMemory: { short: 4000, long: 100_000 },
    onTables: { short: 10, long: 100 },
    within: 12_000,
    rare: [
      'a correction takes away every report of its step',
      'a newer offer goes to the end of the queue',
      'a second correction brings the report back',
      'the buyer corrects what the shop has reported',
      'a try that comes late is taken over what replaces it',
      'the feed forgets a withdrawal',
      'the server takes a yes to an offer that has expired',
      'the server takes a yes to an offer that was replaced',
    ],
  }),
  goods: world({
    ...{ mutants: goodsMutants, play: playGoods, seed: 43 },
    inMemory: { short: 1000, long: 50_000 },
    onTables: { short: 4, long: 50 },
    within: 3000,
  }),
  files: world({
    ...{ mutants: fileMutants, play: playFiles, seed: 41 },
    inMemory: { short: 200, long: 1500 },
    onTables: { short: 10, long: 50 },
    within: 2000,
    rare: ['a clock that was set back holds files up', 'a chunk without an answer counts as arrived'],
  }),
  stock: world({
    ...{ mutants: stockMutants, play: playStocks, seed: 42 },
    inMemory: { short: 2000, long: 20_000 },
    onTables: { short: 20, long: 200 },
  }),
}
