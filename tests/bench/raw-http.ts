import net, { type Socket } from 'node:net'

export interface Answered {
  status: number
  /** of head and body */
  bytes: number
  ms: number
}

/** The bytes of a request, made once and sent often. */
export function rawRequest(method: string, path: string, headers: Record<string, string> = {}, body = ''): Buffer {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const size = body || method !== 'GET' ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${size}\r\n${body}`)
}

/**
 * One kept-alive connection that sends a request at a time and reads as little of the answer as it must: the load
 * generator shares two cores with what it measures. Answers need a Content-Length.
 */
export class RawConnection {
  private readonly socket: Socket
  private pending: ((answer: Answered | Error) => void) | undefined
  private started = 0
  private parts: Buffer[] = []
  private have = 0
  private need = -1
  private status = 0
  closed = false

  constructor(port: number) {
    this.socket = net.connect(port, '127.0.0.1').setNoDelay(true)
    this.socket.on('data', (bytes: Buffer) => this.take(bytes))
    this.socket.on('error', (error) => this.settle(error))
    this.socket.on('close', () => {
      this.closed = true
      this.settle(new Error('closed'))
    })
  }

  /** Sends and calls back with the answer or with what went wrong. `since` is when the request was due. */
  send(request: Buffer, done: (answer: Answered | Error) => void, since = performance.now()) {
    if (this.closed) return done(new Error('closed'))
    this.pending = done
    this.started = since
    this.socket.write(request)
  }

  close() {
    this.socket.destroy()
  }

  private settle(answer: Answered | Error) {
    const done = this.pending
    this.pending = undefined
    done?.(answer)
  }

  private take(bytes: Buffer) {
    this.have += bytes.length
    if (this.need < 0) {
      this.parts.push(bytes)
      const all = this.parts.length === 1 ? bytes : Buffer.concat(this.parts)
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = all.toString('latin1', 0, end).toLowerCase()
      this.status = Number(head.slice(9, 12))
      const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1]
      if (length === undefined && this.status !== 304 && this.status !== 204) {
        this.settle(new Error(`an answer without a length: ${head}`))
        return this.close()
      }
      this.need = end + 4 + (this.status === 304 ? 0 : Number(length ?? 0))
      this.parts = []
    }
    if (this.have < this.need) return
    const answer = { status: this.status, bytes: this.need, ms: performance.now() - this.started }
    this.have = 0
    this.need = -1
    this.settle(answer)
  }
}
