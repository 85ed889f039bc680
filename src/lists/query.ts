import { keepPreviousData, QueryClient, replaceEqualDeep, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Api } from '../api/api-client.ts'
import { ConnectionError, type Refusal, type Reply } from '../api/exchange.ts'
import { useDeps, useFreshQuery, useSession } from '../db/use-deps.tsx'
import { type SavedAnswer, type SavedAnswers, wholeAnswers } from '../db/views.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { useAway } from '../sync/connection.ts'
import { toast } from '../ui/feedback/toaster.tsx'
import { asError, RefusedError } from '../ui/loading/refused-error.ts'

type Failure = Refusal | ConnectionError

/** What only the server has. Nothing outlives its screen in memory: the copy on the device is dropped at logout. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 0,
      retry: false,
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
      throwOnError: (error) => failureIn(error) === undefined,
    },
    mutations: { gcTime: 0, networkMode: 'always' },
  },
})

/** The expected failure that an error stands for; undefined for a fault of the program. */
export function failureIn(error: unknown): Failure | undefined {
  if (error instanceof RefusedError) return error.refusal
  return error instanceof ConnectionError ? error : undefined
}

type Answer<T> = Omit<SavedAnswer<T>, 'at'>

async function answerOf<T>(asked: Promise<Reply<T>>): Promise<Answer<T>> {
  const reply = await asked
  if (!reply.ok) throw asError(reply.refusal)
  return { body: reply.body, ...(reply.total !== undefined && { total: reply.total }) }
}

interface SavedQuery<T> {
  /** names the call with its input, and the place of its answer on the device */
  key: string
  load: (api: Api, signal: AbortSignal) => Promise<Reply<T>>
  /** how the answer is saved; by default as received */
  saved?: SavedAnswers<T> | undefined
  isOn?: boolean
  /** ms until the next look; false for none */
  every?: ((body: T | undefined) => number | false) | undefined
}

/** An answer that needs a session: this user's copy on the device, live, until the server has answered. */
export function useSavedQuery<T>({ key, load, saved = wholeAnswers<T>(), isOn = true, every }: SavedQuery<T>) {
  const { api, db, clock } = useDeps()
  const userId = useSession()?.userId ?? ''
  const queryKey = [userId, key]
  const answer = useQuery<SavedAnswer<T>>(
    {
      queryKey,
      enabled: isOn && userId !== '',
      queryFn: async ({ signal }) => {
        const answer = { ...(await answerOf(load(api, signal))), at: clock.now() }
        if (!signal.aborted) await saved.save(db, { userId, key }, answer).catch(() => undefined)
        return answer
      },
      refetchInterval: every ? ({ state }) => every(state.data?.body) : false,
    },
    queryClient,
  )
  // without a database nothing is saved, but the server's answers are still shown
  const copy = useFreshQuery(
    async () => (userId === '' ? undefined : saved.get(db, { userId, key }).catch(() => undefined)),
    [db, userId, key],
  )
  const { error, isFetching, refetch } = answer
  const data = answer.data ?? copy
  return {
    body: useShared(data?.body),
    /** rows of the whole list, if the server named them */
    total: data?.total,
    /** when the shown answer came, ms since 1970 */
    at: data?.at,
    failure: failureIn(error),
    busy: isFetching,
    /** fetches again, also where a fetch is under way; resolves with the answer or the failure */
    reload: async (): Promise<void> => {
      await queryClient.cancelQueries({ queryKey, exact: true })
      await refetch()
    },
  }
}

/** The value, in which what is equal to the one before stays the same object: rows of such a list are not drawn again. */
function useShared<T>(value: T): T {
  const [before, setBefore] = useState(value)
  const shared = useMemo(() => replaceEqualDeep(before, value), [before, value])
  if (shared !== before) setBefore(shared)
  return shared
}

export const shopSetup = {
  key: 'shop-setup',
  load: (api: Api, signal: AbortSignal) => api.call('shopSetup', { signal }),
}

/** An answer that is fetched once, when a screen needs it and there is a connection, and not saved. Nothing is fetched without a key. */
export function useOnlineQuery<T>(key: string | undefined, load: (api: Api, signal: AbortSignal) => Promise<Reply<T>>) {
  const { api } = useDeps()
  const isAway = useAway()
  const queryKey = ['online', key]
  const { data, isError, refetch } = useQuery<Answer<T>>(
    {
      queryKey,
      enabled: key !== undefined && !isAway,
      staleTime: Number.POSITIVE_INFINITY,
      // until the next one is there, so that no focus is lost
      placeholderData: keepPreviousData,
      queryFn: ({ signal }) => answerOf(load(api, signal)),
    },
    queryClient,
  )
  return {
    body: data?.body,
    /** it could not be fetched, or there is no connection */
    isMissing: isError || isAway,
    /** resolves with the answer or the failure */
    reload: async (): Promise<void> => void (await refetch()),
    /** puts what another call has answered in its place */
    replace: (body: T) => queryClient.setQueryData<Answer<T>>(queryKey, { body }),
  }
}

export type OnlineAnswer<T> = ReturnType<typeof useOnlineQuery<T>>

interface ActionEvents<T> {
  onDone?: (body: T) => void
  onEnd?: () => void
}

/** A call that a button makes. A failure is told in a toast; a press while the call is under way is ignored. */
export function useAction<I, T>(call: (api: Api, input: I) => Promise<Reply<T>>, { onDone, onEnd }: ActionEvents<T>) {
  const { api } = useDeps()
  const refusalText = useRefusalText()
  const { isPending, mutate } = useMutation(
    {
      mutationFn: async (input: I) => (await answerOf(call(api, input))).body,
      throwOnError: (error) => failureIn(error) === undefined,
      onError: (error) => {
        const failure = failureIn(error)
        const isAborted = failure instanceof ConnectionError && failure.kind === 'aborted'
        if (failure && !isAborted) toast({ title: refusalText(failure), kind: 'error' })
      },
      ...(onDone && { onSuccess: onDone }),
      ...(onEnd && { onSettled: onEnd }),
    },
    queryClient,
  )
  return { busy: isPending, run: (input: I) => isPending || mutate(input) }
}
