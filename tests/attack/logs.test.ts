import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRequest } from '../support/http-call.ts'
import { makePlace, type Place, type Prepared, password, prepareDatabase } from '../torture/prepare.ts'
import { freePort, type ServerProcess, startServer, until } from '../torture/server-process.ts'

const secrets = { password: 'S3CRET-PASSWORD', wrong: 'S3CRET-GUESS', body: 'S3CRET-BODY', query: 'S3CRET-QUERY' }

describe('the log', () => {
  let place: Place
  let server: ServerProcess
  let prepared: Prepared
  beforeAll(async () => {
    place = await makePlace()
    prepared = await place.look(prepareDatabase)
    const admin = { ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: secrets.password }
    server = startServer({ ...place.env, ...admin, PORT: String(await freePort()), LOG_LEVEL: 'trace' })
    await server.opened
  })
  afterAll(async () => {
    await server.kill()
    await place.remove()
  })
  const send = (method: string, path: string, more: object = {}) => sendRequest(server.url, { method, path, ...more })

  it('has one line of JSON for each event, with an id, and nothing that was written into the request', async () => {
    const { token } = prepared.buyer
    const red = '\u001b[31mred'
    await send('GET', `/api/fish/?keyword=${secrets.query}%0a%1b[31m`, { headers: { 'user-agent': 'x\ty' } })
    await send('GET', '/api/a%0d%0a%7b%22level%22:60%7d%1b[2J')
    await send('GET', '/api/orders/myorders/', { token })
    await send('POST', '/api/users/login/', { body: { username: prepared.buyer.email, password: secrets.wrong } })
    await send('POST', '/api/users/login/', { body: { username: prepared.buyer.email, password } })
    const person = { name: `${red}\n{"level":60}`, email: 'new@example.org', password: secrets.password }
    await send('POST', '/api/users/register/', { body: person })
    const contact = { user_email: 'v@example.org', user_name: 'x', user_message: secrets.body }
    await send('POST', '/api/contact/', { body: contact, key: v7(), headers: { cookie: secrets.body } })
    await send('POST', '/api/contact/', { body: `{"user_message":"${secrets.body}"` })
    await until('all is logged', () => server.said().split('"answered"').length > 8)
    const lines = server
      .said()
      .trim()
      .split('\n')
      .filter((line) => !/^Quayside is open|ExperimentalWarning|--trace/.test(line))
    expect(lines.length).toBeGreaterThan(7)
    for (const line of lines) {
      const event = JSON.parse(line) as Record<string, unknown>
      expect(event).toMatchObject({ level: expect.any(Number), time: expect.any(Number), msg: expect.any(String) })
      if (event.msg === 'answered') expect(event.reqId).toEqual(expect.any(String))
    }
    const all = server.said()
    for (const secret of [...Object.values(secrets), token, password, prepared.buyer.email])
      expect(all).not.toContain(secret)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
    expect(all).not.toMatch(/[\x00-\x09\x0b-\x1f]/)
  })

  it('says nothing of a password that was set', () => {
    expect(server.said()).not.toContain('First administrator')
  })
})

describe('a first start', () => {
  it('prints a password of its own once, that nobody could know, and none later', async () => {
    const places = await Promise.all([makePlace(), makePlace()])
    const passwords = await Promise.all(
      places.map(async (place) => {
        const first = startServer({ ...place.env, PORT: String(await freePort()) })
        await first.opened
        const [, email = '', made = ''] = /administrator: (\S+) with the password (\S+)/.exec(first.said()) ?? []
        const login = { method: 'POST', path: '/api/users/login/', body: { username: email, password: made } }
        expect((await sendRequest(first.url, login)).status).toBe(200)
        await first.kill()
        const second = startServer({ ...place.env, PORT: String(await freePort()) })
        await second.opened
        expect(second.said()).not.toContain('password')
        await second.kill()
        return made
      }),
    )
    expect(new Set(passwords).size).toBe(2)
    for (const made of passwords) expect(made.length).toBeGreaterThanOrEqual(20)
    await Promise.all(places.map((place) => place.remove()))
  })
})
