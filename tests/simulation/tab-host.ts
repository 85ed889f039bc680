import type { Answer } from '../../src/api/exchange.ts'
import type { OutboxStore } from '../../src/db/outbox-rows.ts'
import type { OutboxRow } from '../../src/db/rows.ts'
import { Engine, type Job, type Locks, withLock } from '../../src/sync/engine.ts'
import type { Outbox, OutboxEnv } from '../../src/sync/outbox.ts'
import { watchedEntries } from '../../src/sync/outbox-steps.ts'
import type { Choices } from './choices.ts'
import type { Actor, Scheduler } from './scheduler.ts'

interface Sleeper {
  tab: Actor
  at: number
  wake: () => void
}

interface HostWorld {
  scheduler: Scheduler
  choices: Choices
  newId: () => string
  ledger: { accident(error: unknown): void }
}

interface Waiter {
  actor: Actor
  grant: () => void
}

interface Traits {
  hasLocks: boolean
  clockError: number
}

/** Two of three devices have Web Locks, and two of four a true clock. */
const drawTraits = ({ choices }: HostWorld): Traits => ({
  hasLocks: choices.pick(3, 'locks') < 2,
  clockError: [0, 0, 40 * 86_400_000, -400 * 86_400_000][choices.pick(4, 'clock')] ?? 0,
})

/** What the tabs of one device share: clock, locks and sleeping tabs. */
export abstract class TabHost {
  sleepers: Sleeper[] = []
  /** the error of the device's clock, ms */
  clockError: number
  readonly hasLocks: boolean
  protected readonly host: HostWorld
  /** how many values chance has */
  protected readonly grain: number = 10
  private holder: Actor | undefined
  private waiters: Waiter[] = []
  private readonly engines = new Map<Actor, Engine>()
  private readonly hidden = new Set<Actor>()
  private entries = ''

  constructor(world: HostWorld, { hasLocks, clockError } = drawTraits(world)) {
    this.host = world
    this.hasLocks = hasLocks
    this.clockError = clockError
  }

  /** the true time, ms since 1970 */
  protected abstract trueTime(): number
  /** carries one request over the network */
  protected abstract carry(row: OutboxRow, token: string | undefined): Answer | Promise<Answer>
  /** the answer to the question whether the server can be reached */
  protected abstract isReachable(): boolean
  /** runs before a sender gives its lock back */
  protected letGo?(actor: Actor): Promise<void>

  now(): number {
    return this.trueTime() + this.clockError
  }

  kill(tab: Actor): void {
    this.host.scheduler.kill(tab)
    this.sleepers = this.sleepers.filter((sleeper) => sleeper.tab !== tab)
    this.engines.delete(tab)
    this.waiters = this.waiters.filter(({ actor }) => actor !== tab)
    this.release(tab)
  }

  wakeDue(): void {
    const now = this.trueTime()
    const due = this.sleepers.filter(({ at }) => at <= now)
    this.sleepers = this.sleepers.filter(({ at }) => at > now)
    for (const sleeper of due) sleeper.wake()
  }

  protected env(actor: Actor, store: OutboxStore): OutboxEnv {
    const { scheduler, choices, newId } = this.host
    return {
      store,
      send: (row, token) => this.send(actor, row, token),
      reach: () => scheduler.call(actor, 'reach', () => this.isReachable()),
      now: () => this.now(),
      newId,
      random: () => choices.pick(this.grain, 'random') / this.grain,
    }
  }

  protected sleep(actor: Actor, milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => void this.host.scheduler.gate(actor, 'awake').then(resolve)
      if (signal.aborted) return wake()
      const sleeper = { tab: actor, at: this.trueTime() + milliseconds, wake }
      this.sleepers.push(sleeper)
      signal.addEventListener('abort', () => {
        const isSleeping = this.sleepers.includes(sleeper)
        this.sleepers = this.sleepers.filter((other) => other !== sleeper)
        if (isSleeping && !actor.dead) wake()
      })
    })
  }

  /** Starts the product's own engine of a tab, which sends the outbox and does these jobs. */
  protected startEngine(actor: Actor, outbox: Outbox, jobs: Record<string, Job> = {}): Engine {
    const { ledger } = this.host
    const engine = new Engine({
      locks: this.locks(actor),
      visible: () => !this.hidden.has(actor),
      elapsed: () => this.trueTime(),
      sleep: (milliseconds, signal) => this.sleep(actor, milliseconds, signal),
      report: (error) => ledger.accident(error),
    })
    const run = async (stop: AbortSignal) => {
      const { waiting, next = 30_000 } = await outbox.drain(stop)
      if (this.hasLocks && this.letGo) await this.letGo(actor)
      return waiting > 0 ? Math.min(next, 30_000) : undefined
    }
    engine.add({ outbox: { run, inBackground: true }, ...jobs })
    this.engines.set(actor, engine)
    engine.run(new AbortController().signal).catch((error: unknown) => ledger.accident(error))
    return engine
  }

  /** Somebody has written to the outbox: the live queries of all tabs notice. */
  protected written(rows: readonly OutboxRow[]): void {
    const entries = watchedEntries(rows)
    if (entries !== this.entries) for (const engine of this.engines.values()) engine.wake('outbox', 'uploads')
    this.entries = entries
  }

  /** Login and logout are noticed too. */
  wakeAll(): void {
    for (const engine of this.engines.values()) engine.wake('outbox', 'uploads')
  }

  /** The person looks at something else, or at this tab again. */
  turn(tab: Actor): void {
    if (!this.hidden.delete(tab)) this.hidden.add(tab)
    this.engines.get(tab)?.visibilityChanged()
  }

  /** The worker works unless a page does. */
  protected unlessPage<T>(actor: Actor, work: () => Promise<T>): Promise<T | 'busy'> {
    return withLock(this.locks(actor), { ifAvailable: true }, work)
  }

  protected send(actor: Actor, row: OutboxRow, token: string | undefined): Promise<Answer> {
    return this.host.scheduler.call(actor, `send ${row.id}`, () => this.carry(row, token))
  }

  protected locks(actor: Actor): Locks | undefined {
    if (!this.hasLocks) return undefined
    return {
      request: async (_name, wait, work) => {
        await this.host.scheduler.gate(actor, 'lock')
        if (actor.dead) return new Promise(() => {})
        if (this.holder && 'ifAvailable' in wait) return work(null)
        if (this.holder && 'signal' in wait) await this.waitFor(actor, wait.signal)
        // killed when it had just been granted
        if (actor.dead) return new Promise(() => {})
        this.holder = actor
        try {
          return await work({})
        } finally {
          this.release(actor)
        }
      },
    }
  }

  private waitFor(actor: Actor, signal: AbortSignal): Promise<void> {
    return new Promise((grant, refuse) => {
      const waiter = { actor, grant }
      const end = () => {
        if (!this.waiters.includes(waiter)) return
        this.waiters = this.waiters.filter((other) => other !== waiter)
        refuse(new Error('The wait for the lock was ended'))
      }
      this.waiters.push(waiter)
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
    })
  }

  private release(actor: Actor): void {
    if (this.holder !== actor) return
    const next = this.waiters.shift()
    this.holder = next?.actor
    next?.grant()
  }
}
