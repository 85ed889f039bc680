import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fishChanges } from '../../../server/catalogue/read-fishes.ts'
import { multipart, openTestShop, type TestShop, type TestUser } from '../harness.ts'

/** Runs work after each answer of the database, before the caller continues. */
function afterEachQuestion<T extends object>(query: T, work: () => Promise<void>): T {
  const wrapped = (value: unknown) =>
    typeof value === 'object' && value !== null ? afterEachQuestion(value, work) : value
  return new Proxy(query, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const result: unknown = value.apply(target, given)
        if (!(result instanceof Promise)) return wrapped(result)
        return result.then(async (rows) => {
          await work()
          return rows
        })
      }
    },
  })
}

let t: TestShop
let admin: TestUser
beforeEach(async () => {
  t = await openTestShop()
  admin = await t.addUser({ admin: true })
})
afterEach(() => t.close())
const ask = async (since?: string, limit = 500) => {
  const query: Record<string, string> = { limit: String(limit), ...(since !== undefined && { since }) }
  return (await t.call('GET', '/fishes/changes/', { query })).json
}
const ids = (list: { _id: string }[]) => list.map((fish) => fish._id)
const remove = (id: string) => t.call('DELETE', `/fishes/delete/${id}/`, { token: admin.token })

it('returns everything in steps, then only changes', async () => {
  const made = [await t.addFish(), await t.addFish(), await t.addFish(), await t.addFish(), await t.addFish()]
  const first = await ask(undefined, 2)
  const second = await ask(first.next, 2)
  const third = await ask(second.next, 2)
  expect([first, second, third].flatMap((step) => ids(step.changed))).toEqual(ids(made))
  expect([first.more, second.more, third.more]).toEqual([true, true, false])
  // of the whole catalogue, where the client has all of it
  const totals = { species: 0, tonnes: 62.5 }
  expect([first.totals, second.totals, third.totals]).toEqual([undefined, undefined, totals])
  expect(await ask(third.next)).toEqual({ changed: [], deleted: [], next: third.next, more: false, totals })

  await t.call('POST', `/fishes/${made[1]?._id}/reviews/`, { token: admin.token, body: { rating: 2, comment: '' } })
  await remove(String(made[3]?._id))
  const later = await ask(third.next)
  expect(later.changed).toMatchObject([{ _id: made[1]?._id, rating: 2, numReviews: 1 }])
  expect(later.deleted).toEqual([made[3]?._id])
  expect(await ask(later.next)).toMatchObject({ changed: [], deleted: [] })
  expect((await ask()).deleted).toEqual([])
})

it('reports a product that is deleted during a first pull', async () => {
  const made = [await t.addFish(), await t.addFish(), await t.addFish()]
  const first = await ask(undefined, 2)
  await remove(String(made[0]?._id))
  const rest = await ask(first.next)
  expect([ids(rest.changed), rest.deleted]).toEqual([[made[2]?._id], [made[0]?._id]])
})

it.each(['', 'x', 'MTIzLmFub3RoZXI', '%00', 'Li4v'.repeat(40)])(
  'starts over for the foreign cursor %s',
  async (since) => {
    const fish = await t.addFish()
    const { status, json } = await t.call('GET', `/fishes/changes/?since=${since}`)
    expect([200, 400]).toContain(status)
    if (status === 200) expect(ids(json.changed)).toEqual([fish._id])
  },
)

it('starts over for a cursor of another database', async () => {
  const fish = await t.addFish()
  const other = await openTestShop()
  for (let n = 0; n < 3; n++) await other.addFish()
  const { next } = (await other.call('GET', '/fishes/changes/')).json
  await other.close()
  expect(ids((await ask(next)).changed)).toEqual([fish._id])
})

it('misses nothing while many write', async () => {
  const fishes = await Promise.all(Array.from({ length: 12 }, () => t.addFish()))
  const users = await Promise.all(Array.from({ length: 12 }, () => t.addUser()))
  const copy = new Map<string, { numReviews: number }>()
  let since: string | undefined
  let writing = true
  const read = async () => {
    for (let last = false; ; ) {
      // injected requests use no sockets: without this pause the writers would never run
      await new Promise(setImmediate)
      const step = await ask(since, 3)
      // a busy server says so, and a device asks again
      if (step.status === 503) continue
      for (const fish of step.changed) copy.set(fish._id, fish)
      for (const id of step.deleted) copy.delete(id)
      since = step.next
      if (!step.more && last) return
      last = !writing
    }
  }
  const reading = read()
  await Promise.all(
    users.map(async ({ token }, n) => {
      for (const fish of fishes) {
        await t.call('POST', `/fishes/${fish._id}/reviews/`, { token, body: { rating: (n % 5) + 1, comment: '' } })
      }
      if (n < 4) await remove(String(fishes[n]?._id))
    }),
  )
  writing = false
  await reading
  const { json } = await t.call('GET', '/fish/?per_page=100')
  const truth = new Map(json.fishes.map((fish: { _id: string; numReviews: number }) => [fish._id, fish.numReviews]))
  expect(new Map([...copy].map(([id, fish]) => [id, fish.numReviews]))).toEqual(truth)
  expect(truth.size).toBe(8)
})

it('reports a new picture', async () => {
  const fish = await t.addFish()
  await t.addFish()
  const { next } = await ask()
  const picture = sharp({ create: { width: 30, height: 30, channels: 3, background: 'navy' } })
  const form = multipart({ fishe_id: fish._id, image: await picture.png().toBuffer() })
  const image = (await t.call('POST', '/fishes/upload/', { token: admin.token, ...form })).json
  expect((await ask(next)).changed).toMatchObject([{ _id: fish._id, image }])
  // and cached answers are stale
  expect((await t.call('GET', `/fishes/${fish._id}`)).json.image).toBe(image)
})

it('is not changed by refused writes: no version without a change, and no stale answer afterwards', async () => {
  const fish = await t.addFish()
  const review = { token: admin.token, body: { rating: 4, comment: '' } }
  await t.call('POST', `/fishes/${fish._id}/reviews/`, review)
  const raised: number[] = []
  t.db.catalogueListeners.add((version) => raised.push(version))
  const before = await ask()
  // each of these raises the version in a transaction that is rolled back
  expect((await t.call('POST', `/fishes/${fish._id}/reviews/`, review)).status).toBe(409)
  expect((await remove(v7())).status).toBe(404)
  expect(raised).toEqual([])
  expect(await ask()).toEqual(before)
  const list = async () => (await t.call('GET', '/fish/')).json.total
  expect(await list()).toBe(1)
  await t.addFish()
  expect(await list()).toBe(2)
  expect((await ask(before.next)).changed).toHaveLength(1)
})

it.each([1, 2, 3, 4, 5])('reports a product once that is created after query %d of a call', async (moment) => {
  await t.addFish()
  const { next } = await ask()
  const made = [(await t.addFish())._id]
  let questions = 0
  const query = afterEachQuestion(t.db.query, async () => {
    if (++questions === moment) made.push((await t.addFish())._id)
  })
  const step = await fishChanges({ ...t.shop, db: { ...t.db, query } }, { query: { since: next } })
  expect(questions).toBe(5)
  const later = await ask(step.next)
  expect([...ids(step.changed), ...ids(later.changed)]).toEqual(made)
  expect(await ask(later.next)).toMatchObject({ changed: [], next: later.next })
})
