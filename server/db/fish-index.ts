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

/** Changes per query; the event loop gets a turn after each. */
const batchSize = 2000

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
  return fishes.unionAll(tombstones).orderBy('seq').limit(batchSize).execute()
}

export interface Found {
  total: number
  ids(from: number, to: number): string[]
}

/** Words whose results are cached until a text changes. */
const cachedWords = 50
/** A shorter phrase occurs many times in most texts. */
const shortPhrase = 3
const isWordStart = new Set<string>(wordStarts)
/** Below one candidate in so many entries, each candidate is checked by itself. */
const fewCandidates = 8

/**
 * Holds the search texts of all products in memory as one string, sorted by name. A search scans it once, so that all
 * searches cost about the same on either database. Each search first reads the catalogue's changes.
 */
export function createFishIndex(db: Handle) {
  const byId = new Map<string, Entry>()
  let entries: Entry[] = []
  let text = ''
  let starts = new Uint32Array(1)
  let isSorted = true
  let readUpTo = 0
  let reading: Promise<void> | undefined
  const results = new LRUCache<string, Uint8Array>({ max: cachedWords })

  /** 1 for each entry that contains the word. */
  function find(word: string): Uint8Array {
    const cached = results.get(word)
    if (cached) return cached
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
    isSorted = false
  }

  async function readBatch(): Promise<void> {
    // read the version first: all changes up to it are visible to the next query
    const { version } = await getCatalogueState(db)
    const changes = await listChangedTexts(db, readUpTo)
    apply(changes)
    const last = changes.at(-1)?.seq ?? readUpTo
    readUpTo = changes.length < batchSize ? Math.max(version, last) : last
    await new Promise(setImmediate)
  }

  async function refresh(): Promise<void> {
    const { version } = await getCatalogueState(db)
    while (readUpTo < version) {
      reading ??= readBatch().finally(() => {
        reading = undefined
      })
      await reading
    }
    if (!isSorted) rebuild()
  }

  function rebuild(): void {
    entries.sort(byName)
    isSorted = true
    // no text contains a NUL
    text = entries.map(({ search }) => search).join('\0')
    starts = new Uint32Array(entries.length + 1)
    for (const [at, { search }] of entries.entries()) starts[at + 1] = (starts[at] ?? 0) + search.length + 1
    results.clear()
  }

  /** The contract's `searchRank` of each entry plus one; 0 where a term is missing. */
  function rank(terms: readonly string[]): Uint8Array {
    const ranks = new Uint8Array(entries.length).fill(4)
    let left = ranks.length
    // the longest word first, because it leaves the fewest candidates
    for (const term of terms.toSorted((a, b) => b.length - a.length)) {
      const found = left * fewCandidates > ranks.length ? find(term) : undefined
      for (let at = ranks.indexOf(4); at >= 0; at = ranks.indexOf(4, at + 1)) {
        if (found ? found[at] : entries[at]?.search.includes(term)) continue
        ranks[at] = 0
        left -= 1
      }
    }
    const phrase = terms.join(' ')
    if (!ranks.includes(4)) return ranks
    if (phrase.length >= shortPhrase) {
      const found = find(phrase)
      for (let at = found.indexOf(1); at >= 0; at = found.indexOf(1, at + 1))
        ranks[at] = (searchRank(entries[at]?.search ?? '', terms) ?? -1) + 1
      return ranks
    }
    // only occurrences at the start of a word can improve the rank
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
    /** The products that a keyword finds: their number, and slices of their ids by rank, then by name. */
    async search({ keyword = '', type }: FishFilter): Promise<Found> {
      await refresh()
      const [ranks, all] = [rank(searchTerms(keyword)), entries]
      if (type !== undefined) for (let at = 0; at < ranks.length; at++) if (all[at]?.type !== type) ranks[at] = 0
      const order = new Uint32Array(ranks.length)
      let total = 0
      for (const value of [1, 2, 3, 4]) {
        for (let at = ranks.indexOf(value); at >= 0; at = ranks.indexOf(value, at + 1)) order[total++] = at
      }
      const ids = (from: number, to: number) =>
        [...order.subarray(from, Math.min(to, total))].map((at) => all[at]?.id ?? '')
      return { total, ids }
    },
  }
}

export type FishIndex = ReturnType<typeof createFishIndex>
