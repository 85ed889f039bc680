import { ConnectionError } from '../../../src/api/exchange.ts'
import { orderOfDeclared } from '../../../src/db/files.ts'
import type { Snapshot } from '../../../src/db/outbox-rows.ts'
import { isRecord, parseJson } from '../../../src/lib/record.ts'
import type { Job } from '../../../src/sync/engine.ts'
import { Outbox, outboxPolicy } from '../../../src/sync/outbox.ts'
import { isDue, sendableEntries } from '../../../src/sync/outbox-steps.ts'
import { sendWaiting, type UploadEnv, uploadPolicy } from '../../../src/sync/send-files.ts'
import type { TusRequest, TusResponse } from '../../../src/sync/tus.ts'
import { Network, toAnswer } from '../network.ts'
import type { Actor } from '../scheduler.ts'
import type { Request } from '../server-model.ts'
import { ThreadDevice, type World } from '../threads/device.ts'
import type { FileLedger } from './ledger.ts'
import type { FileMutation } from './mutation.ts'
import type { FileRequest, FileServer } from './server.ts'
import type { FileThreadStore } from './stores.ts'

export interface FileWorld extends World {
  server: FileServer
  ledger: FileLedger
  mutation: FileMutation
}

/** A device whose tabs, and a worker that the browser wakes, also send files. */
export class FileDevice extends ThreadDevice {
  declare readonly world: FileWorld
  declare readonly store: FileThreadStore
  /** the line of files: the same network, other requests */
  readonly line: Network
  private worker: { actor: Actor; stop: AbortController } | undefined
  private readonly asking = new Set<Actor>()

  constructor(name: string, world: FileWorld, store: FileThreadStore) {
    super(name, world, { store, network: new Network(world.server, world.choices) })
    const { server } = world
    const handle = (request: Request) => server.takeFile(request)
    const rest = { success: (key: string) => server.success(key), problem: server.problem.bind(server) }
    this.line = new Network({ handle, ...rest }, world.choices)
  }

  protected override jobsOf(tab: Actor): Record<string, Job> {
    const env = this.lane(tab)
    return { uploads: { inBackground: true, run: (signal) => sendWaiting(env, signal, this.policy()) } }
  }

  /** The browser's event for the worker: the outbox first, then the files. It fires one at a time. */
  wakeWorker(): void {
    if (this.worker && !this.worker.actor.dead) return
    const { mutation, ledger } = this.world
    const actor: Actor = { name: `${this.name} worker`, dead: false }
    const stop = new AbortController()
    this.worker = { actor, stop }
    const outbox = new Outbox(this.env(actor, this.gatedOutbox(actor)), { ...outboxPolicy, ...mutation.policy })
    const run = async () => {
      for (let round = 0; round < 3; round++) {
        await this.unlessPage(actor, () => outbox.drain(stop.signal))
        const wait = await this.unlessPage(actor, () => sendWaiting(this.lane(actor), stop.signal, this.policy()))
        if (wait === undefined || stop.signal.aborted) break
      }
      actor.dead = true
    }
    run().catch((error: unknown) => ledger.accident(error))
  }

  /** A new version takes over. */
  leaveWorker(): void {
    this.worker?.stop.abort()
  }

  killWorker(): void {
    if (this.worker) this.kill(this.worker.actor)
  }

  override kill(actor: Actor): void {
    super.kill(actor)
    this.asking.delete(actor)
  }

  override async isWaiting(): Promise<boolean> {
    const { session } = await this.store.look()
    const seen = await this.store.files.read()
    const isOpen = seen.files.some(
      (row) => row.userId === session?.userId && row.refused === undefined && orderOfDeclared(seen, row) !== undefined,
    )
    return isOpen || super.isWaiting()
  }

  protected override locks(actor: Actor) {
    return this.world.mutation.unlocked ? undefined : super.locks(actor)
  }

  private policy() {
    const { choices, mutation } = this.world
    return { ...uploadPolicy, nextSize: () => 1 + choices.pick(4, 'size'), ...mutation.lane }
  }

  /** The entries that could be sent now, each with the number of its try. */
  private dueOf(all: Snapshot): Set<string> {
    const due = sendableEntries(all).filter((row) => isDue(row, this.now()))
    return new Set(due.map(({ id, attempts }) => `${id} ${attempts}`))
  }

  private lane(actor: Actor): UploadEnv {
    const { scheduler, ledger, mutation } = this.world
    const { files } = this.store
    const { now, random } = this.env(actor, this.gatedOutbox(actor))
    const sleep = (milliseconds: number, signal: AbortSignal) => this.sleep(actor, milliseconds, signal)
    const look = async <T extends Snapshot>(label: string, read: () => Promise<T>) => {
      const [seen, due] = await scheduler.call(actor, label, async () => {
        const all = await read()
        return [all, this.dueOf(all)] as const
      })
      ledger.hasRead(actor, due)
      return seen
    }
    const store: UploadEnv['store'] = {
      read: () => look('read the files', () => files.read()),
      outbox: () => look('look for entries', () => files.outbox()),
      settle: (row, change) =>
        scheduler.call(actor, `settle ${row._id}`, async () => {
          await files.settle(row, change)
          await this.look()
        }),
      expire: (token) => scheduler.call(actor, 'expire', () => files.expire(token)),
    }
    const ask: UploadEnv['ask'] = (asked) => this.askFor(actor, asked)
    return {
      store: mutation.files?.(store) ?? store,
      ask: mutation.ask?.(ask) ?? ask,
      ...{ now, random, sleep, savesData: () => false, show: () => undefined },
    }
  }

  /** A request until its answer is heard or it is given up. */
  private async askFor(actor: Actor, asked: TusRequest): Promise<TusResponse> {
    const { scheduler, ledger } = this.world
    const { kind, id, signal } = asked
    const answer = scheduler.call(actor, `file ${id}: ${kind}`, async () => {
      const { chunk, ...rest } = { chunk: undefined, ...asked }
      const text = chunk ? await this.store.textOf(chunk) : ''
      const due = this.dueOf(await this.store.files.outbox())
      if (signal.aborted) throw new ConnectionError('aborted')
      ledger.asks(this, actor, { asked, due, others: this.asking })
      this.asking.add(actor)
      return this.carryFile({ ...rest, text } as FileRequest, asked.token)
    })
    answer.catch(() => undefined)
    const givenUp = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new ConnectionError('aborted'))),
    )
    try {
      const told = await Promise.race([answer, givenUp])
      ledger.heard(actor, asked, told)
      return told
    } finally {
      this.asking.delete(actor)
    }
  }

  /** Carries a request over the line; of a chunk that is lost, a part may have come. */
  private carryFile(asked: FileRequest, token: string): TusResponse {
    const { scheduler, server, choices } = this.world
    const { line, network } = this
    line.offline = network.offline
    line.healed = network.healed
    const note = (what: string) => scheduler.trace?.push(`   network: ${asked.id} ${what}`)
    const send = (body: FileRequest): Request => ({
      ...{ kind: 'order-event', key: asked.id, token },
      // only takeFile reads it
      body: body as unknown as Request['body'],
    })
    try {
      const wire = line.carry(send(asked), note)
      const { status, isShops, retryAfter } = toAnswer(wire)
      const json = parseJson(wire.text)
      const offset = isRecord(json) && typeof json.offset === 'number' ? json.offset : undefined
      return { status, isShops, offset, after: retryAfter, text: wire.text }
    } catch (error) {
      if (asked.kind === 'chunk' && !network.offline) {
        const part = asked.text.slice(0, choices.pick(asked.text.length + 1, 'part'))
        note(`${part.length} bytes came`)
        if (part.length > 0) server.takeFile(send({ ...asked, text: part }))
      }
      throw error
    }
  }
}
