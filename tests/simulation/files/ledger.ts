import { filesOf } from '../../../src/db/files.ts'
import type { FileRow } from '../../../src/db/rows.ts'
import type { TusRequest, TusResponse } from '../../../src/sync/tus.ts'
import type { Actor } from '../scheduler.ts'
import { ThreadLedger } from '../threads/ledger.ts'
import type { FileDevice } from './device.ts'
import type { FileMutation } from './mutation.ts'
import type { FileServer } from './server.ts'
import type { FileDisk } from './stores.ts'

/** What one sender knows. */
interface Lane {
  /** entries that could be sent when it last looked at the outbox, and when it last sent something since */
  due: Set<string>
  dueAtRequest: Set<string>
  /** what it last heard about a file */
  id: string
  offset: number | undefined
}

interface Asking {
  asked: TusRequest
  due: Set<string>
  /** those of this device whose requests are under way */
  others: ReadonlySet<Actor>
}

/** Records what the app has promised about files, and reports every violation, besides those of threads. */
export class FileLedger extends ThreadLedger {
  declare protected readonly server: FileServer
  /** the bytes of each file that was chosen */
  readonly texts = new Map<string, string>()
  /** the files that each event names */
  private readonly named = new Map<string, string[]>()
  private readonly lanes = new Map<Actor, Lane>()
  private readonly hadFiles = new Map<FileDevice, FileRow[]>()
  private readonly proven = new Set<string>()

  constructor(server: FileServer, mutation: FileMutation) {
    super(server, mutation)
  }

  private laneOf(actor: Actor): Lane {
    const lane = this.lanes.get(actor) ?? { due: new Set(), dueAtRequest: new Set(), id: '', offset: undefined }
    this.lanes.set(actor, lane)
    return lane
  }

  private wasSaid(id: string): boolean {
    return this.server.log.some(({ key }) => this.named.get(key)?.includes(id))
  }

  hasRead(actor: Actor, due: Set<string>): void {
    Object.assign(this.laneOf(actor), { due, dueAtRequest: new Set() })
  }

  /** A request leaves the device. */
  asks(device: FileDevice, actor: Actor, { asked, due, others }: Asking): void {
    const { kind, id } = asked
    const lane = this.laneOf(actor)
    if (!this.wasSaid(id)) this.blame(`F2: ${id} was sent before its message`)
    if (lane.due.size > 0) this.blame(`F4: ${[...lane.due].join()} waits behind ${id}`)
    if ([...lane.dueAtRequest].some((entry) => due.has(entry)))
      this.blame(`F4: nobody looks at the outbox during ${id}`)
    if (device.hasLocks && [...others].some((other) => other !== actor && !other.dead))
      this.blame(`F3: two of ${device.name} send files at once`)
    if (device.hasLocks && this.proven.has(`${device.name} ${id}`))
      this.blame(`F5: ${id} is there, and ${device.name} goes on`)
    const offset = lane.id === id ? lane.offset : undefined
    if (kind === 'chunk' && asked.from !== offset) this.blame(`F5: ${id} goes on at ${asked.from} and not at ${offset}`)
    lane.dueAtRequest = due
  }

  /** An answer is heard by a sender that still listens. */
  heard(actor: Actor, { kind, id }: TusRequest, { status, isShops, offset }: TusResponse): void {
    const lane = this.laneOf(actor)
    // a beginning does not say how much is there already
    const isTold = isShops && status < 300 && kind !== 'begin'
    Object.assign(lane, { id, offset: isTold ? offset : undefined })
  }

  override look(device: FileDevice, disk: FileDisk): void {
    super.look(device, disk)
    for (const row of disk.rows) {
      const files = filesOf(row)
      if (files.length > 0)
        this.named.set(
          row.id,
          files.map(({ _id }) => _id),
        )
    }
    for (const { _id, order, refused } of this.hadFiles.get(device) ?? []) {
      const row = disk.files.find((each) => each._id === _id)
      const isDeleted = this.server.deleted.has(order)
      if (!row && this.server.here.has(_id)) this.proven.add(`${device.name} ${_id}`)
      if (!row && !this.server.here.has(_id) && !isDeleted)
        this.blame(`F1: ${_id} has left ${device.name}, and is not there`)
      if (row?.refused !== undefined && refused === undefined && !isDeleted)
        this.blame(`F1: ${_id} is shown as refused (${row.refused}), and fits`)
    }
    this.hadFiles.set(device, disk.files)
    for (const [id, text] of this.server.here) {
      if (text !== this.texts.get(id)) this.blame(`F1: ${id} arrived as '${text}' and not as '${this.texts.get(id)}'`)
    }
  }

  override compare(device: FileDevice, disk: FileDisk): void {
    super.compare(device, disk)
    for (const { key, order } of this.server.log) {
      if (this.server.deleted.has(order)) continue
      for (const id of this.named.get(key) ?? []) {
        // its author changed the message and may find the file among the chosen ones, on the own device
        const kept = [disk.files, ...this.hadFiles.values()].flat()
        const isKept = this.said.get(key)?.heir !== undefined && kept.some(({ _id, blob }) => _id === id && blob)
        if (isKept) continue
        if (this.server.here.get(id) !== this.texts.get(id)) this.blame(`F1: ${id} of ${key} never arrived`)
        if (disk.files.some(({ _id }) => _id === id)) this.blame(`F1: ${id} is there, and ${device.name} keeps it`)
      }
    }
  }
}
