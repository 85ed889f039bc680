// @vitest-environment node
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LineProfile, profiles, type ShapingProxy, startShapingProxy } from '../../support/shaping-proxy.ts'

// other work on the machine can only make a line slower: what is too fast is wrong, what is slow proves nothing
const longWait = { timeout: 60_000 }

let server: http.Server
let target: string

beforeAll(async () => {
  server = http.createServer((req, res) => {
    let size = 0
    req.on('data', (part: Buffer) => (size += part.length))
    req.on('end', () => res.end(Buffer.alloc(Number(req.url?.slice(1)), 'x')).on('close', () => size))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // a TCP server's address is never a string
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

async function through<T>(profile: LineProfile | undefined, work: (proxy: ShapingProxy, url: string) => Promise<T>) {
  const proxy = await startShapingProxy([target], profile)
  try {
    return await work(proxy, proxy.urls[0] ?? '')
  } finally {
    await proxy.close()
  }
}

const agent = () => new http.Agent({ keepAlive: true })

/** ms until the last byte */
const get = (url: string, pool: http.Agent, body?: Buffer) =>
  new Promise<number>((resolve, reject) => {
    const start = performance.now()
    const req = http.request(url, { agent: pool, method: body ? 'POST' : 'GET' }, (res) => {
      res.on('end', () => resolve(performance.now() - start)).resume()
    })
    req.on('error', reject)
    req.end(body)
  })

const notFasterThan = (measured: number, wanted: number) => expect(measured).toBeGreaterThan(wanted * 0.95)

test.each(Object.entries(profiles))(
  '%s: a reused connection answers after one round trip, a new one after two',
  longWait,
  (_, profile) =>
    through(profile, async (_proxy, url) => {
      const pool = agent()
      notFasterThan(await get(`${url}/1`, pool), profile.rtt * 2)
      notFasterThan(await get(`${url}/1`, pool), profile.rtt)
    }),
)

test.each(Object.entries(profiles))('%s: as many bits come in a second as it says, both ways', longWait, (_, profile) =>
  through(profile, async (_proxy, url) => {
    const pool = agent()
    await get(`${url}/1`, pool)
    const size = Math.round((profile.down / 8) * 0.8)
    notFasterThan(await get(`${url}/${size}`, pool), profile.rtt + 800)
    notFasterThan(await get(`${url}/1`, pool, Buffer.alloc(profile.up / 10)), profile.rtt + 800)
  }),
)

test('all connections share the line, and take turns', longWait, () =>
  through(profiles.slow4g, async (proxy, url) => {
    const start = performance.now()
    const ends: number[] = []
    let first = 0
    const one = async (size: number) => {
      await get(`${url}/${size}`, agent())
      first ||= size
      ends.push(performance.now() - start)
    }
    await Promise.all([one(100_000), one(100_000), one(10_000)])
    notFasterThan(ends[2] ?? 0, 300 + (210_000 * 8) / 1600)
    // the small one, asked for last, does not wait behind the large ones
    expect(ends.length).toBe(3)
    expect(first).toBe(10_000)
    expect(proxy.bytes().connections).toBe(3)
  }),
)

test('counts requests and bytes on the wire', longWait, () =>
  through(undefined, async (proxy, url) => {
    await get(`${url}/50000`, agent())
    await get(`${url}/1`, agent(), Buffer.alloc(3000))
    expect(proxy.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /50000', 'POST /1'])
    expect(proxy.requests[0]?.down).toBeGreaterThan(50_000)
    expect(proxy.requests[0]?.down).toBeLessThan(50_300)
    expect(proxy.requests[1]?.up).toBeGreaterThan(3000)
    expect(proxy.bytes().down).toBe(proxy.requests.reduce((sum, each) => sum + each.down, 0))
    proxy.reset()
    expect(proxy.bytes()).toEqual({ up: 0, down: 0, connections: 0 })
  }),
)
