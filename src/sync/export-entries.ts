import type { OutboxRow } from '../db/rows.ts'

/** Entries as JSON text, for a file that the person keeps. */
export function exportEntries(rows: OutboxRow[]): string {
  return JSON.stringify({ app: 'quayside', entries: rows }, null, 2)
}
