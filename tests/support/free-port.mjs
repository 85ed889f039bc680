import { createServer } from 'node:net'

/** Below the ports that systems give to those who ask for any: every connection of a test beside this one takes one of them. */
const lowest = 12_000
const highest = 32_000

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer().on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** See free-port.d.mts. */
export async function freePort() {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) return port
  }
}
