import { createParser } from 'eventsource-parser'
import { type LiveHint, liveHints, liveTimes, headers as names } from '../../contract/service.ts'
import { type Fetch, mediaType, readRetryAfter } from '../api/exchange.ts'
import { pause } from '../lib/cancel.ts'

/**
 * How a live stream ended. broken: it never stood, or broke off, was silent or was cancelled · refused: the server did not
 * open it; `after` in ms where it named a time.
 */
export type LiveEnd = { kind: 'broken' } | { kind: 'refused'; status: number; after: number | undefined }

interface LiveOptions {
  address: string
  token: string
  signal: AbortSignal
  /** the first bytes have arrived: a proxy that holds an answer back until its end lets none through */
  onOpen: () => void
  onHint: (hint: LiveHint) => void
  fetch?: Fetch
}

/** Reads a live stream until it ends. Never rejects. */
export async function readLive(options: LiveOptions): Promise<LiveEnd> {
  const { address, token, signal, fetch = globalThis.fetch } = options
  const stop = new AbortController()
  const abort = () => stop.abort()
  if (signal.aborted) return { kind: 'broken' }
  signal.addEventListener('abort', abort, { once: true })
  let timer = setTimeout(abort, liveTimes.silence)
  const onBytes = () => {
    clearTimeout(timer)
    timer = setTimeout(abort, liveTimes.silence)
  }
  try {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
    const response = await fetch(address, { headers, cache: 'no-store', signal: stop.signal })
    const isStream = response.headers.get(names.shop) === '1' && mediaType(response.headers) === 'text/event-stream'
    if (!response.ok || !isStream || !response.body) return refused(response)
    await readBody(response.body, { ...options, onBytes })
  } catch {
    // offline, or aborted
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    abort()
  }
  return { kind: 'broken' }
}

function refused({ status, headers }: Response): LiveEnd {
  const date = headers.get('date')
  return { kind: 'refused', status, after: readRetryAfter(headers.get('retry-after'), { date, now: Date.now() }) }
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  { onBytes, onOpen, onHint }: Pick<LiveOptions, 'onOpen' | 'onHint'> & { onBytes: () => void },
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

/** Runs `work` at once and again after calls meanwhile, with a pause in between: however many hints come, none is lost. */
export function paced(work: () => Promise<unknown>, gap: number): () => void {
  let isRunning = false
  let isWanted = false
  const run = async () => {
    isRunning = true
    while (isWanted) {
      isWanted = false
      await work().catch(() => undefined)
      await pause(gap)
    }
    isRunning = false
  }
  return () => {
    isWanted = true
    if (!isRunning) void run()
  }
}
