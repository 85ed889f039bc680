import { parentPort, workerData } from 'node:worker_threads'
import { seededChoices } from '../choices.ts'
import { type Batch, type BatchResult, historySeed } from '../many.ts'
import { playThreads } from './history.ts'
import { threadMutants } from './mutants.ts'

// One processor's share of a batch. What `many.ts` hands over is of its own type.
const { histories, seed, real, mutant, share, shares } = workerData as Batch & { share: number; shares: number }
const mutation = mutant === undefined ? {} : threadMutants[mutant]
if (mutation === undefined) throw new Error(`There is no mutant '${mutant}'`)

const result: BatchResult = { played: 0, commits: 0 }
for (let index = share; index < histories; index += shares) {
  const own = historySeed(seed, index)
  const { faults, commits } = await playThreads(seededChoices(own), { real: real ?? false, mutation })
  result.played++
  result.commits += commits
  if (faults.length > 0) {
    result.failure = { index, seed: own, faults }
    break
  }
}
parentPort?.postMessage(result)
