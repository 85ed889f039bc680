import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { getProduct } from '../../catalogue/store.ts'
import { getOutboxOf } from '../../db/outbox-rows.ts'
import { quantityText } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { NotSaved } from '../../sync/enqueue.ts'
import { unsentStocks } from '../../sync/stock.ts'
import { useDeps } from '../../ui/deps.tsx'
import { useSavedValues } from '../../ui/forms/use-saved-values.ts'
import { useSession } from '../../ui/session.ts'
import { toast } from '../../ui/toaster.tsx'
import { checkStock, parseStock } from './product-form.ts'

interface Typing {
  text: string
  /** the stock that was shown when the typing began, tonnes */
  seen: number
}

const typingOf = ({ text, seen }: { text?: string; seen?: string }): Typing | undefined =>
  text === undefined ? undefined : { text, seen: Number(seen) }

/**
 * The stock of a product in its row: the number that waits to be sent, else the saved one, and what is being typed over it.
 * The server compares what was shown when the typing began. A half-typed number survives a reload.
 */
export function useStock(fish: Fish) {
  const { i18n, t } = useLingui()
  const { db, sync } = useDeps()
  const session = useSession()
  const locale = useLocale()
  const userId = session?.userId ?? ''
  const [typed, setTyped] = useState<Typing>()
  const draft = useSavedValues({ name: `stock-${fish._id}`, owner: userId, initial: { text: '', seen: '' } })
  const typing = typed ?? typingOf(draft.found)
  const [message, setMessage] = useState<MessageDescriptor>()
  /** the last entry made here, whose delivery is shown, too */
  const [madeId, setMadeId] = useState<string>()
  const { _id: fishe, trade_name, trade_name_fr, trade_name_es } = fish
  const found = useLiveQuery(async () => {
    const [rows, saved] = await Promise.all([getOutboxOf(db, userId), getProduct(db, fishe)])
    return { mine: unsentStocks(rows, userId, fishe), made: rows.find(({ id }) => id === madeId), saved }
  }, [db, userId, fishe, madeId])
  const saved = found?.saved?.product
  // the list that the server answered may be older than what was pulled since, or newer
  const newest = saved && saved.updated_at >= fish.updated_at ? saved : fish
  const mine = found?.mine ?? []
  const last = mine.at(-1)
  const refused = mine.find(({ state }) => state === 'attention')
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
    // over a conflict the same number is a decision
    if (countInStock === shown && !refused) return revert()
    const body = { countInStock, seen: typing.seen }
    const stock = { id: sync.newId(), fishe, trade_name, trade_name_fr, trade_name_es, body, session }
    try {
      setMadeId((await sync.enqueueStock(stock)).id)
      revert()
    } catch (error) {
      if (!(error instanceof NotSaved)) throw error
      const row = await sync.sendDirect(error.entry)
      if (row.state === 'done') return revert()
      toast({ title: t`This is NOT saved: keep this page open and try again.`, kind: 'error' })
    }
  }
  return {
    text,
    /** tonnes */
    shown,
    message: message && i18n._(message),
    refused,
    /** of the number that is shown; undefined for a saved one that was not typed here */
    state: refused?.state ?? last?.state ?? (isSent ? ('done' as const) : undefined),
    isChanged: typing !== undefined && (refused !== undefined || typing.text.trim() !== quantityText(shown, locale)),
    type(next: string) {
      const seen = typing?.seen ?? refused?.problem?.countInStock ?? shown
      setTyped({ text: next, seen })
      draft.save({ text: next, seen: String(seen) })
      setMessage(undefined)
    },
    revert,
    save,
  }
}
