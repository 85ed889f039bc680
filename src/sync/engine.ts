import { cancelAfter } from '../lib/cancel.ts'

/*
  One engine per device: whoever holds the Web Lock 'sync' works, and everybody else only looks at the database.

   visible page ── waits for the lock ──► holds it until it is hidden, and runs each job when that is due or woken
   hidden page  ── takes it when it is free ──► runs the jobs of the background once, and gives it back
   worker       ── the same, once for each event (sw/sync-events.ts)

  The browser releases the lock when its holder dies. Where locks are missing or refused (plain HTTP, Lockdown Mode), several may
  work at once: the server recognises duplicates by the idempotency key, takes each byte of a file once, and a feed's cursor is
  saved with its rows.
*/

/** The part of the Web Locks API that is used. */
export interface Locks {
  request<T>(name: string, options: LockWait, work: (lock: unknown) => Promise<T>): Promise<T>
}

/** `ifAvailable`: without waiting. `signal`: ends the wait. */
type LockWait = { ifAvailable: true } | { signal: AbortSignal }

/** Runs `work` under the device's lock. Returns 'busy' where another one has it, or the wait was ended. */
export async function withLock<T>(
  locks: Locks | undefined,
  wait: LockWait,
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  if (!locks) return work()
  let isBegun = false
  try {
    return await locks.request('sync', wait, async (lock) => {
      isBegun = true
      return lock ? work() : 'busy'
    })
  } catch (error) {
    if (!isBegun && 'signal' in wait && wait.signal.aborted) return 'busy'
    // any other error comes from `work` or this page; another page may hold the lock
    if (isBegun || !(error instanceof DOMException && error.name === 'SecurityError')) throw error
    return work()
  }
}

export interface Job {
  /** Does what is due, and ends soon after the signal. Returns after how many ms it wants to run again; undefined: when it is woken. */
  run(signal: AbortSignal): Promise<number | undefined>
  /** ms from one run to the next, where that changes meanwhile */
  every?: () => number | undefined
  /** whether hidden pages do it too */
  inBackground?: boolean
}

interface EngineEnv {
  /** `navigator.locks`, where the browser has it */
  locks: Locks | undefined
  /** whether the page is visible */
  visible(): boolean
  /** ms by a clock that is never set back */
  elapsed(): number
  /** Resolves after the time or when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** an unexpected error; the engine goes on */
  report(error: unknown): void
}

interface JobState {
  job: Job
  isWanted: boolean
  /** by `elapsed` */
  dueAt: number
  endedAt: number
  stop: () => void
  running: Promise<void> | undefined
}

const forever = Number.POSITIVE_INFINITY
/** The longest sleep, ms: timers of browsers take no more than 24 days. */
const longestSleep = 3_600_000
/** How long after an unexpected error, or while another one holds the lock, the next try comes, ms. */
const pause = 30_000
/** The first sleep of a hidden page, ms: in Firefox a page that is being left holds on to a lock that it asks for. */
const hiddenPause = 1000

/** The loop of a page: one timer for all jobs. */
export class Engine<Name extends string = string> {
  private readonly env: EngineEnv
  private readonly states = new Map<Name, JobState>()
  private sleeping = new AbortController()
  /** aborted when the page is shown or hidden */
  private shown = new AbortController()
  private isHolder = false

  constructor(env: EngineEnv) {
    this.env = env
  }

  /** Whether this page works for the device. */
  get isWorking(): boolean {
    return this.isHolder
  }

  /** Adds jobs, which run at once. */
  add(jobs: Partial<Record<Name, Job>>): void {
    for (const [name, job] of Object.entries<Job | undefined>(jobs)) {
      if (!job) continue
      const state = { job, isWanted: true, dueAt: forever, endedAt: 0, stop: () => undefined, running: undefined }
      // the keys of the record are the names
      this.states.set(name as Name, state)
    }
    this.sleeping.abort()
  }

  /** Runs these jobs soon, and again where they are running. */
  wake(...names: Name[]): void {
    for (const name of names) {
      const state = this.states.get(name)
      if (state) state.isWanted = true
    }
    this.sleeping.abort()
  }

  /** Ends a job that is running, and runs it anew. */
  restart(name: Name): void {
    this.states.get(name)?.stop()
    this.wake(name)
  }

  /** The page was shown or hidden. */
  visibilityChanged(): void {
    this.shown.abort()
    this.sleeping.abort()
  }

  /** Works until `stop`. */
  async run(stop: AbortSignal): Promise<void> {
    const { env } = this
    const end = () => this.visibilityChanged()
    stop.addEventListener('abort', end, { once: true })
    while (!stop.aborted) {
      this.shown = new AbortController()
      const { signal } = this.shown
      try {
        if (env.visible()) await withLock(env.locks, { signal }, () => this.work(signal))
        else await this.workHidden(signal)
      } catch (error) {
        env.report(error)
        await env.sleep(pause, stop)
      }
    }
    stop.removeEventListener('abort', end)
  }

  /** Holds the lock. */
  private async work(signal: AbortSignal): Promise<void> {
    this.isHolder = true
    // the holder before may have died in the middle of its work
    for (const state of this.states.values()) state.isWanted = true
    try {
      while (!signal.aborted) {
        const next = this.startDue([...this.states.values()], signal)
        if (!signal.aborted) await this.sleep(next)
      }
    } finally {
      this.isHolder = false
      await Promise.all([...this.states.values()].map(async ({ running }) => running))
    }
  }

  private async workHidden(signal: AbortSignal): Promise<void> {
    const { env } = this
    await env.sleep(hiddenPause, signal)
    this.sleeping = new AbortController()
    const states = [...this.states.values()].filter(({ job }) => job.inBackground)
    const next = this.nextOf(states)
    if (next > 0 && !signal.aborted) await this.sleep(next)
    if (signal.aborted || this.nextOf(states) > 0) return
    const round = async () => {
      // the page was shown meanwhile: a job that starts now would stop before it repairs the queue of a dead sender
      if (signal.aborted) return
      this.startDue(states, signal)
      await Promise.all(states.map(async ({ running }) => running))
    }
    const result = await withLock(env.locks, { ifAvailable: true }, round)
    if (result !== 'busy') return
    for (const state of states) Object.assign(state, { isWanted: false, dueAt: env.elapsed() + pause })
  }

  /** ms until one of these is to be run */
  private nextOf(states: readonly JobState[]): number {
    const now = this.env.elapsed()
    const waits = states.map(({ job, isWanted, dueAt, endedAt, running }) => {
      if (running) return forever
      return isWanted ? 0 : Math.max(0, Math.min(dueAt, endedAt + (job.every?.() ?? forever)) - now)
    })
    return Math.min(forever, ...waits)
  }

  /** Starts what is to be run now. Returns after how many ms the next one is. */
  private startDue(states: readonly JobState[], signal: AbortSignal): number {
    this.sleeping = new AbortController()
    for (const state of states) if (this.nextOf([state]) === 0) this.start(state, signal)
    return this.nextOf(states)
  }

  private start(state: JobState, signal: AbortSignal): void {
    const own = cancelAfter(undefined, signal)
    const run = async () => {
      const wait = await state.job.run(own.signal).catch((error: unknown) => {
        this.env.report(error)
        return pause
      })
      own.done()
      state.running = undefined
      state.endedAt = this.env.elapsed()
      state.dueAt = wait === undefined ? forever : state.endedAt + wait
      this.sleeping.abort()
    }
    Object.assign(state, { isWanted: false, stop: own.abort })
    state.running = run()
  }

  private sleep(milliseconds: number): Promise<void> {
    return this.env.sleep(Math.min(milliseconds, longestSleep), this.sleeping.signal)
  }
}
