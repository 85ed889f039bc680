import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useDeps } from '../../data/use-deps.tsx'
import { getValue, putValue } from '../../data/values.ts'
import { readLocal } from '../../lib/local-storage.ts'
import { isRecord, parseJson } from '../../lib/record.ts'
import { isPutAside } from './offer-values.ts'

/**
 * `isOpen`: whether there is a half-typed offer from before a reload, a logout or a crash, which its author has not closed. Its last
 * version may still be in local storage. `open` undoes the closing.
 */
export function useOpenDraft(userId: string, orderId: string): { isOpen: boolean; open: () => Promise<void> } {
  const { db } = useDeps()
  const key = `form-of:${userId}:offer-${orderId}` as const
  const [hasLocal] = useState(() => {
    const local = readLocal(key)
    const saved = local.kind === 'text' ? parseJson(local.text) : undefined
    return isRecord(saved) && !isPutAside(saved)
  })
  const hasSaved = useLiveQuery(async () => {
    const saved = await getValue(db, key).catch(() => undefined)
    return saved !== undefined && !isPutAside(saved)
  }, [db, key])
  const open = async () => {
    // without a database nothing was saved
    const saved = await getValue(db, key).catch(() => undefined)
    if (saved && isPutAside(saved)) await putValue(db, key, { ...saved, aside: false }).catch(() => undefined)
  }
  return { isOpen: hasLocal || hasSaved === true, open }
}
