import { isShops, readRetryAfter } from '../api/exchange.ts'
import { cancelAfter } from '../lib/cancel.ts'

/** Timeout of a request, ms: of a chunk, the bytes that arrived stay. */
const timeout = 60_000

/** A request of tus 1.0 about a file: how much of it is there, its beginning, or one chunk more. */
export type TusRequest = { id: string; token: string; signal: AbortSignal } & (
  | { kind: 'where' }
  | { kind: 'begin'; order: string; bytes: number }
  | { kind: 'chunk'; from: number; chunk: Blob }
)

export interface TusResponse {
  status: number
  isShops: boolean
  /** how many bytes are there */
  offset?: number | undefined
  /** ms, from `Retry-After` */
  after?: number | undefined
  /** the body of a refusal */
  text: string
}

const methods = { where: 'HEAD', begin: 'POST', chunk: 'PATCH' }

function headersOf(asked: TusRequest): Record<string, string> {
  if (asked.kind === 'where') return {}
  if (asked.kind === 'begin') {
    const { order, id, bytes } = asked
    return { 'upload-length': String(bytes), 'upload-metadata': `order ${btoa(order)},file ${btoa(id)}` }
  }
  return { 'upload-offset': String(asked.from), 'content-type': 'application/offset+octet-stream' }
}

/** Asks the server's tus at `endpoint`, which ends with a slash. Throws when no answer came in time. */
export async function askTus(endpoint: string, asked: TusRequest): Promise<TusResponse> {
  const { kind, id, token } = asked
  const cancel = cancelAfter(timeout, asked.signal)
  try {
    const answer = await fetch(kind === 'begin' ? endpoint : `${endpoint}${id}/`, {
      method: methods[kind],
      headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headersOf(asked) },
      body: kind === 'chunk' ? asked.chunk : null,
      signal: cancel.signal,
      cache: 'no-store',
    })
    const offset = answer.headers.get('upload-offset') ?? ''
    return {
      status: answer.status,
      isShops: isShops(answer.headers),
      offset: /^\d+$/.test(offset) ? Number(offset) : undefined,
      after: readRetryAfter(answer.headers.get('retry-after'), { date: answer.headers.get('date'), now: Date.now() }),
      text: answer.ok ? '' : await answer.text(),
    }
  } finally {
    cancel.done()
  }
}
