import type { Answer } from '../../src/api/api-client.ts'
import type { OutboxRow } from '../../src/db/rows.ts'
import type { OutboxEnv, OutboxStore, Sender } from '../../src/sync/outbox-types.ts'
import { type Locks, lockSender } from '../../src/sync/sender-lock.ts'
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
  private readonly holders = new Map<string, Actor>()

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
    for (const [name, holder] of this.holders) if (holder === tab) this.holders.delete(name)
  }

  wakeDue(): void {
    const now = this.trueTime()
    const due = this.sleepers.filter(({ at }) => at <= now)
    this.sleepers = this.sleepers.filter(({ at }) => at > now)
    for (const sleeper of due) sleeper.wake()
  }

  protected env(actor: Actor, store: OutboxStore): OutboxEnv {
    const { scheduler, choices, newId, ledger } = this.host
    return {
      store,
      shopHeader: 'required',
      sender: this.sender(actor),
      send: (row, token) => this.send(actor, row, token),
      reach: () => scheduler.call(actor, 'reach', () => this.isReachable()),
      lookUp: async () => undefined,
      now: () => this.now(),
      newId,
      random: () => choices.pick(this.grain, 'random') / this.grain,
      visible: () => true,
      report: (error) => ledger.accident(error),
      sleep: (milliseconds, signal) =>
        new Promise((resolve) => {
          const wake = () => void scheduler.gate(actor, 'awake').then(resolve)
          if (signal.aborted) return wake()
          const sleeper = { tab: actor, at: this.trueTime() + milliseconds, wake }
          this.sleepers.push(sleeper)
          signal.addEventListener('abort', () => {
            const isSleeping = this.sleepers.includes(sleeper)
            this.sleepers = this.sleepers.filter((other) => other !== sleeper)
            if (isSleeping && !actor.dead) wake()
          })
        }),
    }
  }

  protected sender(actor: Actor): Sender {
    return lockSender(this.locks(actor))
  }

  protected send(actor: Actor, row: OutboxRow, token: string | undefined): Promise<Answer> {
    return this.host.scheduler.call(actor, `send ${row.id}`, () => this.carry(row, token))
  }

  protected locks(actor: Actor): Locks {
    return {
      request: async (name, _options, work) => {
        await this.host.scheduler.gate(actor, 'lock')
        if (actor.dead) return new Promise(() => {})
        if (!this.hasLocks) return work({})
        if (this.holders.has(name)) return work(null)
        this.holders.set(name, actor)
        try {
          const result = await work({})
          if (this.letGo) await this.letGo(actor)
          return result
        } finally {
          if (this.holders.get(name) === actor) this.holders.delete(name)
        }
      },
    }
  }
}
