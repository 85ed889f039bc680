import Fastify from 'fastify'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchPressure } from '../../../server/platform/http/pressure.ts'
import { dialects, openTestShop, orderBody, type TestShop } from '../harness.ts'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

describe.each(dialects)('a burst of requests on %s', (dialect) => {
  let t: TestShop
  beforeEach(async () => {
    t = await openTestShop(dialect)
  })
  afterEach(() => t.close())

  it('is served up to the limit, the rest is told to retry; afterwards all is served again', async () => {
    const [buyer, fish] = [await t.addUser(), await t.addFish()]
    await t.call('GET', `/fishes/${fish._id}`)
    const send = (key: string) => t.call('POST', '/orders/add/', { token: buyer.token, key, body: orderBody([fish]) })
    const keys = times(1200, () => v7())
    const sent = keys.map(send)
    const [health, known] = await Promise.all([t.call('GET', '/health/'), t.call('GET', `/fishes/${fish._id}`)])
    expect([health.status, known.status]).toEqual([200, 200])
    const answers = await Promise.all(sent)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(1200)
    for (const { status, headers, json } of refused) {
      // on PostgreSQL, waiting for a connection of the pool may time out as well
      const known = json.type === 'about:quayside/busy' ? '1' : json.type === 'about:quayside/database-away' ? '5' : ''
      expect([status, headers['retry-after']]).toEqual([503, known])
    }
    const stored = await t.db.query.selectFrom('shop_order').select('id').execute()
    const taken = keys.filter((_, at) => answers[at]?.status === 201)
    expect(stored.map(({ id }) => id).sort()).toEqual(taken.sort())
    expect((await send(v7())).status).toBe(201)
  })
})

describe('a late event loop', () => {
  it('lowers the limit until it is on time again', async () => {
    let time = 0
    const app = Fastify()
    const { enter, leave } = watchPressure(
      app,
      () => false,
      () => time,
    )
    const open: (() => void)[] = []
    app.get(
      '/',
      { onRequest: [enter], onSend: [(request, reply, _payload, next) => leave(request, reply, next)] },
      () => new Promise((resolve) => open.push(() => resolve(''))),
    )
    await app.ready()
    const ask = () => app.inject('/').then(({ statusCode }) => statusCode)
    const waiting = times(200, ask)
    while (open.length < 200) await new Promise(setImmediate)
    time = 1000
    const until = async (wanted: number) => {
      const answer = ask()
      const early = await Promise.race([answer, new Promise((resolve) => setTimeout(() => resolve(200), 50))])
      if (early === wanted) return true
      await new Promise((resolve) => setTimeout(resolve, 20))
      return false
    }
    while (!(await until(503))) expect(open.length).toBeLessThan(400)
    time = 3000
    for (const answer of open) answer()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]))
    const after = ask()
    while (open.length < 201) await new Promise(setImmediate)
    for (const answer of open) answer()
    expect(await after).toBe(200)
    await app.close()
  })
})
