import { useMemo, useSyncExternalStore } from 'react'
import { ConnectionError, type Refusal, type Reply } from '../api/api-errors.ts'
import { createStore } from '../lib/store.ts'
import { type Deps, useDeps } from './use-deps.tsx'
import { useFreshQuery } from './use-fresh-query.ts'
import { useSession } from './use-session.ts'
import { type SavedAnswer, type SavedAnswers, wholeAnswers } from './views.ts'

export interface SavedView<T> {
  /** the newest answer: just fetched, or saved on the device */
  body: T | undefined
  /** number of rows in the whole list, if the server sent it */
  total: number | undefined
  /** when the shown answer came, ms since 1970 */
  at: number | undefined
  /** why the last attempt failed */
  failure: Refusal | ConnectionError | undefined
  /** when that attempt began, ms since 1970 */
  failedAt: number | undefined
  busy: boolean
  /** fetches again; resolves when the answer is saved or the attempt has failed */
  reload(): Promise<void>
}

interface Question<T> {
  userId: string | undefined
  /** names the call and its input; undefined while nothing is asked */
  key: string | undefined
  fetchView: (signal: AbortSignal) => Promise<Reply<T>>
  saved: SavedAnswers<T>
}

interface Attempt<T> {
  busy: boolean
  answer?: SavedAnswer<T>
  failure?: Refusal | ConnectionError
  failedAt?: number
  /** an unexpected error, for the error screen */
  crash?: { error: unknown }
}

/** Fetches and saves the answer when a screen subscribes; unsubscribing aborts the request. */
function createRefresh<T>({ db, clock }: Deps, { userId, key, fetchView, saved }: Question<T>) {
  const attempt = createStore<Attempt<T>>({ busy: key !== undefined })
  // an answer that is overtaken by a later one is older than what is shown
  let [asked, answered] = [0, 0]
  const change = (part: Partial<Attempt<T>>) => attempt.set({ ...attempt.get(), ...part })

  async function refresh(signal: AbortSignal): Promise<void> {
    if (userId === undefined || key === undefined) return
    const turn = ++asked
    const isLate = () => signal.aborted || turn < answered
    if (!attempt.get().busy) change({ busy: true })
    const failedAt = clock.now()
    try {
      const reply = await fetchView(signal)
      if (isLate()) return
      // what is gone overtakes earlier answers too
      if (reply.ok || [404, 410].includes(reply.refusal.status)) answered = turn
      if (!reply.ok) return change({ busy: false, failure: reply.refusal, failedAt })
      const answer = { body: reply.body, ...(reply.total !== undefined && { total: reply.total }), at: clock.now() }
      await saved.save(db, { userId, key }, answer).catch(() => undefined)
      if (!isLate()) attempt.set({ busy: false, answer })
    } catch (error) {
      if (isLate()) return
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
 * An answer that needs a session: shown at once from this user's saved copy, then revalidated; readable offline. `key`
 * names the call and its input, and the answer's place in `saved`.
 */
export function useSavedView<T>(
  key: string | undefined,
  fetchView: (signal: AbortSignal) => Promise<Reply<T>>,
  saved: SavedAnswers<T> = wholeAnswers(),
): SavedView<T> {
  const deps = useDeps()
  const userId = useSession()?.userId
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key and the user identify the request
  const refresh = useMemo(() => createRefresh(deps, { userId, key, fetchView, saved }), [deps, userId, key])
  const { busy, answer, failure, failedAt, crash } = useSyncExternalStore(refresh.subscribe, refresh.get)
  const found = useFreshQuery(async () => {
    if (userId === undefined || key === undefined) return undefined
    // without a database nothing is saved, but the server's answers are still shown
    return saved.get(deps.db, { userId, key }).catch(() => undefined)
  }, [refresh])
  if (crash) throw crash.error
  const { body, total, at } = answer ?? found ?? {}
  return { body, total, at, failure, failedAt, busy, reload: refresh.reload }
}
