import type { Order } from '../../../contract/orders.ts'
import { readOrder } from '../../../src/api/read-order.ts'
import { shownState } from '../../../src/orders/read.ts'
import type { ThreadDevice } from './device.ts'
import type { ThreadMutation } from './mutation.ts'
import type { ThreadServer } from './server.ts'
import type { Disk } from './stores.ts'

/** An event of a person, as seen from outside the device. */
interface Said {
  user: string
  order: string
  /** its place among the events of the device; absent before it is saved */
  place?: number
  /** the person withdrew or replaced it */
  isGone?: boolean
}

/** Records what the app has promised about threads and reports every violation. */
export class ThreadLedger {
  readonly faults: string[] = []
  readonly said = new Map<string, Said>()
  private readonly server: ThreadServer
  private readonly shown: typeof shownState
  private readonly versions = new Map<ThreadDevice, Map<string, number>>()
  private readonly lastSeen = new Map<ThreadDevice, Disk>()
  private seen = 0

  constructor(server: ThreadServer, mutation: ThreadMutation) {
    this.server = server
    this.shown = mutation.shown ?? shownState
  }

  blame(what: string): void {
    if (!this.faults.includes(what)) this.faults.push(what)
  }

  accident(error: unknown): void {
    this.blame(`accident: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }

  say(key: string, user: string, order: string): void {
    if (!this.said.has(key)) this.said.set(key, { user, order })
  }

  takenBack(key: string): void {
    const said = this.said.get(key)
    if (said) said.isGone = true
  }

  /** A replacement has the place of the event that it replaces. */
  replaced(key: string, next: string): void {
    const [old, said] = [this.said.get(key), this.said.get(next)]
    if (said && old?.place !== undefined) said.place = old.place
    this.takenBack(key)
  }

  /** Checks the events that the server has accepted since the last call. */
  committed(): void {
    const { log } = this.server
    for (; this.seen < log.length; this.seen++) {
      const commit = log[this.seen]
      if (!commit) continue
      const { key, user, order, isRight } = commit
      if (!isRight) this.blame(`2: the server took ${key}, which does not stand any more`)
      if (log.slice(0, this.seen).some((other) => other.key === key)) this.blame(`1: ${key} is on the server twice`)
      const said = this.said.get(key)
      if (!said) this.blame(`1: nobody said ${key}`)
      else if (said.user !== user || said.order !== order) this.blame(`1: ${key} of '${said.user}' is under '${user}'`)
      else if (said.isGone) this.blame(`1: ${key} was taken back and is on the server`)
      else this.checkPlace(key, said)
    }
  }

  /** Every earlier event of the order has arrived before, or was withdrawn. */
  private checkPlace(key: string, { user, order, place = 0 }: Said): void {
    for (const [other, said] of this.said) {
      const isEarlier = said.user === user && said.order === order && said.place !== undefined && said.place < place
      if (!isEarlier || said.isGone) continue
      if (!this.server.log.slice(0, this.seen).some((commit) => commit.key === other))
        this.blame(`4: ${key} overtook ${other}, said earlier on ${order}`)
    }
  }

  /** After each write: what the screens of this device show is true. */
  look(device: ThreadDevice, disk: Disk): void {
    for (const { id, seq, state } of disk.rows) {
      const said = this.said.get(id)
      if (said) said.place ??= seq
      const isThere = this.server.taken.has(id)
      if (state === 'done' && said && !isThere) this.blame(`1: ${id} is shown as sent, and the server does not have it`)
      if (state === 'attention' && !this.server.refused.has(id)) this.blame(`5: ${id} is shown as refused, and was not`)
      if (state === 'attention' && isThere && said && !this.server.deleted.has(said.order))
        this.blame(`5: ${id} is shown as refused, and the server has it`)
    }
    const before = this.lastSeen.get(device)
    const isSame = before?.orders === disk.orders && before.feed === disk.feed && before.session === disk.session
    this.lastSeen.set(device, disk)
    if (!isSame) this.lookAtOrders(device, disk)
  }

  private lookAtOrders(device: ThreadDevice, disk: Disk): void {
    this.checkComplete(device, disk)
    const before = this.versions.get(device)
    const versions = new Map<string, number>()
    this.versions.set(device, versions)
    const serverAt = disk.feed?.serverAt ?? 0
    for (const { order, userId, _id } of disk.orders) {
      const key = `${device.name} ${userId} ${_id}`
      const isOwn = userId === disk.session?.userId || device.leaving.has(userId)
      if (!isOwn) this.blame(`7: ${key} is there, and ${disk.session?.userId ?? 'nobody'} is signed in`)
      const { events, version } = order
      if (events.some(({ seq }, index) => seq !== index + 1) || new Set(events.map(({ _id }) => _id)).size !== version)
        this.blame(`6: the thread of ${key} has a gap or a double`)
      if (version < (before?.get(key) ?? 0)) this.blame(`6: ${key} went back to version ${version}`)
      versions.set(key, version)
      const state = this.shown(order, serverAt)
      if (!this.server.hasHad(order._id, state))
        this.blame(`5: ${device.name} shows ${order._id} as ${state}, which it never was`)
    }
  }

  /** No order is created while a history runs, so a list marked as complete has all of them. */
  private checkComplete({ name }: ThreadDevice, { session, feed, orders }: Disk): void {
    if (!session || feed?.userId !== session.userId || !feed.isComplete) return
    for (const id of this.server.visibleIds(session.userId))
      if (!orders.some(({ _id }) => _id === id)) this.blame(`8: ${name} calls its list complete, and ${id} is missing`)
  }

  /** After all faults have ended: every event has arrived, was refused, or waits behind a refused one. */
  settleUp(disk: Disk): void {
    const { log, refused } = this.server
    for (const [key, said] of this.said) {
      const row = disk.rows.find(({ id }) => id === key)
      if (said.place === undefined || said.isGone || said.user !== disk.session?.userId) continue
      const isHeld = disk.rows.some(
        ({ state, payload, seq }) =>
          state === 'attention' &&
          payload.kind === 'order-event' &&
          payload.order === said.order &&
          seq < (said.place ?? 0),
      )
      const isThere = log.some((commit) => commit.key === key)
      const isDeleted = this.server.deleted.has(said.order)
      if (isThere && row && row.state !== 'done' && !isDeleted)
        this.blame(`5: ${key} arrived, and is shown as ${row.state}`)
      if (isThere || (row && (isHeld || (row.state === 'attention' && refused.has(key))))) continue
      this.blame(`3: ${key} was saved and is neither there nor refused (${row?.state ?? 'no entry'})`)
    }
  }

  /** After a pull: the device has what the server has, and shows the same states. */
  compare(device: ThreadDevice, disk: Disk): void {
    const { session, orders, feed } = disk
    if (!session) return
    const has = orders.map(({ order }) => describe(order, this.shown(order, feed?.serverAt ?? 0)))
    const wanted = this.server.visible(session.userId).map((order) => describe(readOrder(order), order.state))
    if (!feed?.isComplete) this.blame(`3: ${device.name} never has all orders`)
    if (has.sort().join('\n') !== wanted.sort().join('\n'))
      this.blame(`3: after a pull ${device.name} has\n${has.join('\n')}\nand the server\n${wanted.join('\n')}`)
  }
}

function describe(order: Order | undefined, state: string): string {
  return `${order?._id} ${state} ${JSON.stringify(order?.events)}`
}
