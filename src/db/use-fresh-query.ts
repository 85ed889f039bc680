import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'

/** Dexie's `useLiveQuery`, but undefined as soon as `about` changes, such as the user's id, where that returns its previous result. */
export function useFreshQuery<T>(query: () => Promise<T>, about: readonly unknown[]): T | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the query depends on
  const asked = useMemo(() => ({}), about)
  const found = useLiveQuery(async () => ({ asked, answer: await query() }), [asked])
  return found?.asked === asked ? found.answer : undefined
}
