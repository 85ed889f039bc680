// @vitest-environment node
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerClientError } from '../../server/http/client-error.ts'
import { openFrontDoor } from '../../server/http/front-door.ts'

let server: Server
beforeEach(async () => {
  const read = (request: AsyncIterable<Buffer>, answer: (text: string) => void) => {
    const all = async () => {
      let size = 0
      for await (const chunk of request) size += chunk.length
      answer(`${size} bytes`)
    }
    all().catch(() => {})
  }
  server = openFrontDoor((request, response) => read(request, (text) => response.end(text)), { bodyTime: 300 })
  server.on('clientError', answerClientError)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => void server.close())

/** Sends a body of ten bytes, the last of them after `wait` milliseconds, and resolves to all that was answered. */
function drip(type: string, wait: number): Promise<string> {
  return new Promise((resolve) => {
    // what listens on a port has an address of this form
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(said))
    const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: 10\r\n\r\n`
    socket.write(`${head}123456789`)
    setTimeout(() => socket.writable && socket.write('0'), wait)
  })
}

describe('a body that comes slowly', () => {
  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
    'is cut where it is %s',
    async (type) => {
      const said = await drip(type, 5_000)
      expect(said).toMatch(/^HTTP\/1\.1 408 /)
      expect(said.toLowerCase()).toContain('x-shop-api: 1')
    },
  )

  it('is taken where it is a form with a picture, since a slow link needs minutes for that', async () => {
    const said = await drip('multipart/form-data; boundary=x', 900)
    expect(said).toMatch(/^HTTP\/1\.1 200 [\s\S]*10 bytes$/)
    expect(server.requestTimeout).toBe(300_000)
    expect(server.headersTimeout).toBe(15_000)
  })

  it('leaves a connection alone that rests after its request', async () => {
    const { port } = server.address() as AddressInfo
    const send = () => fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' }).then((answer) => answer.text())
    expect(await send()).toBe('2 bytes')
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(await send()).toBe('2 bytes')
  })
})
