import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Wishes } from '../../../contract/offers.ts'
import type { ShippingAddress } from '../../../contract/orders.ts'
import type { OutboxRow, Session } from '../../db/rows.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { NotSaved } from '../../sync/enqueue.ts'
import { useDeps } from '../../ui/deps.tsx'
import { toast } from '../../ui/toaster.tsx'

/** How long the screen waits for the shop's word before it goes on in the waiting state, ms (offline.md). */
const outcomeTimeout = 8000

/** `unsaved`: the device cannot save the request and no answer has come yet; `row` is the only copy. */
type State = { kind: 'idle' } | { kind: 'sending' } | { kind: 'unsaved'; row: OutboxRow | NotSaved['entry'] }

interface Sending {
  state: State
  send: (asked: Asked, session: Session) => Promise<void>
}

/** What goes along with the lines of the cart. */
interface Asked {
  address: ShippingAddress
  wishes: Wishes | undefined
  /** the request is saved: what was typed for it is in it now */
  onSaved: () => void
}

/** Send Order: saves the request, waits for a verdict for a moment, and goes to the order. */
export function useSendOrder(): Sending {
  const { sync } = useDeps()
  const { t } = useLingui()
  const navigate = useNavigate()
  const locale = useLocale()
  const [state, setState] = useState<State>({ kind: 'idle' })

  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  /** A person who has gone on to another screen meanwhile stays there. */
  async function show(row: OutboxRow) {
    if (here.current) await navigate({ to: '/order/$id', params: { id: row.serverId ?? row.id }, replace: true })
  }

  async function saveAndSend({ address, wishes, onSaved }: Asked, session: Session) {
    const { id, lines } = await sync.cartOrder()
    if (lines.length === 0) return setState({ kind: 'idle' })
    const row = await sync.enqueueOrder({
      id,
      body: {
        orderItems: lines.map(({ fishe, qty, note = '' }) => ({
          fishe,
          qty,
          ...(note.trim() && { note: note.trim() }),
        })),
        shippingAddress: address,
        userEmail: session.email,
        language: locale,
        ...(wishes && { wishes }),
      },
      lines,
      session,
    })
    onSaved()
    // without any network there is no word to wait for: the request is shown at once (screens.md)
    const within = navigator.onLine ? outcomeTimeout : 0
    // it is saved, whatever becomes of the waiting
    await show((await sync.waitForOutcome(row.id, { within }).catch(() => undefined)) ?? row)
  }

  async function sendDirect(entry: OutboxRow | NotSaved['entry']) {
    setState({ kind: 'sending' })
    // whatever happens, the only copy stays here and can be sent again
    const row = await sync.sendDirect(entry).catch(() => entry)
    if ('seq' in row && row.state === 'done') await show(row)
    else setState({ kind: 'unsaved', row })
  }

  return {
    state,
    async send(asked, session) {
      if (state.kind === 'sending') return
      if (state.kind === 'unsaved') return sendDirect(state.row)
      setState({ kind: 'sending' })
      try {
        await saveAndSend(asked, session)
      } catch (error) {
        if (error instanceof NotSaved) return sendDirect(error.entry)
        // nothing was sent, and the button is there again
        setState({ kind: 'idle' })
        toast({ title: t`This could not be saved on this device.`, kind: 'error' })
      }
    },
  }
}
