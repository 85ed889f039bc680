import { accept, claim, settle } from '../../src/sync/outbox-steps.ts'
import { discard, editAgain, removeAllOf } from '../../src/sync/sync.ts'
import type { Mutation } from './mutation.ts'

/** Bugs of sessions, several users of one device, withdrawn entries, and what the screens show. */
export const peopleMutants: Record<string, Mutation> = {
  'a logout ends only this device': {
    accept: (all, entry, spare) => {
      const change = accept(all, entry, spare)
      return entry.kind === 'logout' ? { result: change.result } : change
    },
  },
  'a logout goes with the token of the person who is signed in': {
    policy: {
      claim: (all, now) => {
        const change = claim(all, now)
        const token = all.session?.token
        return change.result?.row.kind === 'logout' ? { ...change, result: { row: change.result.row, token } } : change
      },
    },
    env: (env) => ({
      ...env,
      send: (row, token) => {
        const { payload } = row
        const other = payload.kind === 'logout' && token ? { ...payload, token } : payload
        return env.send({ ...row, payload: other }, token)
      },
    }),
  },
  'a logout stays after it arrived': {
    policy: {
      settle: (all, outcome) => {
        const row = all.rows.find(({ id }) => id === outcome.id)
        return row?.kind === 'logout' && outcome.verdict.kind === 'done'
          ? { result: undefined, put: [{ ...row, state: 'done' }] }
          : settle(all, outcome)
      },
    },
  },
  'a logout that nobody answers is dropped': {
    policy: {
      settle: (all, outcome) => {
        const row = all.rows.find(({ id }) => id === outcome.id)
        return row?.kind === 'logout' && outcome.verdict.kind === 'retry'
          ? { result: undefined, remove: [row.id] }
          : settle(all, outcome)
      },
    },
  },
  'a logout is thrown away with the requests': {
    removeAllOf: (all, userId, which) => {
      const logouts = all.rows.filter(({ kind }) => kind === 'logout' && which === 'pending').map(({ id }) => id)
      const change = removeAllOf(all, userId, which)
      return { ...change, remove: [...(change.remove ?? []), ...logouts] }
    },
  },
  'forgetting a user takes what waits': {
    removeAllOf: (all, userId, which) => {
      const own = all.rows.filter((row) => row.userId === userId && row.v === 1)
      return which === 'done' ? { result: undefined, remove: own.map(({ id }) => id) } : removeAllOf(all, userId, which)
    },
  },
  'forgetting a user takes what is on its way': {
    removeAllOf: (all, userId, which) => {
      const change = removeAllOf(all, userId, which)
      const sending = all.rows.filter((row) => row.userId === userId && row.state === 'sending' && row.v === 1)
      return which === 'done'
        ? { ...change, remove: [...(change.remove ?? []), ...sending.map(({ id }) => id)] }
        : change
    },
  },
  'what was sent stays after a logout': {
    removeAllOf: (all, userId, which) => (which === 'done' ? { result: undefined } : removeAllOf(all, userId, which)),
  },
  'a logout forgets everybody': {
    removeAllOf: (all, userId, which) => {
      const done = all.rows.filter(({ state, v }) => state === 'done' && v === 1)
      return which === 'done'
        ? { result: undefined, remove: done.map(({ id }) => id) }
        : removeAllOf(all, userId, which)
    },
  },
  'throwing away takes what others wait for': {
    removeAllOf: (all, userId, which) => {
      const open = all.rows.filter(({ state, v, kind }) => state !== 'done' && v === 1 && kind !== 'logout')
      return which === 'pending'
        ? { result: undefined, remove: open.map(({ id }) => id) }
        : removeAllOf(all, userId, which)
    },
  },
  'a late 401 to an old token ends the new login': {
    policy: {
      settle: (all, outcome) => settle(all, { ...outcome, token: all.session?.token }),
    },
  },
  'a 401 throws away the other requests of its user': {
    policy: {
      settle: (all, outcome) => {
        const change = settle(all, outcome)
        const others = (change.put ?? []).filter(({ id, state }) => state === 'waiting-login' && id !== outcome.id)
        return { ...change, remove: [...(change.remove ?? []), ...others.map(({ id }) => id)] }
      },
    },
  },
  'the person who is signed in sends what others wait for': {
    policy: {
      claim: (all, now) => {
        const first = all.rows.find(({ state, userId }) => state === 'waiting-login' && userId !== all.session?.userId)
        if (!first || !all.session) return claim(all, now)
        const row = { ...first, state: 'sending' as const, attempts: first.attempts + 1 }
        return { result: { row, token: all.session.token }, put: [row] }
      },
    },
  },
  'discards what may have reached the server': {
    discard: (all, id) => ({ result: all.rows.some((row) => row.id === id), remove: [id] }),
    isRevocable: ({ state, attempts, kind }) => kind !== 'logout' && state !== 'done' && attempts < 2,
  },
  'offers to take back what was tried': {
    isRevocable: ({ state, kind }) => kind !== 'logout' && (state === 'attention' || state === 'queued'),
  },
  'taken back, and sent all the same': {
    editAgain: (all, what) => ({ ...editAgain(all, what), remove: [] }),
  },
  'discarded, and sent all the same': {
    discard: (all, id) => ({ ...discard(all, id), remove: [] }),
    editAgain: (all, what) => ({ ...editAgain(all, what), remove: [] }),
  },
  'takes everything back with one request': {
    editAgain: (all, what) => {
      const change = editAgain(all, what)
      const others = all.rows.filter(({ state, v }) => state === 'queued' && v === 1).map(({ id }) => id)
      return change.result ? { ...change, remove: [what.id, ...others] } : change
    },
  },
  'shows as sent what was tried once': {
    isPending: ({ state, kind, ...row }) =>
      'attempts' in row && row.attempts === 0 && state !== 'done' && kind !== 'logout',
  },
  'counts only what is queued': { isPending: ({ state }) => state === 'queued' },
  'forgets interrupted tries in its count': {
    isPending: ({ state, kind }) => !['done', 'sending'].includes(state) && kind !== 'logout',
  },
  "a visitor's requests count for nobody": {
    isPending: ({ state, kind, ...row }) =>
      state !== 'done' && kind !== 'logout' && 'userId' in row && row.userId !== '',
  },
  'what waits for a login counts as sent': {
    isPending: ({ state, kind }) => !['done', 'waiting-login'].includes(state) && kind !== 'logout',
  },
  'what was refused counts as sent': {
    isPending: ({ state, kind }) => !['done', 'attention'].includes(state) && kind !== 'logout',
  },
  'a logout counts as a request': { isPending: ({ state }) => state !== 'done' },
}
