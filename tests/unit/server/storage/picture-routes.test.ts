// @vitest-environment node
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ByteStore } from '../../../../server/storage/byte-store.ts'
import { pictureRoutes } from '../../../../server/storage/picture-store.ts'

const hash = '0123456789abcdef'.repeat(2)
const files = new Map([[`${hash}/640.webp`, new TextEncoder().encode('a picture')]])
const pictures: Pick<ByteStore, 'get' | 'put'> = {
  get: async (key) => files.get(key),
  put: async () => undefined,
}
const app = fastify({ exposeHeadRoutes: false })
beforeAll(() => {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('unknown path'))
  pictureRoutes(app, { pictures })
})
afterAll(() => app.close())

const lockedUp = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" }

describe('a requested picture', () => {
  it('is cached for ever and sandboxed', async () => {
    const answer = await app.inject(`/images/${hash}/640.webp`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('a picture')
    expect(answer.headers).toMatchObject({
      ...lockedUp,
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hash}-640.webp"`,
    })
  })

  it('is not sent again if the client has it, and HEAD has no body', async () => {
    const headers = { 'if-none-match': `"${hash}-640.webp"` }
    const again = await app.inject({ url: `/images/${hash}/640.webp`, headers })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const head = await app.inject({ method: 'HEAD', url: `/images/${hash}/640.webp` })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '9'])
  })

  it.each([
    [`/images/${hash}/320.webp`],
    [`/images/${'f'.repeat(32)}/640.webp`],
    [`/images/${hash}/index.html`],
    [`/images/..%2f..%2fetc/640.webp`],
    [`/images/%00/640.webp`],
  ])('%s is not found', async (url) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).toMatchObject(lockedUp)
    expect(answer.headers['cache-control']).toBeUndefined()
    expect(answer.body).toBe('unknown path')
  })
})
