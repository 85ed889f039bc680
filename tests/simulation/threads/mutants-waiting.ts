import { refuseEvent } from '../../../contract/order-state.ts'
import type { OutboxRow } from '../../../src/db/rows.ts'
import { accept, claim, settle } from '../../../src/sync/outbox-steps.ts'
import type { ThreadMutation } from './mutation.ts'

/** Bugs of events that can still be changed while they wait. */
export const waitingMutants: Record<string, ThreadMutation> = {
  'a second offer waits behind the first': {
    accept(all, entry, spare) {
      const change = accept({ ...all, rows: all.rows.filter(({ state }) => state === 'done') }, entry, spare)
      const seq = 1 + all.rows.reduce((last, row) => Math.max(last, row.seq), 0)
      return { ...change, put: (change.put ?? []).map((row) => ({ ...row, seq })), remove: [] }
    },
  },
  'a newer offer goes to the end of the queue': {
    accept(all, entry, spare) {
      const change = accept(all, entry, spare)
      const seq = 1 + all.rows.reduce((last, row) => Math.max(last, row.seq), 0)
      return { ...change, put: (change.put ?? []).map((row) => (change.result === row ? { ...row, seq } : row)) }
    },
  },
  'own events conflict with each other': {
    server: { refuse: (thread, event, who) => refuseEvent(thread, event, { ...who, lastOfOthers: thread.version }) },
  },
  'only the last event must be of the same person': {
    server: {
      refuse(thread, event, who) {
        const lastOfOthers = who.lastOfOthers < thread.version ? 0 : who.lastOfOthers
        return refuseEvent(thread, event, { ...who, lastOfOthers })
      },
    },
  },
  'a try that comes late is taken over what replaces it': { server: { forgetsReplaced: true } },
  'a try without an answer counts as one that never left': {
    policy: {
      settle: (all, outcome) =>
        settle(all, {
          ...outcome,
          verdict: outcome.verdict.kind === 'retry' ? { ...outcome.verdict, neverLeft: true } : outcome.verdict,
        }),
    },
  },
  'what a replaced offer may have done is forgotten': {
    policy: {
      claim(all, now) {
        const { result, put = [], ...change } = claim(all, now)
        const forget = ({ instead: _, ...row }: OutboxRow): OutboxRow => row
        return { ...change, result: result && { ...result, row: forget(result.row) }, put: put.map(forget) }
      },
    },
  },
}
