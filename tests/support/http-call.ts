import http from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface Reply {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  /** the body read as JSON; undefined when it is none */
  json: unknown
}

export interface CallOptions {
  headers?: http.OutgoingHttpHeaders
  /** an object is sent as JSON, text and bytes as they are */
  body?: unknown
  token?: string | undefined
  key?: string
  timeout?: number
}

const decode: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The answer to a HEAD names the encoding of a body that it does not have. */
function decoded(bytes: Buffer, encoding = ''): string {
  return String(bytes.length === 0 ? bytes : (decode[encoding]?.(bytes) ?? bytes))
}

function plainBody(body: unknown): string | Buffer | undefined {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return body
  return JSON.stringify(body)
}

/** One request, with its path sent byte for byte as given. Rejects when no whole answer came. */
export function sendRequest(url: string, request: CallOptions & { method: string; path: string }): Promise<Reply> {
  const { method, path, token, key, timeout = 30_000 } = request
  const body = plainBody(request.body)
  const headers: http.OutgoingHttpHeaders = {
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...request.headers,
  }
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = http.request({ agent, hostname, port, method, path, headers, timeout }, (answer) => {
      // a stream does not end by itself
      if (answer.headers['content-type'] === 'text/event-stream' && method !== 'HEAD') {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: '', json: undefined })
        sent.destroy()
        return
      }
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('aborted', () => reject(new Error('the answer broke off')))
      answer.on('end', () => {
        try {
          const text = decoded(Buffer.concat(chunks), answer.headers['content-encoding'])
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json: parsed(text) })
        } catch (error) {
          reject(error)
        }
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeout} ms`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Like `sendRequest`, and again while the answer is to come later, as a server may say whose machine is busy. */
export async function sendUntilTaken(url: string, request: Parameters<typeof sendRequest>[1]): Promise<Reply> {
  for (;;) {
    const reply = await sendRequest(url, request)
    if (reply.status !== 503) return reply
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
