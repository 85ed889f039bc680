import { createParser } from 'eventsource-parser'
import { type LiveHint, liveHints, liveTimes } from '../../contract/service.ts'
import { type Fetch, isShops, mediaType, readRetryAfter } from '../api/exchange.ts'
import { cancelAfter } from '../lib/cancel.ts'
import { delay } from './outbox-steps.ts'

/** How a live stream ended: it never opened, or broke off, or the server refused it. `after`: ms, where that named a time. */
export type StreamEnd = { kind: 'broken' } | { kind: 'refused'; status: number; after: number | undefined }

interface StreamOptions {
  address: string
  token: string
  signal: AbortSignal
  /** the first bytes have arrived: a proxy that holds an answer back until its end lets none through */
  onOpen: () => void
  onHint: (hint: LiveHint) => void
  fetch?: Fetch
}

/** Reads a live stream until it ends. Never rejects. */
export async function readStream(options: StreamOptions): Promise<StreamEnd> {
  const { address, token, signal, fetch = globalThis.fetch } = options
  if (signal.aborted) return { kind: 'broken' }
  const { signal: stopped, abort, done } = cancelAfter(undefined, signal)
  let timer = setTimeout(abort, liveTimes.silence)
  const onBytes = () => {
    clearTimeout(timer)
    timer = setTimeout(abort, liveTimes.silence)
  }
  try {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
    const response = await fetch(address, { headers, cache: 'no-store', signal: stopped })
    const isStream = isShops(response.headers) && mediaType(response.headers) === 'text/event-stream'
    if (!response.ok || !isStream || !response.body) return refused(response)
    await readBody(response.body, { ...options, onBytes })
  } catch {
    // offline, or aborted
  } finally {
    clearTimeout(timer)
    done()
    abort()
  }
  return { kind: 'broken' }
}

function refused({ status, headers }: Response): StreamEnd {
  const date = headers.get('date')
  return { kind: 'refused', status, after: readRetryAfter(headers.get('retry-after'), { date, now: Date.now() }) }
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  { onBytes, onOpen, onHint }: Pick<StreamOptions, 'onOpen' | 'onHint'> & { onBytes: () => void },
): Promise<void> {
  const parser = createParser({
    onEvent({ event }) {
      const hint = liveHints.find((each) => each === event)
      if (hint) onHint(hint)
    },
  })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (let isOpen = false; ; isOpen = true) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    if (!isOpen) onOpen()
    parser.feed(decoder.decode(value, { stream: true }))
  }
}

/** A stream that was open for this long was a good one: the next try comes soon, ms. */
const goodTime = 30_000

interface StreamTry {
  /** opens one stream, calls `onOpen` when it is open, and resolves when it has ended */
  read: (onOpen: () => void) => Promise<StreamEnd>
  onState: (isOpen: boolean) => void
}

/** Makes a function that holds one stream and returns the ms until the next try. After a final refusal it returns that `status`. */
export function streamTries({ elapsed, random }: { elapsed: () => number; random: () => number }) {
  let attempts = 0
  /** a time that the server has named, by `elapsed` */
  let notBefore = 0
  return async ({ read, onState }: StreamTry): Promise<{ status?: number; wait?: number }> => {
    if (elapsed() < notBefore) return { wait: notBefore - elapsed() }
    let openedAt: number | undefined
    const end = await read(() => {
      openedAt = elapsed()
      onState(true)
    })
    if (openedAt !== undefined) onState(false)
    // 429 and 503 are about this moment; any other refusal stays one
    if (end.kind === 'refused' && end.status < 500 && end.status !== 429) return { status: end.status }
    const after = end.kind === 'refused' ? end.after : undefined
    attempts = openedAt !== undefined && elapsed() - openedAt >= goodTime ? 1 : attempts + 1
    const wait = delay(attempts, after, random)
    if (after !== undefined) notBefore = elapsed() + wait
    return { wait }
  }
}
