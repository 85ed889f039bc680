import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { ConnectionError, type Refusal, type Reply } from '../api/errors.ts'
import { getView, putView } from '../db/views.ts'
import { useDeps } from './deps.tsx'
import { useSession } from './session.ts'

export interface KeptView<T> {
  /** the newest answer, this moment's or the one kept on the device */
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

/**
 * An answer behind a token: shown at once from what this user's device kept, asked again behind it, and readable without
 * a connection. `key` names the call with its input; it is the place where the answer is kept.
 */
export function useKeptView<T>(key: string, fetchView: (signal: AbortSignal) => Promise<Reply<T>>): KeptView<T> {
  const { db, clock } = useDeps()
  const userId = useSession()?.userId
  const [attempt, setAttempt] = useState<Attempt<T>>({ userId, key, busy: true })
  const [accident, setAccident] = useState<{ error: unknown }>()
  if (accident) throw accident.error
  // without a database there is nothing kept, and the answers of the server are shown all the same
  const find = async () => (userId === undefined ? undefined : getView(db, userId, key).catch(() => undefined))
  const row = useLiveQuery(find, [db, userId, key])

  // another tab may have logged somebody else in
  const isOurs = (asked: Attempt<T>) => asked.key === key && asked.userId === userId

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
      await putView(db, { userId, key, body: answer, at }).catch(() => undefined)
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
  // rows under these keys are written above and nowhere else, always in this shape
  const kept = row?.key === key && row.userId === userId ? { ...(row.body as Answer<T>), at: row.at } : undefined
  const shown = current.answer ?? kept
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
