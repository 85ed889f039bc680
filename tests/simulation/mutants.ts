import { isPending } from '../../src/db/outbox-rows.ts'
import type { OutboxRow } from '../../src/db/rows.ts'
import { verdict } from '../../src/sync/outbox.ts'
import { accept, andThen, canSend, claim, repairQueue, sendableEntries, settle } from '../../src/sync/outbox-steps.ts'
import { answerMutants } from './mutants-answers.ts'
import { peopleMutants } from './mutants-people.ts'
import type { Mutation } from './mutation.ts'

/** Bugs known from real outboxes, each injected where it could be made. */
export const mutants: Record<string, Mutation> = {
  ...peopleMutants,
  ...answerMutants,
  'removes an entry before it is sent': {
    policy: {
      claim(all, now) {
        const change = claim(all, now)
        return { result: change.result, remove: change.result ? [change.result.row.id] : [] }
      },
    },
  },
  'marks as sent before the answer': {
    policy: {
      claim(all, now) {
        const change = claim(all, now)
        return { ...change, put: (change.put ?? []).map((row) => ({ ...row, state: 'done' as const })) }
      },
    },
  },
  'a server that knows no keys': {
    server(server) {
      server.dedupes = false
    },
  },
  'trusts any 200': {
    policy: {
      verdict: (answer, row) => (answer.status === 200 ? { kind: 'done', serverId: 'x' } : verdict(answer, row)),
    },
  },
  "takes a proxy's no for the shop's": {
    policy: {
      verdict: (answer, row) => verdict({ ...answer, isShops: true, json: answer.json ?? {} }, row),
    },
  },
  'takes a marked success without an id': {
    policy: {
      verdict: (answer, row) =>
        answer.isShops && answer.status === 201 ? { kind: 'done', serverId: row.id } : verdict(answer, row),
    },
  },
  "takes the answer to somebody else's key": {
    policy: { verdict: (answer, row) => verdict({ ...answer, key: row.id }, row) },
  },
  'drops what answers 401': {
    policy: {
      settle: (all, outcome) =>
        outcome.verdict.kind === 'login' ? { result: undefined, remove: [outcome.id] } : settle(all, outcome),
    },
  },
  'drops what answers 5xx': {
    policy: {
      settle: (all, outcome) =>
        outcome.verdict.kind === 'retry' && outcome.verdict.problem.status >= 500
          ? { result: undefined, remove: [outcome.id] }
          : settle(all, outcome),
    },
  },
  'takes a timeout for a refusal': {
    policy: {
      settle: (all, outcome) =>
        outcome.verdict.kind === 'retry' && outcome.verdict.problem.status === 0
          ? settle(all, { ...outcome, verdict: { kind: 'attention', problem: outcome.verdict.problem } })
          : settle(all, outcome),
    },
  },
  'gives up after five tries': {
    policy: {
      settle(all, outcome) {
        const tries = all.rows.find(({ id }) => id === outcome.id)?.attempts ?? 0
        const { verdict: said } = outcome
        return said.kind === 'retry' && tries >= 5
          ? settle(all, { ...outcome, verdict: { kind: 'attention', problem: said.problem } })
          : settle(all, outcome)
      },
    },
  },
  'tries a refused request for ever': {
    policy: {
      settle: (all, outcome) =>
        outcome.verdict.kind === 'attention'
          ? settle(all, { ...outcome, verdict: { kind: 'retry', problem: outcome.verdict.problem } })
          : settle(all, outcome),
    },
  },
  'lets a late failure undo a delivery': {
    policy: {
      settle: (all, outcome) =>
        settle(
          { ...all, rows: all.rows.map((row) => (row.state === 'done' ? { ...row, state: 'sending' } : row)) },
          outcome,
        ),
    },
  },
  'sends as the person who is signed in': {
    policy: {
      claim(all, now) {
        const owner = all.session?.userId ?? ''
        const change = claim({ ...all, rows: all.rows.map((row) => ({ ...row, userId: owner })) }, now)
        return { ...change, put: (change.put ?? []).map((row) => ({ ...row, userId: owner })) }
      },
    },
  },
  "sends a visitor's message under a login": {
    policy: {
      claim(all, now) {
        const change = claim(all, now)
        return { ...change, result: change.result && { row: change.result.row, token: all.session?.token } }
      },
    },
  },
  'deletes at logout what the person keeps': { logoutDiscards: true },
  'skips a head that waits': {
    policy: {
      claim(all, now) {
        const due = all.rows.filter((row) => row.state !== 'queued' || row.nextAt <= now)
        return claim({ ...all, rows: due }, now)
      },
    },
  },
  'sends in the order of the clock': {
    policy: {
      claim: (all, now) => claim({ ...all, rows: [...all.rows].sort((a, b) => a.createdAt - b.createdAt) }, now),
    },
  },
  'a new key for every try': {
    env: (env) => ({
      ...env,
      send: async (row, token) => {
        const answer = await env.send({ ...row, id: `${row.id} try ${row.attempts}` }, token)
        return { ...answer, key: row.id }
      },
    }),
  },
  'leaves interrupted tries lying': {
    policy: {
      repairQueue: (all, how) => {
        const change = repairQueue(all, how)
        const lying = new Set(all.rows.filter(({ state }) => state === 'sending').map(({ id }) => id))
        return { ...change, put: (change.put ?? []).filter(({ id }) => !lying.has(id)) }
      },
    },
  },
  'trusts a clock that was turned back': {
    policy: {
      claim: (all, now) => {
        const next = sendableEntries(all)[0]
        return next && next.nextAt > now ? { result: undefined } : claim(all, now)
      },
      endWaits: () => ({ result: undefined }),
    },
  },
  'forgets what is older than a week': {
    policy: {
      repairQueue: (all, how) => {
        const old = all.rows.filter((row) => isPending(row) && how.now - row.createdAt > 7 * 86_400_000 && row.v === 1)
        return old.length > 0 ? { result: undefined, remove: old.map(({ id }) => id) } : repairQueue(all, how)
      },
    },
  },
  "touches another version's rows": {
    policy: {
      repairQueue: (all, how) => {
        const change = repairQueue(all, how)
        const put = all.rows
          .filter(({ state }) => state === 'sending')
          .map((row) => ({ ...row, state: 'queued' as const }))
        return { ...change, put: [...(change.put ?? []), ...put] }
      },
    },
  },
  'takes another request under a used id for the first': {
    accept(all, entry, spare) {
      const old = all.rows.find(({ id }) => id === entry.id)
      return old ? { result: old } : accept(all, entry, spare)
    },
  },
  'a double click makes two': {
    accept: (all, entry, spare) => accept(all, { ...entry, id: spare }, spare),
  },
  'works without asking for the lock': { unlocked: true },
  'never resumes after a login': {
    policy: {
      repairQueue: (all, how) => {
        const change = repairQueue(all, how)
        return {
          ...change,
          put: (change.put ?? []).filter(
            ({ state, userId }) =>
              state !== 'queued' ||
              !canSend({ userId } as OutboxRow, all.session) ||
              !all.rows.some((row) => row.state === 'waiting-login' && row.userId === userId),
          ),
        }
      },
    },
  },
  'sends what follows a failure': {
    policy: {
      settle: (all, outcome) => {
        const change = settle(all, outcome)
        return { ...change, put: (change.put ?? []).map((row) => (row.problem ? { ...row, failures: 8 } : row)) }
      },
    },
  },
  'leaves a failed try as under way': {
    policy: {
      settle: (all, outcome) => (outcome.verdict.kind === 'retry' ? { result: undefined } : settle(all, outcome)),
    },
  },
  'counts a try twice': {
    policy: {
      claim: (all, now) => {
        const change = claim(all, now)
        return { ...change, put: (change.put ?? []).map((row) => ({ ...row, attempts: row.attempts + 1 })) }
      },
    },
  },
  'shows what it has tried as untried': {
    policy: {
      settle: (all, outcome) => {
        const change = settle(all, outcome)
        return { ...change, put: (change.put ?? []).map((row) => (isPending(row) ? { ...row, attempts: 0 } : row)) }
      },
    },
  },
  'takes one answer for all that waits': {
    policy: {
      settle: (all, outcome) => {
        const ids = all.rows.filter((row) => isPending(row) && row.v === 1).map(({ id }) => id)
        const others = outcome.verdict.kind === 'done' ? ids : [outcome.id]
        return others.reduce(
          (change, id) =>
            andThen(
              all,
              () => change,
              (seen) => settle(seen, { ...outcome, id }),
            ),
          settle(all, outcome),
        )
      },
    },
  },
  'forgets an outcome when more waits': {
    policy: {
      settle: (all, outcome) => {
        const own = all.rows.find(({ id }) => id === outcome.id)
        const more = all.rows.some((row) => row.state === 'queued' && row.v === 1 && row.seq > (own?.seq ?? 0))
        return more ? { result: undefined } : settle(all, outcome)
      },
    },
  },
  'writes an outcome down twice': {
    policy: {
      settle: (all, outcome) =>
        andThen(
          all,
          (seen) => settle(seen, outcome),
          (seen) => settle(seen, outcome),
        ),
    },
  },
  'reads before the transaction that saves': {
    saving: (store) => ({
      ...store,
      async transact(step) {
        const before = await store.read()
        return store.transact(() => step(before))
      },
    }),
  },
  'says saved before the disk does': {
    saving: (store) => ({
      ...store,
      async transact(step) {
        const { result } = step(await store.read())
        void store.transact(step)
        return result
      },
    }),
  },
}
