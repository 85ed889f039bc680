import { isStockRow } from '../../../src/db/outbox-rows.ts'
import type { OutboxRow } from '../../../src/db/rows.ts'
import type { NewEntry } from '../../../src/sync/kinds.ts'
import { verdict } from '../../../src/sync/outbox.ts'
import { accept, claim, settle } from '../../../src/sync/outbox-steps.ts'
import { conflictMutants } from '../mutants-conflicts.ts'
import type { StockMutation } from './mutation.ts'

/** The entry with another `seen`. */
function building(row: OutboxRow, seen: number): OutboxRow {
  const { payload } = row
  return payload.kind === 'stock' ? { ...row, payload: { ...payload, body: { ...payload.body, seen } } } : row
}

const sameProduct = (row: OutboxRow, { payload, userId }: NewEntry) =>
  isStockRow(row) && payload.kind === 'stock' && row.payload.fishe === payload.fishe && row.userId === userId

/** Bugs of stocks, each injected where it could be made. */
export const stockMutants: Record<string, StockMutation> = {
  ...conflictMutants,
  'the server knows no keys': { server: { dedupes: false } },
  'the server tells once more when a wish comes twice': { server: { repeatsWishes: true } },
  'the server writes over what nobody saw': { server: { ignoresSeen: true } },
  'a number that may be on its way is replaced': {
    accept(all, entry, spare) {
      const mine = all.rows.filter((row) => sameProduct(row, entry) && row.state !== 'done' && row.id !== entry.id)
      return { ...accept(all, entry, spare), remove: mine.map(({ id }) => id) }
    },
  },
  'a replaced number stays beside the new one': {
    accept: (all, entry, spare) => ({ ...accept(all, entry, spare), remove: [] }),
  },
  'a new number builds on one that was replaced': {
    accept(all, entry, spare) {
      const change = accept(all, entry, spare)
      const last = all.rows.findLast((row) => sameProduct(row, entry) && row.state !== 'done')
      const body = last?.payload.kind === 'stock' ? last.payload.body : undefined
      return { ...change, put: (change.put ?? []).map((row) => (body ? building(row, body.countInStock) : row)) }
    },
  },
  'a new number builds on what the screen said, whatever waits': {
    accept(all, entry, spare) {
      const change = accept(all, entry, spare)
      const seen = entry.payload.kind === 'stock' ? entry.payload.body.seen : 0
      return { ...change, put: (change.put ?? []).map((row) => building(row, seen)) }
    },
  },
  'a conflict that nobody saw is written over with the next number': {
    accept(all, entry, spare) {
      const change = accept(all, entry, spare)
      const met = all.rows.findLast((row) => sameProduct(row, entry) && row.state === 'attention')?.problem
      return { ...change, put: (change.put ?? []).map((row) => building(row, met?.countInStock ?? seenBy(row))) }
    },
  },
  'a conflict is settled with the own number': {
    policy: {
      settle(all, outcome) {
        const { verdict: said } = outcome
        const change = settle(all, outcome)
        const met = said.kind === 'attention' ? said.problem.countInStock : undefined
        if (met === undefined) return change
        return {
          ...change,
          put: (change.put ?? []).map((row) => ({ ...building(row, met), state: 'queued' as const })),
        }
      },
    },
  },
  'a later number overtakes one that waits': {
    policy: {
      claim(all, now) {
        const last = all.rows.findLast((row) => isStockRow(row) && row.state === 'queued')
        return claim({ ...all, rows: last ? [last] : all.rows }, now)
      },
    },
  },
  'a wish to be told goes out before an earlier one': {
    policy: {
      claim(all, now) {
        const last = all.rows.findLast(({ kind, state }) => kind === 'stock-alert' && state === 'queued')
        return claim({ ...all, rows: last ? [last] : all.rows }, now)
      },
    },
  },
  'a conflict loses the number of the server': {
    policy: {
      verdict(answer, row) {
        const said = verdict(answer, row)
        if (said.kind !== 'attention') return said
        const { countInStock: _, ...problem } = said.problem
        return { ...said, problem }
      },
    },
  },
  'a double click types it twice': { accept: (all, entry, spare) => accept(all, { ...entry, id: spare }, spare) },
}

function seenBy({ payload }: OutboxRow): number {
  return payload.kind === 'stock' ? payload.body.seen : 0
}
