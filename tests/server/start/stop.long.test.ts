import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { fastFolder } from '../../support/tools.mjs'
import { post, type ServerProcess, startServer } from '../process.ts'

const folder = await mkdtemp(join(fastFolder(), 'stop-'))
let server: ServerProcess
afterEach(() => server.kill())
afterAll(() => rm(folder, { recursive: true }))
async function start(env: Record<string, string> = {}) {
  server = startServer({ DATA_DIR: folder, LOG_LEVEL: 'info', ...env })
  return server.address
}
/** Ends the server, and says what it has logged of its start and end. */
async function stop() {
  server.child.kill('SIGTERM')
  const { code, said } = await server.ended
  expect(code).toBe(0)
  const lines = said.split('\n').filter((line) => line.startsWith('{'))
  const events = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^(start|stop)/.test(msg))
  // by their own times: where a pipe is busy, a line may be written after the next one
  return events.sort((a, b) => a.time - b.time)
}

it('SIGTERM is logged, as the start is, and ends a server soon despite keep-alive connections', async () => {
  const at = await start()
  await Promise.all(Array.from({ length: 10 }, () => fetch(`${at}/api/fish/`).then((answer) => answer.text())))
  const told = await stop()
  expect(told).toMatchObject([
    { msg: 'started', at, database: 'sqlite' },
    { msg: 'stopping', signal: 'SIGTERM' },
    { msg: 'stopped', ms: expect.any(Number) },
  ])
  // open connections would last until all are cut after seven seconds
  expect(told[2].ms).toBeLessThan(7000)
})

it('SIGTERM ends within ten seconds despite a mail server that falls silent and bodies that trickle', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  // the first one is the check of the mail server, the second one the mail
  const taken = once(silent, 'connection').then(() => once(silent, 'connection'))
  // a server that listens on a port has an address with one
  const { port: mailPort } = silent.address() as AddressInfo
  const address = await start({ SMTP_URL: `smtp://127.0.0.1:${mailPort}`, CONTACT_TO: 'desk@example.org' })
  const sent = await post(`${address}/api/contact/`, { user_email: 'v@example.org', user_message: 'Hi' })
  expect(sent?.status).toBe(201)
  const [connection] = (await taken) as [Socket]
  connection.on('error', () => {})
  connection.write('220 mail.example.org\r\n')
  const sockets = Array.from({ length: 20 }, () => connect(Number(new URL(address).port), '127.0.0.1'))
  const head = 'POST /api/contact/ HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\nContent-Type: '
  for (const [at, socket] of sockets.entries()) {
    socket.on('error', () => {})
    socket.write(`${head}${at % 2 ? 'application/json' : 'multipart/form-data; boundary=x'}\r\n\r\n{`)
  }
  const trickle = setInterval(() => {
    for (const socket of sockets) socket.write(' ')
  }, 100)
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const last = (await stop()).at(-1)
  // cut off by the deadline; by itself the mail would wait for minutes
  expect(last?.ms ?? 9000).toBeLessThan(25_000)
  clearInterval(trickle)
  for (const socket of sockets) socket.destroy()
  connection.destroy()
  silent.close()
})
