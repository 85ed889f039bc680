import { Worker } from 'node:worker_threads'

export interface Batch {
  histories: number
  seed: number
  /** uses the product's tables in IndexedDB instead of the model */
  real?: boolean
  /** a bug by its name in mutants.ts */
  mutant?: string
  /** the file in this folder that plays a share of the histories */
  script?: './share.ts' | './threads/share.ts' | './stock/share.ts' | './files/share.ts'
}

export interface BatchResult {
  played: number
  commits: number
  failure?: { index: number; seed: number; faults: string[] }
}

/** The seed of one history of a batch, far from those of the next ones. */
export function historySeed(seed: number, index: number): number {
  return (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0
}

/** Plays a batch in worker threads, each of which loads the program itself. Each share stops at its first failure. */
export async function playMany(batch: Batch, shares: number): Promise<BatchResult> {
  const results = await Promise.all(Array.from({ length: shares }, (_, share) => playShare(batch, { share, shares })))
  const failures = results.flatMap(({ failure }) => failure ?? []).sort((a, b) => a.index - b.index)
  return {
    played: results.reduce((sum, { played }) => sum + played, 0),
    commits: results.reduce((sum, { commits }) => sum + commits, 0),
    ...(failures[0] && { failure: failures[0] }),
  }
}

function playShare(batch: Batch, part: { share: number; shares: number }): Promise<BatchResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(batch.script ?? './share.ts', import.meta.url), {
      workerData: { ...batch, ...part },
    })
    worker.once('message', (result: BatchResult) => {
      resolve(result)
      // killed tabs leave timers behind
      void worker.terminate()
    })
    worker.once('error', reject)
  })
}
