import { LRUCache } from 'lru-cache'

/** Uses after which a statement is prepared, and the most that are: each connection to the database keeps them. */
const [often, most] = [20, 100]

/**
 * Gives names to the statements that run often, so that PostgreSQL parses and plans each only once per connection. Those of pages have none,
 * because they need a plan for their values, nor those that answer all columns (`*`), because a new column would break them.
 */
export function namesOfStatements(): (text: string) => string | undefined {
  const uses = new LRUCache<string, number>({ max: 1000 })
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size === most || /\*|\blimit\b/.test(text)) return name
    const count = (uses.get(text) ?? 0) + 1
    uses.set(text, count)
    if (count === often) names.set(text, `quayside_${names.size}`)
    return undefined
  }
}
