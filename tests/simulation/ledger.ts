import { type Change, isPending } from '../../src/db/outbox-rows.ts'
import type { OutboxRow } from '../../src/db/rows.ts'
import { isRevocable } from '../../src/sync/kinds.ts'
import { doneLifetime } from '../../src/sync/outbox-steps.ts'
import type { Mutation } from './mutation.ts'
import { type ServerModel, tagOf } from './server-model.ts'

/** What a person sent, as seen from outside the device. */
interface Sent {
  user: string
  tag: string
  /** the app showed it as saved */
  shownAsSaved: boolean
  /** its place in the order of acceptance; absent before it is saved */
  place?: number
  /** the person withdrew it (edited it, or discarded it unsent), discarded a refused one, or discarded it at logout */
  gone?: 'edited' | 'discarded' | 'thrown away'
}

/** Records what the app has promised and reports every violation by the outbox. */
export class Ledger {
  readonly sent = new Map<string, Sent>()
  readonly faults: string[] = []
  /** ids of entries that were sent */
  private readonly removed = new Set<string>()
  private readonly server: ServerModel
  private readonly screens: { isPending: typeof isPending; isRevocable: typeof isRevocable }
  /** tokens of sessions that the person ended */
  private readonly loggedOut = new Set<string>()
  private forgotten: string | undefined
  private places = 0
  /** how often each key has left the device */
  private readonly tries = new Map<string, number>()
  /** how often each got a 500 */
  private readonly failures = new Map<string, number>()

  constructor(server: ServerModel, mutation: Mutation = {}) {
    this.server = server
    this.screens = {
      isPending: mutation.isPending ?? isPending,
      isRevocable: mutation.isRevocable ?? isRevocable,
    }
  }

  blame(what: string): void {
    if (!this.faults.includes(what)) this.faults.push(what)
  }

  accident(error: unknown): void {
    this.blame(`accident: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }

  offer(tag: string, user: string): void {
    if (!this.sent.has(tag)) this.sent.set(tag, { user, tag, shownAsSaved: false })
  }

  saved(tag: string): void {
    const sent = this.sent.get(tag)
    if (sent) sent.shownAsSaved = true
  }

  takenBack(row: OutboxRow, how: NonNullable<Sent['gone']>): void {
    const sent = this.sent.get(tagOf(row.payload.body))
    if (sent) sent.gone = how
  }

  /** Whether the screen that could send this is closed: its entry was sent, or its content was withdrawn under another id. */
  isClosed(id: string, tag: string): boolean {
    return this.removed.has(id) || this.sent.get(tag)?.gone !== undefined
  }

  /** Called at every write. */
  written(before: readonly OutboxRow[], change: Change<unknown>, now: number): void {
    const { session } = change
    if (session?.expired && this.server.knows(session.token)) this.blame('9: a login that is good was ended')
    for (const id of change.remove ?? []) this.checkRename(before, change.put ?? [], id)
    for (const row of change.put ?? []) this.checkWrite(before, row)
    for (const id of change.remove ?? []) {
      const row = before.find((each) => each.id === id)
      if (row?.payload.kind === 'logout') {
        if (this.server.knows(row.payload.token)) this.blame(`9: ${id} left, and its token is still good`)
        continue
      }
      if (row && change.put?.some(({ payload }) => tagOf(payload.body) === tagOf(row.payload.body))) continue
      this.removed.add(id)
      if (row?.from) this.removed.add(row.from)
      const sent = row && this.sent.get(tagOf(row.payload.body))
      const pruned = row?.state === 'done' && now - (row.sentAt ?? now) > doneLifetime
      const forgotten = row?.state === 'done' && row.userId === this.forgotten
      if (row && !sent?.gone && !pruned && !forgotten) this.blame(`7: ${id} was removed and nobody asked for it`)
    }
  }

  /** A request leaves the device. */
  begun(key: string): void {
    this.tries.set(key, (this.tries.get(key) ?? 0) + 1)
  }

  /** The device has got an answer of status 500. */
  failed(key: string): void {
    this.failures.set(key, (this.failures.get(key) ?? 0) + 1)
  }

  /** The person ends a session. */
  logsOut(token: string): void {
    this.loggedOut.add(token)
  }

  /** The outbox forgets a user: only delivered entries are removed. */
  forgets(user: string, rows: readonly OutboxRow[], change: Change<unknown>): void {
    this.forgotten = user
    const stays = rows.some((row) => row.userId === user && row.state === 'done' && !change.remove?.includes(row.id))
    if (stays) this.blame(`9: what '${user}' has sent stays after the logout`)
  }

  private checkRename(before: readonly OutboxRow[], put: readonly OutboxRow[], id: string): void {
    const row = before.find((each) => each.id === id)
    const tag = row && tagOf(row.payload.body)
    const next = tag && put.find((each) => tagOf(each.payload.body) === tag)
    if (!tag || !next || next.id === id) return
    if (this.server.taken.get(tag) !== id) this.blame(`5: ${id} got another id, and its reference was free`)
    this.tries.set(next.id, this.tries.get(id) ?? 0)
  }

  /** The sender has ended its pass without being killed. `killed`: others were killed before it. */
  rested(rows: readonly OutboxRow[], { killed }: { killed: boolean }): void {
    for (const row of rows) {
      const { id, v, state } = row
      if (v !== 1) continue
      if (state === 'sending') this.blame(`8: ${id} is shown as on its way when nobody sends`)
      const tries = this.tries.get(id) ?? 0
      const counted = triesOf(row)
      if (counted > tries && !killed) this.blame(`8: ${id} counts ${counted} tries and had ${tries}`)
    }
  }

  private checkWrite(before: readonly OutboxRow[], row: OutboxRow): void {
    if (row.kind === 'logout') {
      if (this.screens.isPending(row)) this.blame(`5: the logout ${row.id} counts as a request`)
      return
    }
    const sent = this.sent.get(tagOf(row.payload.body))
    if (row.v !== 1) this.blame(`7: ${row.id} of another version was touched`)
    if (sent && sent.place === undefined) sent.place = ++this.places
    const old = before.find(({ id }) => id === row.id)
    if (old?.state === 'done' && row.state !== 'done') this.blame(`5: ${row.id} was shown as sent and is not any more`)
    // an entry that counts as untried may be withdrawn
    const tries = this.tries.get(row.id) ?? 0
    const counted = triesOf(row)
    if (row.v === 1 && counted < tries) this.blame(`8: ${row.id} had ${tries} tries and counts ${counted}`)
    // after eight of them others may overtake it
    const failures = this.failures.get(row.id) ?? 0
    if (row.state === 'queued' && row.problem && row.problem.status !== 500 && row.failures > 0)
      this.blame(`8: ${row.id} counts failures after another answer`)
    if (row.failures > failures) this.blame(`8: ${row.id} failed ${failures} times and counts ${row.failures}`)
    const commit = this.server.commits.find(({ key }) => key === row.id)
    if (!this.screens.isPending(row) && !commit)
      this.blame(`5: ${row.id} counts as sent, but the server does not have it`)
    if (row.v === 1 && this.screens.isRevocable(row) && tries > 0 && !this.server.refused.has(row.id))
      this.blame(`8: ${row.id} may be taken back after ${tries} tries`)
    if (row.state === 'done' && !commit) this.blame(`5: ${row.id} is shown as sent, but the server does not have it`)
    if (row.state === 'attention' && !this.server.refused.has(row.id))
      this.blame(`5: ${row.id} is shown as refused, but the server never refused it`)
  }

  /** After all faults have ended: the state is exactly what was promised. */
  settleUp(rows: readonly OutboxRow[]): void {
    const { commits, refused } = this.server
    for (const sent of this.sent.values()) {
      const { tag, gone } = sent
      const count = commits.filter((commit) => commit.tag === tag).length
      const row = rows.find((each) => each.v === 1 && tagOf(each.payload.body) === tag)
      if (count > 1) this.blame(`1: ${tag} is on the server ${count} times`)
      if (gone === 'edited' && count > 0) this.blame(`1: ${tag} was taken back and is on the server`)
      const settled = count === 1 || (row?.state === 'attention' && refused.has(row.id))
      if ((sent.shownAsSaved || sent.place !== undefined) && !gone && !settled)
        this.blame(`1: ${tag} was accepted and neither arrived nor was refused (${row?.state ?? 'no entry'})`)
      if (row && count === 1 && row.state !== 'done') this.blame(`5: ${tag} arrived, but is shown as ${row.state}`)
    }
    for (const { tag, user, key } of commits) {
      const sent = this.sent.get(tag)
      if (sent === undefined) this.blame(`2: nobody sent ${tag} (${key})`)
      else if (sent.user !== user) this.blame(`3: ${tag} of '${sent.user}' is under '${user}'`)
    }
    if (rows.some(({ kind }) => kind === 'logout')) this.blame('9: a logout never left the device')
    for (const token of this.loggedOut) if (this.server.knows(token)) this.blame(`9: ${token} is still good`)
    for (const token of this.server.ended) if (!this.loggedOut.has(token)) this.blame(`9: nobody ended ${token}`)
    this.checkOrder()
  }

  /** 4: for each user in the order of acceptance, except for entries that were overtaken or discarded. */
  private checkOrder(): void {
    const last = new Map<string, number>()
    for (const { tag, user } of this.server.commits) {
      const sent = this.sent.get(tag)
      if (!sent?.place || sent.gone || (this.server.failed.get(tag) ?? 0) >= 8) continue
      if (sent.place < (last.get(user) ?? 0)) this.blame(`4: ${tag} overtook an earlier request of '${user}'`)
      last.set(user, Math.max(sent.place, last.get(user) ?? 0))
    }
  }
}

/** How often an entry says that it has left the device. */
const triesOf = ({ attempts, unsent = 0 }: OutboxRow) => attempts - unsent
