import net, { type AddressInfo, type Socket } from 'node:net'
import { ShapedLink } from './shaped-link.ts'

/** A line between a phone and the server. Bits per second, ms. */
export interface LineProfile {
  down: number
  up: number
  rtt: number
  /** round trips a new connection costs before its first byte goes; 1 is TCP without TLS */
  handshake?: number
}

/** The two lines that the figures of docs/performance.md stand for. */
export const profiles = {
  port: { down: 400_000, up: 400_000, rtt: 400 },
  slow4g: { down: 1_600_000, up: 750_000, rtt: 150 },
} as const satisfies Record<string, LineProfile>

/** A request as it was seen on the wire: `down` counts head and body of its answer. Times as `performance.now()`. */
interface WireRequest {
  at: number
  method: string
  path: string
  up: number
  down: number
}

export interface ShapingProxy {
  /** `http://127.0.0.1:port` of each target, in the order given */
  urls: string[]
  requests: WireRequest[]
  /** Bytes over the line since the last `reset()`. */
  bytes(): { up: number; down: number; connections: number }
  reset(): void
  /** Ends every connection at once; what is on its way is lost. */
  cut(): void
  /** Another line from now on (new connections), undefined for none at all. */
  setProfile(profile: LineProfile | undefined): void
  close(): Promise<void>
}

const head = /^(GET|HEAD|POST|PUT|DELETE|OPTIONS) (\S+) HTTP\/1\.1\r\n/

/**
 * A phone's line in front of one or several servers: bandwidth and latency are shaped below HTTP and shared by all
 * connections, so that requests of a service worker wait like any other.
 */
export async function startShapingProxy(targets: string[], first?: LineProfile): Promise<ShapingProxy> {
  const requests: WireRequest[] = []
  const sockets = new Set<Socket>()
  /** forgets what waits on a connection for its turn */
  const drops = new Set<() => void>()
  let profile = first
  let connections = 0
  let lines = makeLines(profile)
  let base = { up: 0, down: 0 }

  const connect = (phone: Socket, target: URL) => {
    connections++
    const { up, down } = lines
    const server = net.connect(Number(target.port), target.hostname)
    const handshake = profile ? profile.rtt * (profile.handshake ?? 1) : 0
    let current: WireRequest | undefined
    for (const socket of [phone, server]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => undefined)
    }
    const toServer = up.add((bytes) => server.writable && server.write(bytes))
    const toPhone = down.add((bytes) => phone.writable && phone.write(bytes))
    const drop = () => up.drop(toServer)
    drops.add(drop)
    toServer.onRoom = () => phone.resume()
    toPhone.onRoom = () => server.resume()
    toServer.onEnd = () => server.end()
    toPhone.onEnd = () => phone.end()
    const opened = setTimeout(() => phone.resume(), handshake)
    phone.on('data', (bytes: Buffer) => {
      const start = head.exec(bytes.toString('latin1', 0, 2048))
      if (start) {
        current = { at: performance.now(), method: start[1] ?? '', path: start[2] ?? '', up: 0, down: 0 }
        requests.push(current)
      }
      if (current) current.up += bytes.length
      if (!up.send(toServer, bytes)) phone.pause()
    })
    server.on('data', (bytes: Buffer) => {
      if (current) current.down += bytes.length
      if (!down.send(toPhone, bytes)) server.pause()
    })
    phone.on('end', () => up.end(toServer))
    server.on('end', () => down.end(toPhone))
    if (handshake > 0) phone.pause()
    phone.on('close', () => {
      clearTimeout(opened)
      down.drop(toPhone)
      drops.delete(drop)
      server.destroy()
    })
    server.on('close', (failed) => failed && phone.resetAndDestroy())
  }

  const servers = await Promise.all(
    targets.map(async (target) => {
      const url = new URL(target)
      const server = net.createServer({ allowHalfOpen: true }, (phone) => connect(phone, url))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )

  return {
    // a TCP server's address is never a string
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    requests,
    bytes: () => ({ up: lines.up.bytes - base.up, down: lines.down.bytes - base.down, connections }),
    reset: () => {
      base = { up: lines.up.bytes, down: lines.down.bytes }
      connections = 0
      requests.length = 0
    },
    cut: () => {
      for (const drop of drops) drop()
      for (const socket of sockets) socket.destroy()
    },
    setProfile: (next) => {
      profile = next
      lines = makeLines(next)
      base = { up: 0, down: 0 }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

/** No profile: a line so fast that nothing is felt. */
function makeLines(profile: LineProfile = { down: 1e10, up: 1e10, rtt: 0 }) {
  const make = (bitsPerSecond: number) => new ShapedLink({ bitsPerSecond, delay: profile.rtt / 2, window: 128 * 1024 })
  return { up: make(profile.up), down: make(profile.down) }
}
