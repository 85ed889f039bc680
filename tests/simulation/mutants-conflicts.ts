import { verdict } from '../../src/sync/outbox.ts'
import { claim, settle } from '../../src/sync/outbox-steps.ts'
import type { Mutation } from './mutation.ts'

/** Bugs of events that the shop refuses because of a newer event. */
export const conflictMutants: Record<string, Pick<Mutation, 'policy'>> = {
  'what is said later overtakes what needs attention': {
    policy: {
      claim: (all, now) => claim({ ...all, rows: all.rows.filter(({ state }) => state !== 'attention') }, now),
    },
  },
  'what was refused is dropped': {
    policy: {
      settle: (all, outcome) =>
        outcome.verdict.kind === 'attention' ? { result: undefined, remove: [outcome.id] } : settle(all, outcome),
    },
  },
  'a conflict is taken for a success': {
    policy: {
      verdict: (answer, row) =>
        answer.status === 409 && answer.isShops ? { kind: 'done', serverId: row.id } : verdict(answer, row),
    },
  },
  'a conflict is tried for ever': {
    policy: {
      verdict(answer, row) {
        const said = verdict(answer, row)
        return said.kind === 'attention' ? { kind: 'retry', problem: said.problem } : said
      },
    },
  },
}
