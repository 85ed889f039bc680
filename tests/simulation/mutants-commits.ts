import { setImmediate as turn } from 'node:timers/promises'
import type { deleteFish, setFishFields } from '../../server/catalogue/fishes-table.ts'
import type { fishChanges } from '../../server/catalogue/read-fishes.ts'
import type { bumpCatalogueVersion } from '../../server/db/catalogue-state.ts'
import type { markKeyDeleted, withIdempotencyKey } from '../../server/db/idempotency.ts'
import { type Bugs, bug } from './seams.ts'
import type { Process } from './server-process.ts'

/** Bugs of the server: in functions of its modules, and in how it commits. */
export interface CommitBugs {
  modules?: (now: () => Process) => Bugs
  commits?: 'failed count as done' | 'answered before'
}

const forgets = (field: string): CommitBugs => ({
  modules: () => ({
    withIdempotencyKey: bug<typeof withIdempotencyKey>((original) => (shop, request, work) => {
      const payload = Object.fromEntries(Object.entries(Object(request.payload)).filter(([name]) => name !== field))
      return original(shop, { ...request, payload }, work)
    }),
  }),
})

/** Bugs of orders, commits and the feed, each injected where it could be made. */
export const commitMutants: Record<string, CommitBugs> = {
  "the payload's hash leaves out the products": forgets('orderItems'),
  "the payload's hash leaves out the address": forgets('shippingAddress'),
  'a failed commit counts as done': { commits: 'failed count as done' },
  'an order is answered before its commit': { commits: 'answered before' },
  'the tombstone is written in a transaction of its own': {
    modules: (now) => ({
      markKeyDeleted: bug<typeof markKeyDeleted>((bury) => async (_tx, tombstone) => {
        const { db } = now()
        void turn().then(() => bury(db, tombstone).catch(() => undefined))
      }),
    }),
  },
  'a deleted order leaves no tombstone': {
    modules: () => ({ markKeyDeleted: bug<typeof markKeyDeleted>(() => async () => undefined) }),
  },
  'a new picture is no change': {
    modules: () => ({
      setFishFields: bug<typeof setFishFields>((set) => async (tx, id, change) => {
        const row = await tx.query.selectFrom('fish').select('seq').where('id', '=', id).executeTakeFirstOrThrow()
        await set(tx, id, { ...change, version: row.seq })
      }),
    }),
  },
  'a deleted product leaves no tombstone': {
    modules: () => ({
      deleteFish: bug<typeof deleteFish>(() => async (tx, id) => {
        await tx.query.deleteFrom('fish').where('id', '=', id).execute()
      }),
    }),
  },
  'a rolled back transaction raises the version': {
    modules: (now) => ({
      bumpCatalogueVersion: bug<typeof bumpCatalogueVersion>((raise) => async (tx) => {
        const version = await raise(tx)
        for (const listener of now().db.catalogueListeners) listener(version)
        return version
      }),
    }),
  },
  'the last page jumps to the version of the moment': {
    modules: (now) => ({
      fishChanges: bug<typeof fishChanges>((list) => async (shop, query) => {
        const page = await list(shop, query)
        await turn()
        const { epoch, version } = await now().state()
        const next = Buffer.from(`${version}.${epoch}`).toString('base64url')
        return page.more ? page : { ...page, next }
      }),
    }),
  },
}
