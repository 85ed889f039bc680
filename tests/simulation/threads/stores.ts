import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createDatabase } from '../../../src/db/database.ts'
import {
  begunFill,
  fedPage,
  gapIn,
  isSameFeed,
  type OrderStore,
  orderStore,
  withPage,
} from '../../../src/db/order-store.ts'
import { nextOrderRow } from '../../../src/db/orders.ts'
import { type OutboxStore, outboxStore } from '../../../src/db/outbox-rows.ts'
import type { OrderFeed, OrderRow, OutboxRow, Session } from '../../../src/db/rows.ts'
import { dropSession, putSession, removeViewsOf } from '../../../src/db/session.ts'
import type { ThreadMutation } from './mutation.ts'

/** Everything that a device stores, at one moment. */
export interface Disk {
  rows: OutboxRow[]
  session: Session | undefined
  orders: OrderRow[]
  feed: OrderFeed | undefined
}

export interface ThreadStore {
  outbox: OutboxStore
  orders: OrderStore
  look(): Promise<Disk>
  setSession(session: Session | undefined): Promise<void>
  /** what a logout removes besides the session */
  forget(userId: string): Promise<void>
  close(): void
}

/** The model: fast, with the product's own decisions. */
export function memoryStore(mutation: ThreadMutation): ThreadStore {
  const { nextRow = nextOrderRow, fed = fedPage, sameFeed = isSameFeed } = mutation
  const disk: Disk = { rows: [], session: undefined, orders: [], feed: undefined }
  const put = (answer: Parameters<typeof nextOrderRow>[1]) => {
    const { userId, order } = answer
    const isIt = (row: OrderRow) => row.userId === userId && row._id === order._id
    const next = nextRow(disk.orders.find(isIt), answer)
    if (next) disk.orders = [...disk.orders.filter((row) => !isIt(row)), next]
  }
  const feedOf = (userId: string) => (disk.feed?.userId === userId ? disk.feed : undefined)
  const isHere = (userId: string, feed: OrderFeed | undefined) =>
    mutation.writesAfterLogout || (disk.session?.userId === userId && sameFeed(feedOf(userId), feed))
  return {
    outbox: {
      read: async () => ({ rows: disk.rows, session: disk.session }),
      async transact(step) {
        const change = step({ rows: disk.rows, session: disk.session })
        const gone = new Set([...(change.remove ?? []), ...(change.put ?? []).map(({ id }) => id)])
        const rows = [...disk.rows.filter(({ id }) => !gone.has(id)), ...(change.put ?? [])]
        disk.rows = rows.sort((a, b) => a.seq - b.seq)
        if (change.session !== undefined) disk.session = change.session ?? undefined
        const { answer } = change
        const isSaved = disk.orders.some(({ userId, _id }) => userId === answer?.userId && _id === answer.order._id)
        if (answer && (answer.isNew || isSaved))
          put({ ...answer, during: feedOf(answer.userId)?.fill ?? 0, isFeed: false })
        return change.result
      },
    },
    orders: {
      getFeed: async (userId) => feedOf(userId),
      async beginFill(userId, feed) {
        if (isHere(userId, feed)) disk.feed = begunFill(userId, feed)
        else return undefined
        return disk.feed
      },
      async savePage(feed, page) {
        const { userId, fill } = feed
        if (!isHere(userId, feed)) return undefined
        const next = fed(feed, page)
        for (const order of page.changes.changed) put({ userId, order, during: fill, isFeed: true, at: page.now })
        disk.orders = disk.orders.filter((row) => row.userId !== userId || !page.changes.deleted.includes(row._id))
        const isFilled = feed.phase !== 'done' && next.phase === 'done'
        if (isFilled) disk.orders = disk.orders.filter((row) => row.userId !== userId || row.fill >= fill)
        disk.feed = next
        return next
      },
      listGaps: async (userId) => disk.orders.filter((row) => row.userId === userId).flatMap(gapIn),
      async saveEvents(userId, page) {
        const row = disk.orders.find((each) => each.userId === userId && each._id === page.id)
        const isSignedIn = mutation.writesAfterLogout || disk.session?.userId === userId
        if (!row || !isSignedIn) return undefined
        const next = withPage(row, page)
        disk.orders = [...disk.orders.filter((each) => each !== row), next]
        return gapIn(next)[0]
      },
    },
    look: async () => ({ ...disk }),
    async setSession(session) {
      disk.session = session
    },
    async forget(userId) {
      if (!mutation.leavesOrders) disk.orders = disk.orders.filter((row) => row.userId !== userId)
      if (disk.feed?.userId === userId) disk.feed = undefined
    },
    close() {},
  }
}

/** A device's empty disk. */
export const freshDatabase = () => createDatabase('threads', { indexedDB: new IDBFactory(), IDBKeyRange })

/** The product's own tables in IndexedDB. */
export function dexieStore(db = freshDatabase()): ThreadStore {
  const outbox = outboxStore(db)
  return {
    outbox,
    orders: orderStore(db),
    look: () =>
      db.transaction('r', db.outbox, db.keyValue, db.orders, async () => ({
        ...(await outbox.read()),
        orders: await db.orders.toArray(),
        // only the store of orders writes rows of this name
        feed: (await db.keyValue.get('order-feed'))?.value as OrderFeed | undefined,
      })),
    setSession: (session) => (session ? putSession(db, session) : dropSession(db)),
    forget: (userId) => removeViewsOf(db, userId),
    close: () => db.close(),
  }
}
