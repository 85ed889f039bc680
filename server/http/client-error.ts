import type { Socket } from 'node:net'
import { headers } from '../../contract/headers.ts'
import { refuse } from '../services/outcome.ts'
import { toProblem } from './problem.ts'

/** Answers what never became a request: headers too long, not HTTP, too slow. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const long = error.code === 'HPE_HEADER_OVERFLOW'
  const status = slow ? '408 Request Timeout' : long ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const body = JSON.stringify({
    ...toProblem(refuse(long ? 'too-large' : 'malformed')),
    status: Number(status.slice(0, 3)),
  })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json\r\n${headers.shop}: 1\r\nCache-Control: no-store\r\n` +
      `X-Content-Type-Options: nosniff\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
