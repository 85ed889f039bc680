import { afterEach, beforeEach, expect, it } from 'vitest'
import { cleanUp } from '../../../server/chores.ts'
import { diskChores, watchGrowth, writableBytes } from '../../../server/platform/disk-room.ts'
import { openTestShop, type TestShop } from '../harness.ts'

const megabytes = 1024 * 1024
const little = async () => 100 * megabytes
let t: TestShop
beforeEach(async () => {
  t = await openTestShop('sqlite')
})
afterEach(() => t.close())

const neverAborted = new AbortController().signal

it('the log has the growth of the database', async () => {
  const lines: Record<string, unknown>[] = []
  const log = { info: (details: Record<string, unknown>) => lines.push(details), warn: () => {} }
  const look = watchGrowth({ ...t.shop, log }, little)
  await look()
  for (let n = 0; n < 40; n++) await t.addFish({ trade_name: `Fish ${n} ${'x'.repeat(90)}` })
  await look()
  expect(lines[0]).toMatchObject({ grown: 0, free: 100 * megabytes })
  expect(Number(lines[1]?.bytes) - Number(lines[0]?.bytes)).toBe(lines[1]?.grown)
})

it('below the reserve, expired rows are removed each minute, and free space of the file can be written', async () => {
  await t.db.query.insertInto('rate_limit').values({ bucket: 'old', hits: 1, ends_at: '2020' }).execute()
  const buckets = () => t.db.query.selectFrom('rate_limit').select('bucket').where('bucket', '=', 'old').execute()
  const clean = async (free: () => Promise<number>) => {
    for (const { every, run } of diskChores(t.shop, free, cleanUp)) if (every === 60_000) await run(neverAborted)
  }
  await clean(async () => 300 * megabytes)
  expect(await buckets()).toHaveLength(1)
  await clean(little)
  expect(await buckets()).toEqual([])

  for (let n = 0; n < 100; n++) await t.addFish({ trade_name: `Fish ${n} ${'x'.repeat(90)}` })
  await t.db.query.deleteFrom('fish').execute()
  expect(await writableBytes(t.shop, little)()).toBeGreaterThan(100 * megabytes)
  expect(await writableBytes(t.shop, async () => 10 * megabytes)()).toBe(10 * megabytes)
})
