import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

interface TakenEvent {
  headers: Record<string, string>
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** A program that takes events, on this machine. It answers 204, or the next of the given statuses. */
export async function openReceiver() {
  const taken: TakenEvent[] = []
  const statuses: number[] = []
  let usual = 204
  let gate: Promise<void> | undefined
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString()
      // these headers come once
      taken.push({ headers: request.headers as Record<string, string>, text, body: JSON.parse(text) })
      await gate
      response.writeHead(statuses.shift() ?? usual).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // a listening server has an address with a port
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    taken,
    types: () => taken.map(({ body }) => body.type),
    answerNext: (...next: number[]) => void statuses.push(...next),
    answerAlways(status: number) {
      usual = status
    },
    /** holds back answers until the returned function is called */
    hold(): () => void {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = resolve
      })
      return open
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Whether an event is signed with this secret; its time is that of the test's clock. */
export function isSigned({ headers, text }: TakenEvent, secret: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const expected = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, text)
  return headers['webhook-signature']?.split(' ').includes(expected) ?? false
}
