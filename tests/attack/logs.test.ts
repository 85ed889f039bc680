import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../support/free-port.mjs'
import { sendRequest } from '../support/http-call.ts'
import { makePlace, password, prepareDatabase } from '../torture/prepare.ts'
import { startServer, until } from '../torture/server-process.ts'

const secrets = {
  password: 'S3CRET-PASSWORD',
  wrong: 'S3CRET-GUESS',
  body: 'S3CRET-BODY',
  query: 'S3CRET-QUERY',
  link: 'S3CRET-LINK'.padEnd(43, 'x'),
}

const place = await makePlace()
const prepared = await place.look(prepareDatabase)
const admin = { ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: secrets.password }
const server = startServer({ ...place.env, ...admin, PORT: String(await freePort()), LOG_LEVEL: 'trace' })
await server.address
afterAll(async () => {
  await server.kill()
  await place.remove()
})
const send = (method: string, path: string, more: object = {}) => sendRequest(server.url, { method, path, ...more })

it('has one line of JSON for each event, with an id, and nothing that was written into the request', async () => {
  const { token } = prepared.buyer
  const red = '\u001b[31mred'
  await send('GET', `/api/fish/?keyword=${secrets.query}%0a%1b[31m`, { headers: { 'user-agent': 'x\ty' } })
  for (const path of ['/o/', '//o/', '/%6f/', '/O/']) await send('GET', `${path}${secrets.link}`)
  await send('HEAD', `/o/${secrets.link}/?lng=fr`)
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
  // the last one may not be whole yet
  const lines = server
    .said()
    .split('\n')
    .slice(0, -1)
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

it('names account and address group where somebody fails to log in, gets or loses rights, or deletes', async () => {
  const { buyer, admin, fishId } = prepared
  const known = (await send('GET', '/api/users/?per_page=100', { token: admin.token })).json
  // the shape that the contract's own tests check
  const idOf = (email: string) => (known as { _id: string; email: string }[]).find((one) => one.email === email)?._id
  const [account, by] = [idOf(buyer.email), idOf(admin.email)]
  await send('POST', '/api/users/login/', { body: { username: buyer.email, password: secrets.wrong } })
  await send('POST', '/api/users/login/', { body: { username: 'nobody@example.org', password: secrets.wrong } })
  const change = { name: 'Somebody', email: buyer.email, isAdmin: true }
  await send('PUT', `/api/users/update/${account}/`, { token: admin.token, body: change })
  await send('PUT', `/api/users/update/${account}/`, { token: admin.token, body: { ...change, name: 'Renamed' } })
  await send('DELETE', `/api/users/delete/${account}/`, { token: admin.token })
  await send('DELETE', `/api/fishes/delete/${fishId}/`, { token: admin.token })
  // whole lines only; where a pipe is busy, one may be written after the next one
  const events = () =>
    server
      .said()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const from = '127.0.0.1'
  const told = (msg: string) => events().filter((event) => event.msg === msg)
  const expected = ['rights changed', 'account deleted', 'deleted']
  await until('all is logged', () => expected.every((msg) => told(msg).length > 0))
  expect(told('log-in failed')).toContainEqual(expect.objectContaining({ from, account }))
  expect(told('log-in failed')).toContainEqual(expect.objectContaining({ from, account: 'unknown' }))
  expect(told('rights changed')).toEqual([expect.objectContaining({ from, account, by, isAdmin: true })])
  expect(told('account deleted')).toEqual([expect.objectContaining({ from, account, by })])
  expect(told('deleted')).toEqual([expect.objectContaining({ from, by, kind: 'product', id: fishId })])
  for (const secret of [secrets.wrong, buyer.email, buyer.token, admin.token, 'nobody@example.org'])
    expect(server.said()).not.toContain(secret)
})

it('says nothing of a password that was set', () => {
  expect(server.said()).not.toContain('First administrator')
})
