import type { FileInput } from '../../../contract/files.ts'
import type { OrderEventInput } from '../../../contract/order-events.ts'
import { stateAt } from '../../../contract/order-state.ts'
import { eventEntry } from '../../support/entries.ts'
import type { Tab } from '../threads/device.ts'
import { type Deed, ThreadPeople } from '../threads/person.ts'
import type { FileDevice, FileWorld } from './device.ts'

const day = 86_400_000

/** What people do with devices that send files, and what happens to these. */
export class FilePeople extends ThreadPeople {
  declare protected readonly world: FileWorld
  private chosen = 0

  /** All devices of these histories are of this kind. */
  private on(happen: (device: FileDevice, tab: Tab) => unknown): Deed[1] {
    return (device, tab) => happen(device as FileDevice, tab)
  }

  protected override readonly deeds: Deed[] = [
    ['waits', () => this.wait()],
    ...Array<Deed>(8).fill(['sends files', this.on((device, tab) => this.sendFiles(device, tab))]),
    ...Array<Deed>(4).fill(['says', (device, tab) => this.say(device, tab)]),
    ...Array<Deed>(3).fill(['pulls', (device, tab) => device.pull(tab)]),
    ['kills', (device, tab) => this.replaceTab(device, tab)],
    ['opens', (device) => device.living().length < 2 && device.open()],
    ['cuts', ({ network }) => (network.offline = !network.offline)],
    ['goes on', (device, tab) => this.goOn(device, tab)],
    ['takes back', (device, tab) => this.takeBack(device, tab)],
    ['edits', (device, tab) => this.edit(device, tab)],
    ['logs out', (device) => this.logout(device)],
    ['logs in', (device) => this.login(device)],
    ['the clock jumps', (device) => (device.clockError += (this.world.choices.pick(21, 'days') - 10) * 30 * day)],
    ['late', (device) => this.deliver(device)],
    ['a file is late', this.on(({ line }) => line.deliver(0))],
    ['a day', () => this.pass(day)],
    ...Array<Deed>(3).fill(['a minute', () => this.pass(60_000)]),
    ['the token ends', (device) => this.world.server.expire(this.userOf(device))],
    ['order deleted', () => this.deleteOne()],
    ['double click', () => this.again()],
    ['presses Send now', (_device, tab) => tab.outbox.endWaits('all')],
    ['looks at another tab', (device, tab) => device.turn(tab)],
    ...Array<Deed>(3).fill(['the worker wakes', this.on((device) => device.wakeWorker())]),
    ['the worker dies', this.on((device) => device.killWorker())],
    ['a new version', this.on((device) => device.leaveWorker())],
    ['the network is back', this.on(({ store }) => store.endWaits())],
    ['uploads forgotten', () => this.world.choices.pick(3, 'forget') === 0 && this.world.server.forgetUploads()],
  ]

  /** Chooses files and sends them with a message or, in a deal, with a report. */
  private async sendFiles(device: FileDevice, tab: Tab): Promise<void> {
    const { choices, newId, scheduler, ledger } = this.world
    const { session, orders, feed } = await device.store.look()
    const own = orders.filter(({ userId }) => userId === session?.userId)
    const row = own[choices.pick(Math.max(1, own.length), 'order')]
    if (!session || !row) return
    const files: FileInput[] = []
    for (let count = choices.pick(2, 'files'); count >= 0; count--) {
      const id = newId()
      const text = `${id}${'abcdefgh'.slice(0, choices.pick(8, 'bytes'))}`
      const file: FileInput = { _id: id, name: id, type: 'application/pdf', bytes: text.length, sha256: text }
      ledger.texts.set(id, text)
      const place = { userId: session.userId, order: row._id, at: ++this.chosen }
      await scheduler.call(tab, `choose ${id}`, () =>
        device.store.choose({
          ...file,
          ...place,
          kind: 'out',
          attempts: 0,
          nextAt: 0,
          blob: device.store.blobOf(text),
        }),
      )
      files.push(file)
    }
    const note = `files ${++this.written}`
    const isDeal = stateAt(row.order, feed?.serverAt ?? 0) === 'accepted'
    const after = session.isAdmin ? { after: row.order.version } : {}
    const body: OrderEventInput =
      isDeal && choices.pick(2, 'report') === 1
        ? { kind: 'milestone', step: session.isAdmin ? 'packed' : 'received', on: '2026-06-15', note, files, ...after }
        : { kind: 'message', text: note, files }
    const entry = eventEntry({ id: newId(), order: row._id, reference: '', body, session }, device.now())
    this.last = { tab, entry }
    await this.save(tab, entry)
  }
}
