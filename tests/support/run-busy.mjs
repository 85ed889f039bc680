/**
 * `npm run test:busy -- server attack`: parts of `npm test`, three times in a row, while two busy loops load the
 * processor. For the night: a test that waits for a time in place of a condition fails here.
 */
import { Worker } from 'node:worker_threads'
import { requireNode, run } from '../../server/scripts/prepare.mjs'

const rounds = 3
const loops = 2

requireNode()
const workers = Array.from({ length: loops }, () => new Worker('for (;;);', { eval: true }))
let code = 0
for (let round = 1; round <= rounds && code === 0; round++) {
  console.log(`Round ${round} of ${rounds}, beside ${loops} busy loops`)
  code = await run(process.execPath, ['tests/support/run-all.mjs', ...process.argv.slice(2)])
}
await Promise.all(workers.map((worker) => worker.terminate()))
process.exitCode = code
