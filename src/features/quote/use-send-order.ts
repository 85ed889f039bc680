import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { oneLine } from '../../../contract/fields.ts'
import type { Wishes } from '../../../contract/offers.ts'
import type { ShippingAddress } from '../../../contract/orders.ts'
import type { Parties } from '../../../contract/papers/parties.ts'
import { NotSaved } from '../../data/outbox/enqueue.ts'
import type { OutboxRow, Session } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useIsHere } from '../../parts/use-is-here.ts'
import { toast } from '../../ui/feedback/toaster.tsx'

/** How long the screen waits for the outcome before it shows the order as pending, ms. */
const outcomeTimeout = 8000

/** `unsaved`: the device cannot save the request and no answer has come yet; `row` is the only copy. */
type State = { kind: 'idle' } | { kind: 'sending' } | { kind: 'unsaved'; row: OutboxRow | NotSaved['entry'] }

interface Sending {
  state: State
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
  const { t } = useLingui()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const locale = useLocale()
  const [state, setState] = useState<State>({ kind: 'idle' })

  /** Goes to the order, unless the user has left this screen meanwhile. */
  async function show(row: OutboxRow) {
    if (isHere()) await navigate({ to: '/order/$id', params: { id: row.serverId ?? row.id }, replace: true })
  }

  async function saveAndSend({ address, wishes, parties, onSaved }: OrderRequest, session: Session) {
    const { id, lines } = await sync.cartOrder()
    if (lines.length === 0) return setState({ kind: 'idle' })
    const row = await sync.enqueueOrder({
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
    onSaved()
    // without a network there is no outcome to wait for: the request is shown at once
    const within = navigator.onLine ? outcomeTimeout : 0
    await show((await sync.waitForOutcome(row.id, { within })) ?? row)
  }

  async function sendDirect(entry: OutboxRow | NotSaved['entry']) {
    setState({ kind: 'sending' })
    // the only copy stays here after a failure and can be sent again
    const row = await sync.sendDirect(entry).catch(() => entry)
    if ('seq' in row && row.state === 'done') await show(row)
    else setState({ kind: 'unsaved', row })
  }

  return {
    state,
    async send(request, session) {
      if (state.kind === 'sending') return
      // one that was refused was stored nowhere: what is in the form now is sent
      if (state.kind === 'unsaved' && state.row.state !== 'attention') return sendDirect(state.row)
      setState({ kind: 'sending' })
      try {
        await saveAndSend(request, session)
      } catch (error) {
        if (error instanceof NotSaved) return sendDirect(error.entry)
        // nothing was sent: enable the button again
        setState({ kind: 'idle' })
        toast({ title: t`This could not be saved on this device.`, kind: 'error' })
      }
    },
  }
}
