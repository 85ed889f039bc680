import type { Snapshot } from '../../src/db/outbox.ts'
import { isPending } from '../../src/db/outbox-rows.ts'
import type { OutboxRow } from '../../src/db/rows.ts'
import { accept, align, claim, heads, inTurn, mayGo, release, settle } from '../../src/sync/outbox-steps.ts'
import { verdict } from '../../src/sync/verdict.ts'
import type { Mutation } from './mutation.ts'

/** Bugs that outboxes in the field had, each put in at the one place where it would be made. */
export const mutants: Record<string, Mutation> = {
  'removes an entry before it is sent': {
    policy: {
      claim(all, now) {
        const change = claim(all, now)
        return { result: change.result, remove: change.result?.map(({ row }) => row.id) ?? [] }
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
      verdict: (answer, row, rule) =>
        answer.status === 200 ? { is: 'done', serverId: 'x' } : verdict(answer, row, rule),
    },
  },
  "takes a proxy's no for the shop's": {
    policy: {
      verdict: (answer, row, rule) => verdict({ ...answer, mark: true, json: answer.json ?? {} }, row, rule),
    },
  },
  'takes a marked success without an id': {
    policy: {
      verdict: (answer, row, rule) =>
        answer.mark && answer.status === 201 ? { is: 'done', serverId: row.id } : verdict(answer, row, rule),
    },
  },
  "takes the answer to somebody else's key": {
    policy: { verdict: (answer, row, rule) => verdict({ ...answer, key: row.id }, row, rule) },
  },
  'drops what answers 401': {
    policy: {
      settle: (all, outcome) =>
        outcome.verdict.is === 'login' ? { result: undefined, remove: [outcome.id] } : settle(all, outcome),
    },
  },
  'drops what answers 5xx': {
    policy: {
      settle: (all, outcome) =>
        outcome.verdict.is === 'retry' && outcome.verdict.problem.status >= 500
          ? { result: undefined, remove: [outcome.id] }
          : settle(all, outcome),
    },
  },
  'takes a timeout for a refusal': {
    policy: {
      settle: (all, outcome) =>
        outcome.verdict.is === 'retry' && outcome.verdict.problem.status === 0
          ? settle(all, { ...outcome, verdict: { is: 'attention', problem: outcome.verdict.problem } })
          : settle(all, outcome),
    },
  },
  'gives up after five tries': {
    policy: {
      settle(all, outcome) {
        const tries = all.rows.find(({ id }) => id === outcome.id)?.attempts ?? 0
        const { verdict: said } = outcome
        return said.is === 'retry' && tries >= 5
          ? settle(all, { ...outcome, verdict: { is: 'attention', problem: said.problem } })
          : settle(all, outcome)
      },
    },
  },
  'tries a refused request for ever': {
    policy: {
      settle: (all, outcome) =>
        outcome.verdict.is === 'attention'
          ? settle(all, { ...outcome, verdict: { is: 'retry', problem: outcome.verdict.problem } })
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
  'sends as whoever is signed in': {
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
        return { ...change, result: change.result?.map(({ row }) => ({ row, token: all.session?.token })) }
      },
    },
  },
  'deletes at logout what the person keeps': { logoutDiscards: true },
  'skips a head that waits': {
    policy: {
      claim(all, now) {
        const due = all.rows.filter((row) => row.state !== 'queued' || row.nextAt <= now.now)
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
      align: (all, how) => {
        const change = align(all, how)
        const lying = new Set(all.rows.filter(({ state }) => state === 'sending').map(({ id }) => id))
        return { ...change, put: (change.put ?? []).filter(({ id }) => !lying.has(id)) }
      },
    },
  },
  'trusts a clock that was turned back': {
    policy: {
      claim: (all, now) => {
        const next = heads(all)[0]
        return next && next.nextAt > now.now ? { result: undefined } : claim(all, now)
      },
      align: (all, how) => align(all, { ...how, hurry: undefined }),
    },
  },
  'forgets what is older than a week': {
    policy: {
      align: (all, how) => {
        const old = all.rows.filter((row) => isPending(row) && how.now - row.createdAt > 7 * 86_400_000 && row.v === 1)
        return old.length > 0 ? { result: undefined, remove: old.map(({ id }) => id) } : align(all, how)
      },
    },
  },
  "touches another version's rows": {
    policy: {
      align: (all, how) => {
        const change = align(all, how)
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
  'works without asking for the lock': { env: (env) => ({ ...env, sender: (work) => work(async () => true) }) },
  'never resumes after a login': {
    policy: {
      align: (all, how) => {
        const change = align(all, how)
        return {
          ...change,
          put: (change.put ?? []).filter(
            ({ state, userId }) =>
              state !== 'queued' ||
              !mayGo({ userId } as OutboxRow, all.session) ||
              !all.rows.some((row) => row.state === 'waiting-login' && row.userId === userId),
          ),
        }
      },
    },
  },
  'sends what follows a failure': { policy: { letsFollow: () => true } },
  'keeps what it claimed and did not send': { policy: { release: () => ({ result: undefined }) } },
  'counts a claim as a try': {
    policy: {
      release: (all, ids) => {
        const change = release(all, ids)
        return { ...change, put: (change.put ?? []).map((row) => ({ ...row, attempts: row.attempts + 1 })) }
      },
    },
  },
  'gives back what it has sent as untried': {
    policy: {
      release: (all) =>
        release(
          all,
          all.rows.filter(({ state, v }) => state === 'sending' && v === 1).map(({ id }) => id),
        ),
    },
  },
  'takes one answer for all that was claimed': {
    policy: {
      settle: (all, outcome) => {
        const others = all.rows.filter(({ state, v }) => state === 'sending' && v === 1).map(({ id }) => id)
        const ids = outcome.verdict.is === 'done' ? others : [outcome.id]
        const each = ids.map((id) => (seen: Snapshot) => settle(seen, { ...outcome, id }))
        return { ...inTurn(all, each), result: undefined }
      },
    },
  },
  'writes down only the last outcome': {
    policy: {
      settle: (all, outcome) => {
        const own = all.rows.find(({ id }) => id === outcome.id)
        const more = all.rows.some(({ state, v, seq }) => state === 'sending' && v === 1 && seq > (own?.seq ?? 0))
        return more ? { result: undefined } : settle(all, outcome)
      },
    },
  },
  'writes an outcome down twice': {
    policy: {
      settle: (all, outcome) => {
        const twice = [outcome, outcome].map((each) => (seen: Snapshot) => settle(seen, each))
        return { ...inTurn(all, twice), result: undefined }
      },
    },
  },
  'keeps only one of those that share a commit': {
    keeper: (store) => ({
      ...store,
      transact: (step, scope) =>
        store.transact((all) => {
          const change = step(all)
          return { ...change, put: (change.put ?? []).slice(0, 1) }
        }, scope),
    }),
  },
  'says kept before the disk does': {
    keeper: (store) => ({
      ...store,
      async transact(step, scope) {
        const { result } = step(await store.read())
        void store.transact(step, scope)
        return result
      },
    }),
  },
}
