import { Button, Spinner, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Order } from '../../contract/orders.ts'
import { ConnectionError } from '../api/api-errors.ts'
import { firstOf, orderStore } from '../db/orders.ts'
import { fetchEarlier } from '../db/read-orders.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useRefusalText } from '../i18n/refusals.ts'

interface EarlierMessagesProps {
  order: Order
  userId: string
}

/** A button that fetches fifty earlier events of a thread, while there are more on the server than on this device. */
export function EarlierMessages({ order, userId }: EarlierMessagesProps) {
  const { t } = useLingui()
  const deps = useDeps()
  const refusalText = useRefusalText()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'shown'>('idle')
  /** why nothing came; empty for no failure */
  const [failure, setFailure] = useState('')
  const isMore = firstOf(order) !== undefined
  if (!isMore && state === 'idle') return null

  async function load() {
    setState('busy')
    try {
      const refusal = await fetchEarlier({ store: orderStore(deps.db), api: deps.api }, { order, userId })
      setFailure(refusal ? refusalText(refusal) : '')
      setState(refusal ? 'idle' : 'shown')
    } catch (error) {
      const isAway = error instanceof ConnectionError
      setFailure(isAway ? t`Earlier messages need a connection.` : t`This could not be saved on this device.`)
      setState('idle')
    }
    // the button goes with the last page, and the focus with it
    place.current?.focus({ preventScroll: true })
  }
  return (
    <Stack ref={place} tabIndex={-1} role="group" aria-label={t`Earlier messages`} gap="1.5" align="flex-start">
      {isMore && (
        <Button aria-disabled={state === 'busy'} onClick={() => state !== 'busy' && void load()}>
          <Trans comment="button: show the part of a conversation before the one on the screen">Earlier messages</Trans>
          {state === 'busy' && <Spinner size="inherit" aria-hidden="true" />}
        </Button>
      )}
      <Text role="status" color="fg.muted" _empty={{ display: 'none' }}>
        {failure}
        {state === 'shown' && <Trans>The earlier messages are shown.</Trans>}
      </Text>
    </Stack>
  )
}
