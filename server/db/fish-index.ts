import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { compareText, searchRank, searchTerms, wordStarts } from '../../contract/catalogue-query.ts'
import { getCatalogueState } from './catalogue-state.ts'
import type { Handle } from './handle.ts'

export interface FishFilter {
  keyword?: string | undefined
  type?: string | undefined
}

interface Entry {
  id: string
  type: string
  search: string
  sort_name: string
}
type Change = Entry & { seq: number; deleted: number }

/** Changes that are read at once; the event loop has a turn after each such part. */
const part = 2000

const byName = (a: Entry, b: Entry) => compareText(a.sort_name, b.sort_name) || compareText(a.id, b.id)
const isSame = (a: Entry | undefined, b: Entry) =>
  a?.search === b.search && a.sort_name === b.sort_name && a.type === b.type

async function listChangedTexts(db: Handle, since: number): Promise<Change[]> {
  const fishes = db.query
    .selectFrom('fish')
    .select(['id', sql<string>`type`.as('type'), 'search', 'sort_name', 'seq', sql<number>`0`.as('deleted')])
    .where('seq', '>', since)
  const none = sql<string>`''`
  const tombstones = db.query
    .selectFrom('fish_tombstone')
    .select(['id', none.as('type'), none.as('search'), none.as('sort_name'), 'seq', sql<number>`1`.as('deleted')])
    .where('seq', '>', since)
  return fishes.unionAll(tombstones).orderBy('seq').limit(part).execute()
}

export interface Found {
  total: number
  ids(from: number, to: number): string[]
}

/** Results of single words that are cachedWords until a text changes. */
const cachedWords = 50
/** Characters below which a word is in a text many times. */
const short = 3
const isWordStart = new Set<string>(wordStarts)
/** One entry in so many is few. */
const few = 8

/**
 * The texts of all products in memory, one behind the other in the order of their names. To find a word is to walk
 * through them once, so that no search costs much more than another, on either database. Changes are read before each.
 */
export function createFishIndex(db: Handle) {
  const byId = new Map<string, Entry>()
  let entries: Entry[] = []
  let text = ''
  let starts = new Uint32Array(1)
  let isArranged = true
  let readUpTo = 0
  let reading: Promise<void> | undefined
  const results = new LRUCache<string, Uint8Array>({ max: cachedWords })

  /** A 1 for each entry that has the word. */
  function find(word: string): Uint8Array {
    const before = results.get(word)
    if (before) return before
    const found = new Uint8Array(entries.length)
    let [entry, next] = [0, starts[1] ?? 0]
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, next)) {
      while (next <= at) next = starts[++entry + 1] ?? text.length
      found[entry] = 1
    }
    results.set(word, found)
    return found
  }

  function apply(changes: readonly Change[]): void {
    const changed = changes.filter((change) => change.deleted === 1 || !isSame(byId.get(change.id), change))
    if (changed.length === 0) return
    const ids = new Set(changed.map(({ id }) => id))
    const present = changed.filter(({ deleted }) => deleted === 0)
    const fresh = present.map(({ id, type, search, sort_name }): Entry => ({ id, type, search, sort_name }))
    for (const id of ids) byId.delete(id)
    for (const entry of fresh) byId.set(entry.id, entry)
    entries = [...entries.filter(({ id }) => !ids.has(id)), ...fresh]
    isArranged = false
  }

  async function readPart(): Promise<void> {
    // asked first: all up to this version is there to be read
    const { version } = await getCatalogueState(db)
    const changes = await listChangedTexts(db, readUpTo)
    apply(changes)
    const last = changes.at(-1)?.seq ?? readUpTo
    readUpTo = changes.length < part ? Math.max(version, last) : last
    await new Promise(setImmediate)
  }

  async function refresh(): Promise<void> {
    const { version } = await getCatalogueState(db)
    while (readUpTo < version) {
      reading ??= readPart().finally(() => {
        reading = undefined
      })
      await reading
    }
    if (!isArranged) arrange()
  }

  function arrange(): void {
    entries.sort(byName)
    isArranged = true
    // no text has a NUL in it
    text = entries.map(({ search }) => search).join('\0')
    starts = new Uint32Array(entries.length + 1)
    for (const [at, { search }] of entries.entries()) starts[at + 1] = (starts[at] ?? 0) + search.length + 1
    results.clear()
  }

  /** The rank of each entry as the contract's `searchRank` has it, plus one; 0 where a term is missing. */
  function rank(terms: readonly string[]): Uint8Array {
    const ranks = new Uint8Array(entries.length).fill(4)
    let left = ranks.length
    // the longest word leaves the fewest entries; where few are left, they are looked at one by one
    for (const term of terms.toSorted((a, b) => b.length - a.length)) {
      const found = left * few > ranks.length ? find(term) : undefined
      for (let at = ranks.indexOf(4); at >= 0; at = ranks.indexOf(4, at + 1)) {
        if (found ? found[at] : entries[at]?.search.includes(term)) continue
        ranks[at] = 0
        left -= 1
      }
    }
    const phrase = terms.join(' ')
    if (!ranks.includes(4)) return ranks
    if (phrase.length >= short) {
      const found = find(phrase)
      for (let at = found.indexOf(1); at >= 0; at = found.indexOf(1, at + 1))
        ranks[at] = (searchRank(entries[at]?.search ?? '', terms) ?? -1) + 1
      return ranks
    }
    // it is in every text many times: only those that start a word matter
    let entry = 0
    for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
      const before = text[at - 1]
      if (before !== '|' && !isWordStart.has(before ?? '')) continue
      while ((starts[entry + 1] ?? text.length) <= at) entry++
      const better = before !== '|' ? 3 : text[at + phrase.length] === '|' ? 1 : 2
      if ((ranks[entry] ?? 0) > better) ranks[entry] = better
    }
    return ranks
  }

  return {
    refresh,
    /** What a keyword finds: how many products, and the ids of a part of them, best rank first, then by name. */
    async search({ keyword = '', type }: FishFilter): Promise<Found> {
      await refresh()
      const [ranks, all] = [rank(searchTerms(keyword)), entries]
      if (type !== undefined) for (let at = 0; at < ranks.length; at++) if (all[at]?.type !== type) ranks[at] = 0
      const order = new Uint32Array(ranks.length)
      let total = 0
      for (const one of [1, 2, 3, 4]) {
        for (let at = ranks.indexOf(one); at >= 0; at = ranks.indexOf(one, at + 1)) order[total++] = at
      }
      const ids = (from: number, to: number) =>
        [...order.subarray(from, Math.min(to, total))].map((at) => all[at]?.id ?? '')
      return { total, ids }
    },
  }
}

export type FishIndex = ReturnType<typeof createFishIndex>
