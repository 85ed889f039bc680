import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useSyncExternalStore } from 'react'
import { ConnectionError, type Refusal, type Reply } from '../api/errors.ts'
import { type SavedAnswer, type SavedAnswers, wholeAnswers } from '../db/views.ts'
import { createStore } from '../lib/store.ts'
import { type Deps, useDeps } from './deps.tsx'
import { useSession } from './session.ts'

export interface SavedView<T> {
  /** the newest answer, this moment's or the one saved on the device */
  body: T | undefined
  /** rows of the whole list, where the server said */
  total: number | undefined
  /** when the shown answer came, ms since 1970 */
  at: number | undefined
  /** why the last try brought nothing */
  failure: Refusal | ConnectionError | undefined
  /** when that try began, ms since 1970 */
  failedAt: number | undefined
  busy: boolean
  /** asks again; resolves when the answer is saved or the try has failed */
  reload(): Promise<void>
}

interface Question<T> {
  userId: string | undefined
  /** the call with its input */
  key: string
  fetchView: (signal: AbortSignal) => Promise<Reply<T>>
  saved: SavedAnswers<T>
}

interface Attempt<T> {
  busy: boolean
  answer?: SavedAnswer<T>
  failure?: Refusal | ConnectionError
  failedAt?: number
  /** neither an answer nor a missing one: for the error screen */
  crash?: { error: unknown }
}

/** Asks the server when a screen subscribes, and saves what it answers; a screen that leaves stops waiting. */
function createRefresh<T>({ db, clock }: Deps, { userId, key, fetchView, saved }: Question<T>) {
  const attempt = createStore<Attempt<T>>({ busy: true })
  const change = (part: Partial<Attempt<T>>) => attempt.set({ ...attempt.get(), ...part })

  async function refresh(signal: AbortSignal): Promise<void> {
    if (userId === undefined) return
    if (!attempt.get().busy) change({ busy: true })
    const failedAt = clock.now()
    try {
      const reply = await fetchView(signal)
      if (signal.aborted) return
      if (!reply.ok) return change({ busy: false, failure: reply.refusal, failedAt })
      const answer = { body: reply.body, ...(reply.total !== undefined && { total: reply.total }), at: clock.now() }
      await saved.save(db, { userId, key }, answer).catch(() => undefined)
      if (!signal.aborted) attempt.set({ busy: false, answer })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ConnectionError) change({ busy: false, failure: error, failedAt })
      else change({ crash: { error } })
    }
  }

  return {
    get: attempt.get,
    reload: () => refresh(new AbortController().signal),
    subscribe(listener: () => void) {
      const leaving = new AbortController()
      const unsubscribe = attempt.subscribe(listener)
      void refresh(leaving.signal)
      return () => {
        leaving.abort()
        unsubscribe()
      }
    },
  }
}

/**
 * An answer behind a token: shown at once as it is saved for this user, revalidated, and readable without a connection.
 * `key` names the call with its input, and the answer among those that `saved` has.
 */
export function useSavedView<T>(
  key: string,
  fetchView: (signal: AbortSignal) => Promise<Reply<T>>,
  saved: SavedAnswers<T> = wholeAnswers(),
): SavedView<T> {
  const deps = useDeps()
  const userId = useSession()?.userId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or user is another question
  const refresh = useMemo(() => createRefresh(deps, { userId, key, fetchView, saved }), [deps, userId, key])
  const { busy, answer, failure, failedAt, crash } = useSyncExternalStore(refresh.subscribe, refresh.get)
  const found = useLiveQuery(async () => {
    if (userId === undefined) return undefined
    // without a database nothing is saved, and the answers of the server are shown all the same
    return { refresh, answer: await saved.get(deps.db, { userId, key }).catch(() => undefined) }
  }, [refresh])
  if (crash) throw crash.error
  // a live query gives the result for the question before until it has the new one
  const shown = answer ?? (found?.refresh === refresh ? found.answer : undefined)
  const { body, total, at } = shown ?? {}
  return { body, total, at, failure, failedAt, busy, reload: refresh.reload }
}
