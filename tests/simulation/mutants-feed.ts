import type { FishChanges } from '../../contract/fishes.ts'
import type { Api } from '../../src/api/api-client.ts'
import { getValue, putValue } from '../../src/db/database.ts'
import type { replaceCatalogue, saveFeedPage } from '../../src/db/products.ts'
import type { ChangedIds } from '../../src/sync/catalogue-feed.ts'
import type { FeedBugs } from './feed.ts'
import { bug } from './seams.ts'

type Save = typeof saveFeedPage
type Replace = typeof replaceCatalogue

type Change = (page: FishChanges) => FishChanges

const answersOf = (api: Pick<Api, 'call'>, change: Change): Pick<Api, 'call'> => ({
  async call(name, ...input) {
    const reply = await api.call(name, ...input)
    // the pull makes this one call only
    return reply.ok ? { ...reply, body: change(reply.body as FishChanges) as typeof reply.body } : reply
  },
})
const changedPages = (change: Change): FeedBugs => ({ api: (api) => answersOf(api, change) })

/** Bugs of the saved catalogue. */
export const feedMutants: Record<string, FeedBugs> = {
  'an interrupted fill counts as complete': {
    store: {
      saveFeedPage: bug<Save>((save) => async (db, given) => {
        const saved = await save(db, given)
        const state = await getValue(db, 'catalogue')
        if (saved && state) await putValue(db, 'catalogue', { ...state, complete: true, at: given.now })
        return saved
      }),
    },
  },
  'the cursor is saved before the products': {
    store: {
      saveFeedPage: bug<Save>((save) => async (db, { since, changes, now }) => {
        const state = await getValue(db, 'catalogue')
        if (state?.cursor !== since) return false
        const complete = state?.complete === true || !changes.more
        await db.transaction('rw', db.keyValue, () =>
          putValue(db, 'catalogue', { cursor: changes.next, at: 0, complete }),
        )
        return save(db, { since: changes.next, changes, now })
      }),
    },
  },
  'a slow pull saves over a quick one': {
    store: {
      saveFeedPage: bug<Save>((save) => async (db, given) => {
        const state = await getValue(db, 'catalogue')
        return save(db, { ...given, since: state?.cursor })
      }),
    },
  },
  'deletions are forgotten': {
    store: {
      saveFeedPage: bug<Save>(
        (save) => (db, given) => save(db, { ...given, changes: { ...given.changes, deleted: [] } }),
      ),
    },
  },
  'a product deleted between the pages of a refill comes back for ever': {
    api: (api) => {
      let refills = false
      return answersOf(api, (page) => {
        if (page.reset) refills = true
        const told = refills ? { ...page, deleted: [] } : page
        if (!page.reset && !page.more) refills = false
        return told
      })
    },
  },
  'a refill only adds': {
    store: {
      replaceCatalogue: bug<Replace>((replace) => async (db, given) => {
        const before = await db.fishes.toArray()
        const removed = await replace(db, given)
        await db.fishes.bulkPut(before.filter(({ _id }) => removed.includes(_id)))
        return removed
      }),
    },
  },
  'a refill empties the catalogue in a transaction of its own': {
    store: {
      replaceCatalogue: bug<Replace>((replace) => async (db, given) => {
        await db.transaction('rw', db.fishes, () => db.fishes.clear())
        return replace(db, given)
      }),
    },
  },
  'a refill saves the cursor first': {
    store: {
      replaceCatalogue: bug<Replace>((replace) => async (db, given) => {
        const { cursor, now } = given
        await db.transaction('rw', db.keyValue, () => putValue(db, 'catalogue', { cursor, at: now, complete: true }))
        return replace(db, given)
      }),
    },
  },
  'an unknown cursor is taken for a known one': changedPages(({ reset: _, ...page }) => page),
  'what an interrupted pull brought is told to nobody': {
    pull: (pull) => async (given) => {
      const told: ChangedIds[] = []
      const isDone = await pull({ ...given, onSaved: (changes) => void told.push(changes) })
      if (isDone) for (const changes of told) given.onSaved?.(changes)
      return isDone
    },
  },
  'what a pull deleted is told to nobody': {
    pull: (pull) => (given) => pull({ ...given, onSaved: ({ changed }) => given.onSaved?.({ changed, deleted: [] }) }),
  },
  'the next cursor is of the moment, not of the page': changedPages((page) => {
    const [epoch, version] = page.next.split('.')
    return page.more ? page : { ...page, next: `${epoch}.${Number(version) + 1}` }
  }),
}
