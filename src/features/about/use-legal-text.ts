import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { LegalPage, ShopText } from '../../../contract/shop.ts'
import { useShop } from '../../data/shop/use-shop.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useFetched } from '../../data/use-fetched.ts'
import { getValue, putValue } from '../../data/values.ts'

interface LegalText {
  /** the saved text, or one that has just come; undefined until one of them is known */
  text: ShopText | undefined
  /** the last attempt has failed, or there is no connection */
  isMissing: boolean
  reload: () => void
}

/** The text of a page: at once as saved on the device, and from the shop where it has another version. */
export function useLegalText(page: LegalPage): LegalText {
  const { db, api } = useDeps()
  const wanted = useShop().legal[page]
  const [attempt, setAttempt] = useState(0)
  const saved = useLiveQuery(async () => ({ text: await getValue(db, `legal:${page}`).catch(() => undefined) }), [page])
  const isDue = saved !== undefined && wanted !== 0 && saved.text?.version !== wanted
  const { body, isMissing } = useFetched(isDue ? `${wanted} ${attempt}` : undefined, async (signal) => {
    const reply = await api.call('getShopText', { params: { page }, signal })
    // a device without room still shows it
    if (reply.ok) await putValue(db, `legal:${page}`, reply.body).catch(() => undefined)
    return reply
  })
  // what was fetched here may be older than what another tab has saved since
  return { text: (isDue && body) || saved?.text, isMissing, reload: () => setAttempt(attempt + 1) }
}
