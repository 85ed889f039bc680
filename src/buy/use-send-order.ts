import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { oneLine } from '../../contract/fields.ts'
import type { Wishes } from '../../contract/offers.ts'
import type { ShippingAddress } from '../../contract/orders.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import type { OutboxRow, Session } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useSaveEntry } from '../forms/save-entry.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useIsHere } from '../ui/use-is-here.ts'

/** How long the screen waits for the outcome before it shows the order as pending, ms. */
const outcomeTimeout = 8000

interface Sending {
  isSending: boolean
  send: (request: OrderRequest, session: Session) => Promise<void>
}

/** What is sent with the lines of the cart. */
interface OrderRequest {
  address: ShippingAddress
  wishes: Wishes | undefined
  parties: Parties | undefined
  /** called when the request is saved with all that was typed for it */
  onSaved: () => void
}

/** Saves the request, waits briefly for the outcome, and goes to the order. */
export function useSendOrder(): Sending {
  const { sync } = useDeps()
  const saveEntry = useSaveEntry()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const locale = useLocale()
  const [isSending, setSending] = useState(false)

  /** Goes to the order, unless the user has left this screen meanwhile. */
  async function show(row: OutboxRow) {
    if (isHere()) await navigate({ to: '/order/$id', params: { id: row.serverId ?? row.id }, replace: true })
  }

  async function saveOrder({ address, wishes, parties }: OrderRequest, session: Session) {
    const { id, lines } = await sync.cartOrder()
    if (lines.length === 0) return undefined
    return sync.enqueueOrder({
      id,
      body: {
        orderItems: lines.map(({ fishe, qty, note = '' }) => ({
          fishe,
          qty,
          // a note that was copied from an older order may have several lines
          ...(oneLine(note) && { note: oneLine(note) }),
        })),
        shippingAddress: address,
        userEmail: session.email,
        language: locale,
        ...(wishes && { wishes }),
        ...(parties && { parties }),
      },
      lines,
      session,
    })
  }

  return {
    isSending,
    async send(request, session) {
      if (isSending) return
      setSending(true)
      const saved = await saveEntry(() => saveOrder(request, session))
      // nothing was sent: the button can be pressed again
      if (!saved) return setSending(false)
      request.onSaved()
      // without a network there is no outcome to wait for: the request is shown at once
      const within = navigator.onLine ? outcomeTimeout : 0
      await show((await sync.waitForOutcome(saved.id, { within })) ?? saved)
    },
  }
}
