import { type UploadEnv, uploadPolicy } from '../../../src/sync/send-files.ts'
import type { TusResponse } from '../../../src/sync/tus.ts'
import type { FileMutation } from './mutation.ts'

/** Changes the answers to one kind of request. */
const answers =
  (kind: 'where' | 'begin' | 'chunk', change: (told: TusResponse) => TusResponse): NonNullable<FileMutation['ask']> =>
  (ask) =>
  async (asked) => {
    const told = await ask(asked)
    return asked.kind === kind ? change(told) : told
  }
const { nextFile, resultOf, settled } = uploadPolicy
const refused = { kind: 'refused', reason: 'not-found' } as const

/** Bugs of files, each injected where it could be made. */
export const fileMutants: Record<string, FileMutation> = {
  'a file begins again at every try': {
    ask: answers('where', (told) => (told.offset === undefined ? told : { ...told, offset: 0 })),
  },
  'what has come is never asked for': {
    ask: (ask) => async (asked) => (asked.kind === 'where' ? { status: 404, isShops: true, text: '' } : ask(asked)),
  },
  'a file goes on where this device had stopped': {
    ask(ask) {
      const stopped = new Map<string, number>()
      return async (asked) => {
        const offset = stopped.get(asked.id)
        if (asked.kind === 'where' && offset) return { status: 200, isShops: true, offset, text: '' }
        const told = await ask(asked)
        if (told.isShops && told.offset) stopped.set(asked.id, told.offset)
        return told
      }
    },
  },
  'a file is sent again after the proof': {
    files: (store) => ({
      ...store,
      settle: async (row, change) => store.settle(row, (saved) => change(saved) ?? saved),
    }),
  },
  'a chunk without an answer counts as arrived': {
    ask: (ask) => (asked) =>
      ask(asked).catch((error: unknown) => {
        if (asked.kind !== 'chunk') throw error
        return { status: 204, isShops: true, offset: asked.from + asked.chunk.size, text: '' }
      }),
  },
  'a file is dropped after a 5xx': {
    lane: { resultOf: (told, kind) => (told.status >= 500 ? refused : resultOf(told, kind)) },
  },
  'the refusal of a proxy counts': { lane: { resultOf: (told, kind) => resultOf({ ...told, isShops: true }, kind) } },
  'an upload that the server has lost is refused': {
    lane: { resultOf: (told, kind) => (kind === 'chunk' && told.status === 404 ? refused : resultOf(told, kind)) },
  },
  'a token that has ended refuses the file': {
    lane: { resultOf: (told, kind) => (told.status === 401 ? refused : resultOf(told, kind)) },
  },
  'after three tries a file is given up': {
    lane: { settled: (row, tried) => (row.attempts >= 2 ? undefined : settled(row, tried)) },
  },
  'files are sent before the outbox': {
    lane: {
      isOutboxBusy: () => false,
      nextFile: (seen, now) => nextFile({ ...seen, rows: [] }, now),
    },
  },
  'a file that is being sent never gives way': { lane: { isOutboxBusy: () => false } },
  'files are sent before their messages': {
    lane: {
      nextFile: (seen, now) =>
        nextFile({ ...seen, declared: Object.fromEntries(seen.files.map(({ _id, order }) => [_id, order])) }, now),
    },
  },
  'files of others go with the token of who is signed in': {
    lane: {
      nextFile(seen, now) {
        const userId = seen.session?.userId ?? ''
        return nextFile({ ...seen, files: seen.files.map((row) => ({ ...row, userId })) }, now)
      },
    },
  },
  'two send at once although there are locks': { unlocked: true },
  'a clock that was set back holds files up': {
    lane: {
      nextFile(seen, { now, savesData }) {
        const next = nextFile(seen, { now, savesData })
        return next.row && next.row.nextAt > now ? { wait: next.row.nextAt - now } : next
      },
    },
  },
  'the device forgets at a logout which messages have gone': {
    files: (store) => ({
      ...store,
      async read() {
        const seen = await store.read()
        const done = seen.rows.filter(({ state }) => state === 'done').map(({ payload }) => JSON.stringify(payload))
        const known = Object.entries(seen.declared).filter(([id]) => done.some((text) => text.includes(`"${id}"`)))
        return { ...seen, declared: Object.fromEntries(known) }
      },
    }),
  },
  'the server takes a chunk wherever the file ends': { takesAnywhere: true, ask: lateAgain },
}

/** A client that sends its last chunk once more when no answer came. */
function lateAgain(ask: UploadEnv['ask']): UploadEnv['ask'] {
  return (asked) => (asked.kind === 'chunk' ? ask(asked).catch(() => ask(asked)) : ask(asked))
}
