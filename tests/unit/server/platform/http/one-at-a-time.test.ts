// @vitest-environment node
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { oneAtATime } from '../../../../../server/platform/http/one-at-a-time.ts'
import { decorateRequests } from '../../../../../server/platform/http/request.ts'

it('a user gets one answer at a time, sixteen calls are queued, others are refused; other users do not wait', async () => {
  const app = Fastify()
  decorateRequests(app)
  const atWork: { user: string; answer: () => void }[] = []
  const sign = (request: { url: string; user: unknown }, _reply: unknown, next: () => void) => {
    request.user = { id: request.url.slice(1) }
    next()
  }
  const handler = (request: { url: string }) =>
    new Promise<string>((resolve) => atWork.push({ user: request.url.slice(1), answer: () => resolve('') }))
  app.get('/:user', { onRequest: [sign, oneAtATime()] }, handler)
  await app.ready()
  const ask = (user: string) => app.inject(`/${user}`).then(({ statusCode }) => statusCode)
  const asked = Array.from({ length: 20 }, () => ask('anna'))
  await expect.poll(() => atWork.length).toBe(1)
  const other = ask('ben')
  await expect.poll(() => atWork.map(({ user }) => user)).toEqual(['anna', 'ben'])
  for (let served = 0; served < 18; served++) {
    await expect.poll(() => atWork.length).toBeGreaterThan(0)
    expect(atWork.filter(({ user }) => user === 'anna').length).toBeLessThanOrEqual(1)
    atWork.shift()?.answer()
  }
  // one at work and sixteen in the queue
  expect((await Promise.all(asked)).sort()).toEqual([...Array(17).fill(200), ...Array(3).fill(429)])
  expect(await other).toBe(200)
  const again = ask('anna')
  await expect.poll(() => atWork.length).toBe(1)
  atWork.shift()?.answer()
  expect(await again).toBe(200)
  await app.close()
})
