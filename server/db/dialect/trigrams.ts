import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchTerms, wordStarts } from '../../../contract/catalogue-query.ts'
import type { Handle } from '../handle.ts'

/**
 * SQLite's search: everything is asked of the trigram index, which knows rows by their number. A rank is a set of rows
 * within the next one: exact name, prefix of a name, prefix of a word, all that has every term.
 */
const trigram = 3
/** Rows from which reading all names in their order is cheaper than sorting the found. */
export const many = 3000

/** Finds nothing: no text has it, because white space is collapsed. */
const nothing = '"   "'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The question for texts that contain this one. What is shorter than a trigram is asked as all that begin with it. */
async function containing(db: Handle, text: string): Promise<string> {
  // in characters, as the index counts, not in code units
  if ([...text].length >= trigram) return quoted(text)
  const after = `${text}\u{10ffff}`
  const { rows } = await sql<{ term: string }>`select term from fish_trigram
    where term >= ${text} and term < ${after}`.execute(db.query)
  return rows.length === 0 ? nothing : `(${rows.map(({ term }) => quoted(term)).join(' OR ')})`
}

async function all(db: Handle, texts: readonly string[], joined: 'AND' | 'OR'): Promise<string> {
  const questions: string[] = []
  for (const text of texts) questions.push(await containing(db, text))
  return questions.join(` ${joined} `)
}

/** Whether any text goes on like this after a sign that starts a word. Most signs stand before few words. */
async function starts(db: Handle, text: string): Promise<boolean> {
  const question = await containing(db, [...text].slice(0, trigram).join(''))
  const { rows } = await sql`select 1 from fish_search where fish_search match ${question} limit 1`.execute(db.query)
  return rows.length > 0
}

/** Questions for the ranks of `searchRank` in the contract, each holding the one before; asked only when needed. */
function ranks(db: Handle, keyword: string): (() => Promise<string>)[] {
  const terms = searchTerms(keyword)
  const phrase = terms.join(' ')
  return [
    () => containing(db, `|${phrase}|`),
    () => containing(db, `|${phrase}`),
    async () => {
      const words = [`|${phrase}`]
      for (const start of wordStarts) if (await starts(db, start + phrase)) words.push(start + phrase)
      return all(db, words, 'OR')
    },
    () => all(db, terms, 'AND'),
  ]
}

export interface Search {
  keyword: string
  type: string | undefined
}

const found = (question: string) => sql`(select rowid from fish_search where fish_search match ${question})`
// with a plus SQLite leaves the type's own index alone, which finds half of the shop
const ofType = (type: string | undefined) => (type === undefined ? sql`` : sql`and +type = ${type}`)
const byName = (rows: number) => (rows > many ? sql`indexed by fish_by_name` : sql``)

async function count(db: Handle, question: string, type: string | undefined): Promise<number> {
  const rows = sql<{ size: number }>`select count(*) as size from fish_search where fish_search match ${question}`
  const size = (await rows.execute(db.query)).rows[0]?.size ?? 0
  if (type === undefined || size === 0) return size
  const typed = sql<{ size: number }>`select count(*) as size from fish ${byName(size)}
    where +number in ${found(question)} ${ofType(type)}`
  return (await typed.execute(db.query)).rows[0]?.size ?? 0
}

/** How many products have every term. */
export async function countFound(db: Handle, { keyword, type }: Search): Promise<number> {
  return count(db, await all(db, searchTerms(keyword), 'AND'), type)
}

/** What the found are, as a condition on `fish`: to be sorted by those who know that they are few. */
export async function foundBy(db: Handle, { keyword, type }: Search): Promise<RawBuilder<SqlBool>> {
  return sql<SqlBool>`number in ${found(await all(db, searchTerms(keyword), 'AND'))} ${ofType(type)}`
}

/** Ids of one page, best rank first, then by name, without reading more ranks than the page needs. */
export async function listRanked(
  db: Handle,
  { keyword, type }: Search,
  { offset, limit, total }: { offset: number; limit: number; total: number },
): Promise<string[]> {
  const ids: string[] = []
  let [better, before] = [nothing, 0]
  for (const [rank, ask] of ranks(db, keyword).entries()) {
    if (ids.length >= limit) break
    const question = await ask()
    const size = rank === 3 ? total : await count(db, question, type)
    const skip = Math.max(0, offset - before)
    if (before + skip < size) {
      const others = before > 0 ? sql`and +number not in ${found(better)}` : sql``
      const page = sql<{ id: string }>`select id from fish ${byName(size - before)}
        where number in ${found(question)} ${others} ${ofType(type)}
        order by sort_name, id limit ${limit - ids.length} offset ${skip}`
      ids.push(...(await page.execute(db.query)).rows.map(({ id }) => id))
    }
    better = question
    before = size
  }
  return ids
}
