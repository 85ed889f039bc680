import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { ConnectionError, type Refusal, type Reply } from '../api/errors.ts'
import { getView, putView } from '../db/views.ts'
import type { SavedAnswers } from '../orders/read.ts'
import { useDeps } from './deps.tsx'
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
  /** when that try was begun, ms since 1970 */
  failedAt: number | undefined
  busy: boolean
  /** asks again; resolves when the answer is stored or the failure is known */
  reload(): Promise<void>
}

interface Answer<T> {
  body: T
  total?: number
}

interface Attempt<T> {
  /** whose question it was, and which */
  userId: string | undefined
  key: string
  busy: boolean
  answer?: Answer<T> & { at: number }
  failure?: Refusal | ConnectionError
  failedAt?: number
}

/** Answers that are saved as they came. */
function wholeViews<T>(): SavedAnswers<T> {
  return {
    async get(db, { userId, key }) {
      const row = await getView(db, userId, key)
      // rows under these keys are written below and nowhere else, always in this shape
      return row && { ...(row.body as Answer<T>), at: row.at }
    },
    save: (db, place, { at, ...body }) => putView(db, { ...place, body, at }),
  }
}

/**
 * An answer behind a token: shown at once as it is saved for this user, fetched again behind it, and readable without
 * a connection. `key` names the call with its input, and the answer among those that `saved` holds.
 */
export function useSavedView<T>(
  key: string,
  fetchView: (signal: AbortSignal) => Promise<Reply<T>>,
  saved: SavedAnswers<T> = wholeViews(),
): SavedView<T> {
  const { db, clock } = useDeps()
  const userId = useSession()?.userId
  const [attempt, setAttempt] = useState<Attempt<T>>({ userId, key, busy: true })
  const [accident, setAccident] = useState<{ error: unknown }>()
  if (accident) throw accident.error
  // without a database nothing is saved, and the answers of the server are shown all the same
  const find = async () => {
    if (userId === undefined) return undefined
    return { userId, key, answer: await saved.get(db, { userId, key }).catch(() => undefined) }
  }
  const found = useLiveQuery(find, [db, userId, key])

  // another tab may have logged somebody else in
  const isOurs = (asked: Pick<Attempt<T>, 'key' | 'userId'>) => asked.key === key && asked.userId === userId

  async function refresh(signal: AbortSignal) {
    if (userId === undefined) return
    setAttempt((before) => ({ ...(isOurs(before) && before), userId, key, busy: true }))
    const failedAt = clock.now()
    try {
      const reply = await fetchView(signal)
      if (signal.aborted) return
      if (!reply.ok) return setAttempt((before) => ({ ...before, busy: false, failure: reply.refusal, failedAt }))
      const answer = { body: reply.body, ...(reply.total !== undefined && { total: reply.total }) }
      const at = clock.now()
      await saved.save(db, { userId, key }, { ...answer, at }).catch(() => undefined)
      if (!signal.aborted) setAttempt({ userId, key, busy: false, answer: { ...answer, at } })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ConnectionError)
        setAttempt((before) => ({ ...before, busy: false, failure: error, failedAt }))
      else setAccident({ error })
    }
  }

  const arrive = useEffectEvent(refresh)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or user is another question
  useEffect(() => {
    const leaving = new AbortController()
    void arrive(leaving.signal)
    return () => leaving.abort()
  }, [key, userId])

  const current: Attempt<T> = isOurs(attempt) ? attempt : { userId, key, busy: true }
  // what was found for the question before this one, or for another user, does not count
  const shown = current.answer ?? (found && isOurs(found) ? found.answer : undefined)
  return {
    body: shown?.body,
    total: shown?.total,
    at: shown?.at,
    failure: current.failure,
    failedAt: current.failedAt,
    busy: current.busy,
    reload: () => refresh(new AbortController().signal),
  }
}
