import { readFileSync } from 'node:fs'
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node'

const runsInNode = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment node')

/** A worker ends when the next file needs another environment than its own: the files of each come together. */
export class ByEnvironment implements TestSequencer {
  readonly #vitest: Vitest

  constructor(vitest: Vitest) {
    this.#vitest = vitest
  }

  async shard(files: TestSpecification[]) {
    return files
  }

  async sort(files: TestSpecification[]) {
    // loaded here: a build reads this file too
    const { BaseSequencer } = await import('vitest/node')
    const sorted = await new BaseSequencer(this.#vitest).sort(files)
    // a file that needs what an earlier one has left behind fails in the other order
    if (process.env.TEST_ORDER === 'reversed') sorted.reverse()
    return [...sorted.filter((file) => !runsInNode(file)), ...sorted.filter(runsInNode)]
  }
}
