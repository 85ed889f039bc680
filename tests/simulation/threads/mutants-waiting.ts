import { isEventRow } from '../../../src/data/outbox/outbox-rows.ts'
import { accept, settle } from '../../../src/data/outbox/outbox-steps.ts'
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
  'the number that its author had seen is never raised': {
    policy: {
      settle(all, outcome) {
        const change = settle(all, outcome)
        const own = (change.put ?? []).filter(({ id }) => id === outcome.id || !all.rows.some((row) => row.id === id))
        return outcome.verdict.kind === 'done' ? { ...change, put: own } : change
      },
    },
  },
  'the number is raised over what somebody else said': {
    policy: {
      settle(all, outcome) {
        const change = settle(all, outcome)
        const { verdict } = outcome
        const order = verdict.kind === 'done' ? verdict.order : undefined
        if (!order) return change
        const behind = all.rows.filter(isEventRow).flatMap((row) => {
          const { body } = row.payload
          const isBehind = row.payload.order === order._id && row.state === 'queued' && row.attempts === 0
          if (!isBehind || !('after' in body)) return []
          return [{ ...row, payload: { ...row.payload, body: { ...body, after: order.version } } }]
        })
        return { ...change, put: [...(change.put ?? []).filter(({ id }) => id === outcome.id), ...behind] }
      },
    },
  },
  'a try without an answer counts as one that never left': {
    policy: {
      settle: (all, outcome) =>
        settle(all, {
          ...outcome,
          verdict: outcome.verdict.kind === 'retry' ? { ...outcome.verdict, unsent: true } : outcome.verdict,
        }),
    },
  },
  'what a replaced offer may have done is forgotten': {
    policy: {
      settle: (all, outcome) => settle({ ...all, rows: all.rows.map(({ instead: _, ...row }) => row) }, outcome),
    },
  },
}
