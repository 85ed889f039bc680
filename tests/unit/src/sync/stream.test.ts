// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { liveTimes } from '../../../../contract/service.ts'
import { readStream, type StreamEnd, streamTries } from '../../../../src/sync/stream.ts'

const marked = { 'x-shop-api': '1', 'content-type': 'text/event-stream' }

function openedStream(headers: Record<string, string> = marked, status = 200) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
  })
  const encoder = new TextEncoder()
  const asked: RequestInit[] = []
  const fetch = async (_address: string, init: RequestInit = {}) => {
    asked.push(init)
    init.signal?.addEventListener('abort', () => controller?.error(new DOMException('aborted', 'AbortError')))
    return new Response(body, { status, headers })
  }
  return {
    fetch,
    asked,
    say: (text: string) => controller?.enqueue(encoder.encode(text)),
    end: () => controller?.close(),
  }
}

describe('a stream', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function read(stream: ReturnType<typeof openedStream>) {
    const heard: string[] = []
    const stop = new AbortController()
    const ended = readStream({
      address: '/api/live/',
      token: 'secret',
      signal: stop.signal,
      onOpen: () => heard.push('open'),
      onHint: (hint) => heard.push(hint),
      fetch: stream.fetch,
    })
    return { heard, ended, stop }
  }
  const turn = () => vi.advanceTimersByTimeAsync(0)

  test('stands with its first bytes, and tells each known hint, however it is cut', async () => {
    const stream = openedStream()
    const { heard, ended } = read(stream)
    await turn()
    expect(heard).toEqual([])
    stream.say(':\n\n')
    await turn()
    expect(heard).toEqual(['open'])
    for (const part of ['event: ord', 'ers\nda', 'ta:\n', '\nevent: catalogue\ndata:\n\nevent: weather\ndata:\n\n'])
      stream.say(part)
    stream.say('event: shop\ndata: é\n\nevent: session\ndata:\n\ndata: plain\n\n')
    await turn()
    expect(heard).toEqual(['open', 'orders', 'catalogue', 'shop', 'session'])
    stream.end()
    expect(await ended).toEqual({ kind: 'broken' })
    expect(new Headers(stream.asked[0]?.headers).get('authorization')).toBe('Bearer secret')
  })

  test('is broken when nothing came for 40 seconds, also before its first bytes', async () => {
    const silent = read(openedStream())
    const stream = openedStream()
    const beating = read(stream)
    const ends: string[] = []
    void silent.ended.then(() => ends.push('silent'))
    void beating.ended.then(() => ends.push('beating'))
    for (let beat = 0; beat < 3; beat++) {
      stream.say(':\n\n')
      await vi.advanceTimersByTimeAsync(liveTimes.heartbeat)
    }
    expect(ends).toEqual(['silent'])
    await vi.advanceTimersByTimeAsync(liveTimes.silence)
    expect(ends).toEqual(['silent', 'beating'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ends with its signal', async () => {
    const stream = openedStream()
    const { ended, stop } = read(stream)
    stream.say(':\n\n')
    await turn()
    stop.abort()
    expect(await ended).toEqual({ kind: 'broken' })
  })

  test.each([
    [503, { ...marked, 'retry-after': '30', 'content-type': 'application/problem+json' }, 30_000],
    [401, { ...marked, 'content-type': 'application/problem+json' }, undefined],
    [404, {}, undefined],
    // a captive portal, and another server
    [200, { 'content-type': 'text/html' }, undefined],
    [200, { 'content-type': 'text/event-stream' }, undefined],
  ])('is refused with %d and %j', async (status, headers: Record<string, string>, after) => {
    const stream = openedStream(headers, status)
    const { ended, heard } = read(stream)
    expect(await ended).toEqual({ kind: 'refused', status, after })
    expect(heard).toEqual([])
    // its body may never end: the connection is let go
    expect(stream.asked[0]?.signal?.aborted).toBe(true)
  })
})

describe('tries', () => {
  let now = 0
  function tries(random = 1) {
    now = 0
    const next = streamTries({ elapsed: () => now, random: () => random })
    const stands: boolean[] = []
    const onState = (isOpen: boolean) => stands.push(isOpen)
    const once = (end: StreamEnd, stood?: number) =>
      next({
        onState,
        read: async (onOpen) => {
          if (stood !== undefined) onOpen()
          now += stood ?? 0
          return end
        },
      })
    return { once, stands }
  }
  const broken: StreamEnd = { kind: 'broken' }

  test('come after longer and longer pauses, and soon after a stream that stood for long', async () => {
    const { once, stands } = tries()
    const waits: unknown[] = []
    for (let n = 0; n < 5; n++) waits.push((await once(broken, n === 1 ? 1 : undefined)).wait)
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000])
    expect((await once(broken, 60_000)).wait).toBe(1000)
    expect(stands).toEqual([true, false, true, false])
  })

  test('wait for as long as a busy server asks', async () => {
    const { once } = tries(0.5)
    expect(await once({ kind: 'refused', status: 503, after: 30_000 })).toEqual({ wait: 30_500 })
    now += 30_000
    expect(await once({ kind: 'refused', status: 200, after: undefined })).toEqual({ wait: 500 })
  })

  test.each([401, 404, 405, 200])('end at %d', async (status) => {
    expect(await tries().once({ kind: 'refused', status, after: undefined })).toEqual({ status })
  })
})
