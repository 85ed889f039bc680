import { verdict } from '../../src/sync/outbox.ts'
import { accept, andThen, claim, repairQueue, settle } from '../../src/sync/outbox-steps.ts'
import type { Mutation } from './mutation.ts'

/** Treats answers of this status as a refusal of the request. */
const refusedBy = (status: number): Mutation => ({
  policy: {
    verdict: (answer, row) => {
      const said = verdict(answer, row)
      const wrong = answer.isShops && answer.status === status && 'problem' in said && row.kind !== 'logout'
      return wrong ? { kind: 'attention', problem: said.problem } : said
    },
  },
})

/** Bugs in the handling of answers, of taken references, and of the order of entries. */
export const answerMutants: Record<string, Mutation> = {
  'takes 425 for a refusal': refusedBy(425),
  'takes 429 for a refusal': refusedBy(429),
  'takes 500 for a refusal': refusedBy(500),
  'takes 503 for a refusal': refusedBy(503),
  'takes 409 in progress for a refusal': refusedBy(409),
  'failures never start again': {
    policy: {
      settle: (all, outcome) => {
        const failures = all.rows.find(({ id }) => id === outcome.id)?.failures ?? 0
        const change = settle(all, outcome)
        const put = (change.put ?? []).map((row) =>
          row.id === outcome.id ? { ...row, failures: Math.max(row.failures, failures) } : row,
        )
        return { ...change, put }
      },
    },
  },
  'one failure counts for eight': {
    policy: {
      settle: (all, outcome) => {
        const change = settle(all, outcome)
        return { ...change, put: (change.put ?? []).map((row) => (row.failures > 0 ? { ...row, failures: 8 } : row)) }
      },
    },
  },
  'a lost answer counts as a failure': {
    policy: {
      settle: (all, outcome) => {
        const { verdict: said } = outcome
        return said.kind === 'retry'
          ? settle(all, { ...outcome, verdict: { ...said, failed: true } })
          : settle(all, outcome)
      },
    },
  },
  'every retry has another id': {
    policy: {
      settle: (all, outcome) => {
        const { verdict: said } = outcome
        return said.kind === 'retry'
          ? settle(all, { ...outcome, verdict: { kind: 'taken', problem: said.problem } })
          : settle(all, outcome)
      },
    },
  },
  'a taken reference is shown as a refusal': {
    policy: {
      settle: (all, outcome) => {
        const { verdict: said } = outcome
        return said.kind === 'taken'
          ? settle(all, { ...outcome, verdict: { kind: 'attention', problem: said.problem } })
          : settle(all, outcome)
      },
    },
  },
  'a taken reference is tried for ever': {
    policy: {
      settle: (all, outcome) => {
        const { verdict: said } = outcome
        return said.kind === 'taken'
          ? settle(all, { ...outcome, verdict: { kind: 'retry', problem: said.problem } })
          : settle(all, outcome)
      },
    },
  },
  'a taken reference counts as sent': {
    policy: {
      settle: (all, outcome) =>
        outcome.verdict.kind === 'taken'
          ? settle(all, { ...outcome, verdict: { kind: 'done', serverId: outcome.id } })
          : settle(all, outcome),
    },
  },
  'a request under a new id is there under the old one, too': {
    policy: {
      settle: (all, outcome) => {
        const change = settle(all, outcome)
        return outcome.verdict.kind === 'taken' ? { ...change, remove: [] } : change
      },
    },
  },
  'a request under a new id loses its place': {
    policy: {
      settle: (all, outcome) => {
        const change = settle(all, outcome)
        const last = Math.max(0, ...all.rows.map(({ seq }) => seq))
        const put = (change.put ?? []).map((row) => ({ ...row, seq: last + 1 }))
        return outcome.verdict.kind === 'taken' ? { ...change, put } : change
      },
    },
  },
  'a request under a new id counts as untried': {
    policy: {
      settle: (all, outcome) => {
        const change = settle(all, outcome)
        const put = (change.put ?? []).map((row) => ({ ...row, attempts: 0 }))
        return outcome.verdict.kind === 'taken' ? { ...change, put } : change
      },
    },
  },
  'a try without an answer counts as one that never left': {
    policy: {
      settle: (all, outcome) => {
        const { verdict } = outcome
        return settle(all, {
          ...outcome,
          verdict: verdict.kind === 'retry' ? { ...verdict, neverLeft: true } : verdict,
        })
      },
    },
  },
  'a request under a new id forgets the old one': {
    policy: {
      settle: (all, outcome) => {
        const change = settle(all, outcome)
        const put = (change.put ?? []).map(({ from: _, ...row }) => row)
        return outcome.verdict.kind === 'taken' ? { ...change, put } : change
      },
    },
  },
  'every entry has the same place': {
    accept: (all, entry, spare) => {
      const change = accept(all, entry, spare)
      return { ...change, ...(change.put && { put: change.put.map((row) => ({ ...row, seq: 1 })) }) }
    },
  },
  'the newest entry goes first': {
    accept: (all, entry, spare) => {
      const change = accept(all, entry, spare)
      return { ...change, ...(change.put && { put: change.put.map((row) => ({ ...row, seq: -row.seq })) }) }
    },
  },
  'a double click starts anew': {
    accept: (all, entry, spare) => {
      const old = all.rows.find(({ id }) => id === entry.id)
      return old ? { result: old, put: [{ ...entry, seq: old.seq }] } : accept(all, entry, spare)
    },
  },
  'an entry that is saved replaces the last one': {
    accept: (all, entry, spare) => {
      const last = all.rows.filter(({ state, v }) => state === 'queued' && v === 1).at(-1)
      const change = accept(all, entry, spare)
      return last && change.put ? { ...change, remove: [last.id] } : change
    },
  },
  'proofs are thrown away at once': {
    policy: {
      repairQueue: (all, how) => {
        const done = all.rows.filter(({ state, v }) => state === 'done' && v === 1).map(({ id }) => id)
        const change = repairQueue(all, how)
        return { ...change, remove: [...(change.remove ?? []), ...done] }
      },
    },
  },
  'what was refused is thrown away': {
    policy: {
      repairQueue: (all, how) => {
        const refused = all.rows.filter(({ state, v }) => state === 'attention' && v === 1).map(({ id }) => id)
        const change = repairQueue(all, how)
        return { ...change, remove: [...(change.remove ?? []), ...refused] }
      },
    },
  },
  'what was refused is queued again': {
    policy: {
      repairQueue: (all, how) =>
        andThen(
          all,
          (seen) => repairQueue(seen, how),
          ({ rows }) => {
            const put = rows.filter(({ state, v }) => state === 'attention' && v === 1)
            return { result: undefined, put: put.map((row) => ({ ...row, state: 'queued' as const })) }
          },
        ),
    },
  },
  'claims what somebody else has claimed': {
    policy: {
      claim: (all, now) => {
        const change = claim(all, now)
        const next = all.rows.find(({ state, v, id }) => state === 'queued' && v === 1 && id !== change.result?.row.id)
        return change.result && next
          ? { ...change, put: [...(change.put ?? []), { ...next, state: 'sending' as const }] }
          : change
      },
    },
  },
}
