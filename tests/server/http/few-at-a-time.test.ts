import { expect, it } from 'vitest'
import { fewAtATime } from '../../../server/http/few-at-a-time.ts'

it('lets everything else go on while a crowd waits for works that answer at once, as those of SQLite do', async () => {
  const run = fewAtATime(4)
  let done = 0
  let turns = 0
  const turn = () => {
    turns++
    if (done < 100) setImmediate(turn)
  }
  setImmediate(turn)
  await Promise.all(Array.from({ length: 100 }, () => run(async () => void done++)))
  // four in each turn of the event loop
  expect(turns).toBeGreaterThanOrEqual(25)
})

it('has never more works than that, and the failed ones make room too', async () => {
  const run = fewAtATime(2)
  let [running, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running--
    throw new Error('failed')
  }
  const all = await Promise.allSettled(Array.from({ length: 9 }, () => run(work)))
  expect([most, running, all.every(({ status }) => status === 'rejected')]).toEqual([2, 0, true])
})
