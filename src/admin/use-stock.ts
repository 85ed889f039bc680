import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { Fish } from '../../contract/fishes.ts'
import { getOutboxOf } from '../db/outbox-rows.ts'
import { getProduct } from '../db/products.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { useSavedValues } from '../forms/use-saved-values.ts'
import { quantityText } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { unsentStocks } from '../sync/kinds.ts'
import { useSaveEntry } from '../ui/feedback/toaster.tsx'
import { checkStock, parseStock } from './product-form.ts'

interface Typing {
  text: string
  /** the stock shown when typing began, tonnes */
  seen: number
}

/** A stock field: its unsent number, else the saved one. The server refuses a new one where the stock has changed since typing began. */
export function useStock(fish: Fish) {
  const { i18n } = useLingui()
  const { db, sync } = useDeps()
  const saveEntry = useSaveEntry()
  const session = useSession()
  const locale = useLocale()
  const userId = session?.userId ?? ''
  const [typed, setTyped] = useState<Typing>()
  const draft = useSavedValues<Typing>({ name: `stock-${fish._id}`, owner: userId, initial: { text: '', seen: 0 } })
  const { text: savedText, seen: savedSeen = 0 } = draft.found
  const typing = typed ?? (savedText === undefined ? undefined : { text: savedText, seen: savedSeen })
  const [message, setMessage] = useState<MessageDescriptor>()
  /** the last outbox entry made here; its delivery is shown */
  const [madeId, setMadeId] = useState<string>()
  const { _id: fishe, trade_name, trade_name_fr, trade_name_es } = fish
  const found = useLiveQuery(async () => {
    const [rows, saved] = await Promise.all([getOutboxOf(db, userId), getProduct(db, fishe)])
    return { unsent: unsentStocks(rows, userId, fishe), made: rows.find(({ id }) => id === madeId), saved }
  }, [db, userId, fishe, madeId])
  const saved = found?.saved?.product
  // the fetched list may be older or newer than the pulled product
  const newest = saved && saved.updated_at >= fish.updated_at ? saved : fish
  const unsent = found?.unsent ?? []
  const last = unsent.at(-1)
  const refused = unsent.find(({ state }) => state === 'attention')
  const shown = last?.payload.body.countInStock ?? newest.countInStock
  const text = typing?.text ?? quantityText(shown, locale)

  const isSent = typing === undefined && found?.made?.state === 'done'

  function revert() {
    setTyped(undefined)
    draft.forget()
    setMessage(undefined)
  }
  async function save() {
    const wrong = checkStock(text, locale)
    const countInStock = parseStock(text)
    setMessage(wrong)
    if (wrong || countInStock === undefined || !typing || !session) return
    // after a conflict, the same number confirms the reader's choice
    if (countInStock === shown && !refused) return revert()
    const body = { countInStock, seen: typing.seen }
    const display = { trade_name, trade_name_fr, trade_name_es }
    const row = await saveEntry(() => sync.enqueue({ kind: 'stock', fishe, body, display }, { session }))
    if (!row) return
    setMadeId(row.id)
    revert()
  }
  return {
    text,
    shown,
    message: message && i18n._(message),
    refused,
    /** delivery of the shown number; undefined for a saved one that was not typed here */
    state: refused?.state ?? last?.state ?? (isSent ? ('done' as const) : undefined),
    isChanged: typing !== undefined && (refused !== undefined || typing.text.trim() !== quantityText(shown, locale)),
    type(next: string) {
      const seen = typing?.seen ?? refused?.problem?.countInStock ?? shown
      setTyped({ text: next, seen })
      draft.save({ text: next, seen })
      setMessage(undefined)
    },
    revert,
    save,
  }
}
