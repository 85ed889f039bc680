import { parentPort, workerData } from 'node:worker_threads'
import { type Choices, seededChoices } from './choices.ts'
import { type Batch, type BatchResult, historySeed } from './many.ts'

interface Played {
  faults: string[]
  commits: number
}

interface Game<M> {
  mutants: Record<string, M>
  /** the product as it is */
  unchanged: M
  play(choices: Choices, way: { real: boolean; mutation: M }): Promise<Played>
}

/** Plays one processor's share of a batch in a worker thread, up to its first failure. */
export async function playShare<M>({ mutants, unchanged, play }: Game<M>): Promise<void> {
  // many.ts passes data of this type
  const { histories, seed, real, mutant, share, shares } = workerData as Batch & { share: number; shares: number }
  const mutation = mutant === undefined ? unchanged : mutants[mutant]
  if (mutation === undefined) throw new Error(`There is no mutant '${mutant}'`)
  const result: BatchResult = { played: 0, commits: 0 }
  for (let index = share; index < histories; index += shares) {
    const own = historySeed(seed, index)
    const { faults, commits } = await play(seededChoices(own), { real: real ?? false, mutation })
    result.played++
    result.commits += commits
    if (faults.length > 0) {
      result.failure = { index, seed: own, faults }
      break
    }
  }
  parentPort?.postMessage(result)
}
