import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { ShopText } from '../../../contract/shop.ts'
import type { LegalPage } from '../../../contract/texts/legal-texts.ts'
import { useDeps } from '../use-deps.tsx'
import { getValue, putValue } from '../values.ts'
import { useShop } from './use-shop.ts'

export interface LegalText {
  /** the saved text, or one that has just come; undefined until one of them is known */
  text: ShopText | undefined
  /** the last attempt has failed */
  isMissing: boolean
  reload: () => void
}

/** The text of a page: at once as saved on the device, and from the shop where it has another version. */
export function useLegalText(page: LegalPage): LegalText {
  const { db, api } = useDeps()
  const wanted = useShop().legal[page]
  const [attempt, setAttempt] = useState(0)
  const [fetched, setFetched] = useState<ShopText>()
  const [isMissing, setMissing] = useState(false)
  const saved = useLiveQuery(async () => ({ text: await getValue(db, `legal:${page}`).catch(() => undefined) }), [page])
  const isRead = saved !== undefined
  const savedVersion = saved?.text?.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    if (!isRead || wanted === 0 || savedVersion === wanted) return
    const leaving = new AbortController()
    const load = async () => {
      const reply = await api.call('getShopText', { params: { page }, signal: leaving.signal }).catch(() => undefined)
      if (leaving.signal.aborted) return
      setMissing(!reply?.ok)
      if (!reply?.ok) return
      setFetched(reply.body)
      // a device without room still shows it
      await putValue(db, `legal:${page}`, reply.body).catch(() => undefined)
    }
    void load()
    return () => leaving.abort()
  }, [api, db, page, isRead, savedVersion, wanted, attempt])
  return { text: fetched ?? saved?.text, isMissing, reload: () => setAttempt(attempt + 1) }
}
