// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveTurn, shareStream } from '../../../../src/sync/live.ts'
import { until } from '../../../support/until.ts'

/** One lock, given in the order of the requests, as the browser does. */
function fakeLocks() {
  let end: Promise<unknown> = Promise.resolve()
  return {
    request(_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
      const before = end
      const mine = before.then(() => {
        signal.throwIfAborted()
        return work()
      })
      end = mine.catch(() => undefined)
      return mine
    },
  }
}

let turns: LiveTurn[]
beforeEach(() => {
  turns = []
  vi.stubGlobal('navigator', { locks: fakeLocks() })
})
afterEach(() => {
  for (const turn of turns) turn.close()
  vi.unstubAllGlobals()
})

function openTab(name: string, log: string[]) {
  let crash = () => {}
  let tell: { hint: (hint: 'orders') => void; state: (isOpen: boolean) => void } | undefined
  const turn = shareStream({
    hold: (signal, given) =>
      new Promise((resolve) => {
        log.push(`${name} holds`)
        tell = given
        crash = resolve
        signal.addEventListener('abort', () => {
          tell = undefined
          given.state(false)
          resolve()
        })
      }),
    onHint: (hint) => log.push(`${name} hears ${hint}`),
    onState: (isOpen) => states.set(name, isOpen),
  })
  const states = tabStates
  if (!turn) throw new Error('no locks')
  turns.push(turn)
  return { turn, tell: () => tell, crash: () => crash() }
}
const tabStates = new Map<string, boolean>()
const settled = (what: () => void) => until(what, { interval: 1 })

test('one tab holds the stream and tells the others; the next one takes over', async () => {
  const log: string[] = []
  const [a, b, hidden] = [openTab('a', log), openTab('b', log), openTab('hidden', log)]
  a.turn.take()
  b.turn.take()
  await settled(() => expect(a.tell()).toBeDefined())
  expect([b.tell(), hidden.tell()]).toEqual([undefined, undefined])
  a.tell()?.state(true)
  await settled(() => expect(tabStates.get('b')).toBe(true))
  a.tell()?.hint('orders')
  await settled(() => expect(log).toEqual(['a holds', 'a hears orders', 'b hears orders']))
  // a tab that comes later asks
  const late = openTab('late', log)
  late.turn.take()
  await settled(() => expect(tabStates.get('late')).toBe(true))

  a.turn.leave()
  await settled(() => expect(b.tell()).toBeDefined())
  expect([tabStates.get('a'), tabStates.get('b')]).toEqual([false, false])
  await settled(() => expect(tabStates.get('late')).toBe(false))
  b.tell()?.state(true)
  await settled(() => expect(tabStates.get('late')).toBe(true))
  expect([tabStates.get('a'), tabStates.get('hidden')]).toEqual([false, undefined])
  expect(log.some((line) => line.startsWith('hidden'))).toBe(false)
})

test('a tab that left before it got the lock never holds', async () => {
  const log: string[] = []
  const [a, b] = [openTab('a', log), openTab('b', log)]
  a.turn.take()
  b.turn.take()
  await settled(() => expect(a.tell()).toBeDefined())
  b.turn.leave()
  a.turn.leave()
  b.turn.take()
  await settled(() => expect(b.tell()).toBeDefined())
  expect(log).toEqual(['a holds', 'b holds'])
})

test('a tab that takes over from one that ended without a word, and opens no stream, says so to the others', async () => {
  const [a, b, c] = [openTab('a', []), openTab('b', []), openTab('c', [])]
  a.turn.take()
  b.turn.take()
  c.turn.take()
  await settled(() => expect(a.tell()).toBeDefined())
  a.tell()?.state(true)
  await settled(() => expect([tabStates.get('b'), tabStates.get('c')]).toEqual([true, true]))
  a.crash()
  await settled(() => expect(b.tell()).toBeDefined())
  await settled(() => expect([tabStates.get('b'), tabStates.get('c')]).toEqual([false, false]))
})

test('messages of other versions are ignored', async () => {
  const log: string[] = []
  const a = openTab('a', log)
  a.turn.take()
  await settled(() => expect(a.tell()).toBeDefined())
  const other = new BroadcastChannel('quayside-live')
  for (const data of [null, 3, 'hint', { kind: 'hint', hint: 'weather' }, { kind: 'x' }]) other.postMessage(data)
  other.postMessage({ kind: 'hint', hint: 'orders' })
  await settled(() => expect(log).toEqual(['a holds', 'a hears orders']))
  other.close()
})

test('there is none without locks or channels', () => {
  const none = { hold: async () => {}, onHint: () => {}, onState: () => {} }
  vi.stubGlobal('navigator', {})
  expect(shareStream(none)).toBeUndefined()
  vi.stubGlobal('navigator', { locks: fakeLocks() })
  vi.stubGlobal('BroadcastChannel', undefined)
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  expect(shareStream(none)).toBeUndefined()
})
