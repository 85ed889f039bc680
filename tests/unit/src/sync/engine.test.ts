// @vitest-environment node
import { expect, test } from 'vitest'
import { Engine, type Job, type Locks, withLock } from '../../../../src/sync/engine.ts'
import { until } from '../../../support/until.ts'

const free: Locks = { request: (_name, _wait, work) => work({}) }

test('without Web Locks, and where they are refused, the work is done all the same', async () => {
  const refuse = () => Promise.reject(new DOMException('Access to the Locks API is denied.', 'SecurityError'))
  for (const locks of [undefined, { request: refuse }])
    expect(await withLock(locks, { ifAvailable: true }, async () => 'done')).toBe('done')
})

test('an error of the work, and one of a page that is being closed, is thrown', async () => {
  const wait = { ifAvailable: true } as const
  await expect(withLock(free, wait, () => Promise.reject(new RangeError('mine')))).rejects.toThrow('mine')
  // another page may hold the lock
  const leaving = { request: () => Promise.reject(new DOMException('gone', 'InvalidStateError')) }
  await expect(withLock(leaving, wait, async () => 'done')).rejects.toThrow('gone')
})

/** The locks of a device: one holder, and the others wait. */
function device() {
  let holder = Promise.resolve()
  let isHeld = false
  const locks: Locks = {
    async request(_name, wait, work) {
      if ('ifAvailable' in wait && isHeld) return work(null)
      if ('signal' in wait) {
        const aborted = new Promise<never>((_, reject) =>
          wait.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
        )
        await Promise.race([holder, aborted])
      }
      isHeld = true
      const result = work({})
      holder = result.then(
        () => {
          isHeld = false
        },
        () => undefined,
      )
      return result
    },
  }
  return locks
}

function tab(locks: Locks | undefined, jobs: Record<string, Job>) {
  const page = { isVisible: true, now: 0, slept: [] as number[], wake: () => {} }
  const engine = new Engine({
    locks,
    visible: () => page.isVisible,
    elapsed: () => page.now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        page.slept.push(milliseconds)
        page.wake = resolve
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve())
      }),
    report: (error) => {
      throw error
    },
  })
  engine.add(jobs)
  const stop = new AbortController()
  const ended = engine.run(stop.signal)
  const pass = (milliseconds: number) => {
    page.now += milliseconds
    page.wake()
  }
  return {
    page,
    engine,
    pass,
    close() {
      stop.abort()
      return ended
    },
    turn(isVisible: boolean) {
      page.isVisible = isVisible
      engine.visibilityChanged()
    },
  }
}

/** A job that counts its runs. */
function counted(next: number | undefined, inBackground = false) {
  const job = {
    runs: 0,
    inBackground,
    async run() {
      job.runs++
      return next
    },
  }
  return job
}

test('a job runs at once, when it is due, and when it is woken', async () => {
  const [often, woken] = [counted(100), counted(undefined)]
  const { page, engine, pass, close } = tab(free, { often, woken })
  await until(() => expect([often.runs, woken.runs, page.slept.at(-1)]).toEqual([1, 1, 100]))
  pass(100)
  await until(() => expect([often.runs, woken.runs]).toEqual([2, 1]))
  engine.wake('woken')
  await until(() => expect([often.runs, woken.runs]).toEqual([2, 2]))
  await close()
})

test('one visible page works, and the next one takes over when it is closed or hidden', async () => {
  const locks = device()
  const [a, b] = [counted(undefined), counted(undefined)]
  const first = tab(locks, { a })
  await until(() => expect(first.engine.isWorking).toBe(true))
  const second = tab(locks, { b })
  second.engine.wake('b')
  await until(() => expect(a.runs).toBe(1))
  expect([b.runs, second.engine.isWorking]).toEqual([0, false])
  first.turn(false)
  await until(() => expect([b.runs, second.engine.isWorking]).toEqual([1, true]))
  await second.close()
  first.turn(true)
  await until(() => expect(first.engine.isWorking).toBe(true))
  await first.close()
})

test('a hidden page does only the jobs of the background, while nobody else works', async () => {
  const locks = device()
  const other = tab(locks, {})
  await until(() => expect(other.engine.isWorking).toBe(true))
  const [send, pull] = [counted(undefined, true), counted(undefined)]
  const hidden = tab(locks, { send, pull })
  hidden.turn(false)
  // busy: it comes again later
  await until(() => {
    hidden.pass(1000)
    expect(hidden.page.slept.length).toBeGreaterThan(4)
  })
  expect(send.runs).toBe(0)
  await other.close()
  await until(() => {
    hidden.pass(30_000)
    expect(send.runs).toBe(1)
  })
  expect(pull.runs).toBe(0)
  await hidden.close()
})

test('a job that is restarted is ended first; the lock is given back when all have ended', async () => {
  const order: string[] = []
  let runs = 0
  const stream: Job = {
    run: (signal) =>
      new Promise((resolve) => {
        const run = ++runs
        order.push(`begins ${run}`)
        signal.addEventListener('abort', () => {
          order.push(`ends ${run}`)
          resolve(undefined)
        })
      }),
  }
  const { engine, close } = tab(free, { stream })
  await until(() => expect(order).toEqual(['begins 1']))
  engine.restart('stream')
  await until(() => expect(order).toEqual(['begins 1', 'ends 1', 'begins 2']))
  await close()
  expect(order.at(-1)).toBe('ends 2')
})

test('a hidden page that is shown while it asks for the lock starts only what it can finish', async () => {
  const waiting: (() => void)[] = []
  const locks: Locks = {
    request: async (_name, wait, work) => {
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve)
        if ('signal' in wait) wait.signal.addEventListener('abort', () => reject(new Error('ended')))
      })
      return work({})
    },
  }
  const begun: string[] = []
  const send: Job = {
    inBackground: true,
    run: async ({ aborted }) => {
      begun.push(aborted ? 'ended before it began' : 'whole')
      return undefined
    },
  }
  const { turn, pass, close } = tab(locks, { send })
  await until(() => expect(waiting.length).toBe(1))
  turn(false)
  await until(() => {
    pass(1000)
    expect(waiting.length).toBe(2)
  })
  turn(true)
  waiting[1]?.()
  await until(() => {
    waiting.at(-1)?.()
    expect(begun.length).toBe(1)
  })
  expect(begun).toEqual(['whole'])
  await close()
})
