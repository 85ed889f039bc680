import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

/** A line to a database that can be made slow: every piece of an answer then comes that much later. */
export async function openStallingProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let delay = 0
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname)
    const later = (to: Socket) => (bytes: Buffer) => {
      if (delay === 0) to.write(bytes)
      else setTimeout(() => to.writable && to.write(bytes), delay)
    }
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    near.on('data', (bytes: Buffer) => far.write(bytes))
    far.on('data', later(near))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  // a server that listens on a port has an address with one
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    slowDown(milliseconds: number) {
      delay = milliseconds
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
