import { Button, Flex, Spinner, Stack } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Session } from '../../data/rows.ts'
import { type Deps, useDeps } from '../../data/use-deps.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useIsMounted } from '../../ui/use-is-mounted.ts'

/** ms */
const outcomeTimeout = 8000

interface LogoutDialogProps {
  session: Session
  /** number of unsent entries: requests, messages, reviews … */
  waiting: number
  onLeave: () => Promise<void>
  onStay: () => void
}

/** Asks about entries that were not sent: send them now, leave them saved for their user, or discard them. */
export function LogoutDialog({ session, waiting, onLeave, onStay }: LogoutDialogProps) {
  const { t } = useLingui()
  const deps = useDeps()
  const [state, setState] = useState<'asking' | 'sending' | 'unsent'>('asking')
  const [left, setLeft] = useState(waiting)
  const isOpen = useIsMounted()

  const sendFirst = async () => {
    setState('sending')
    const unsent = await sendWaiting(deps, session.userId)
    // the person stays after all, or somebody else has signed in in another tab
    if (!isOpen()) return
    if (unsent === 0) return onLeave()
    setLeft(unsent)
    setState('unsent')
  }
  const discard = async () => {
    await deps.sync.discardAllOf(session.userId)
    await onLeave()
  }
  return (
    <FormDialog onClose={onStay} title={t`Before you log out`}>
      <Stack gap="3">
        <p>
          <Plural
            value={left}
            one="# entry of yours is still on this device and was not sent."
            other="# entries of yours are still on this device and were not sent."
          />
        </p>
        <p>
          <Trans>Saved entries are hidden here until you log in again; nobody else can see or send them.</Trans>
        </p>
        {state === 'unsent' && (
          <Notice kind="warning">
            <Trans>Not everything could be sent. There may be no connection, or something needs your attention.</Trans>
          </Notice>
        )}
      </Stack>
      <Flex wrap="wrap" justify="flex-end" gap="2.5" mt="6" css={{ '& > *': { flex: { smDown: '1 1 100%' } } }}>
        <Button colorPalette="red" onClick={() => void discard()}>
          <Trans comment="button: drop the requests that wait, then log out">Discard</Trans>
        </Button>
        <Button onClick={() => void onLeave()}>
          <Trans comment="button: leave the waiting requests on the device, then log out">Keep for me</Trans>
        </Button>
        <Button
          variant="solid"
          data-first-focus
          aria-disabled={state === 'sending'}
          onClick={() => state === 'sending' || void sendFirst()}
        >
          <Trans comment="button: send the requests that wait, then log out">Send now</Trans>
          {state === 'sending' && <Spinner size="inherit" aria-hidden="true" />}
        </Button>
      </Flex>
    </FormDialog>
  )
}

/** Tries to send the pending requests; returns how many are left after at most 8 s. */
async function sendWaiting({ sync }: Deps, userId: string): Promise<number> {
  const rows = await sync.pendingOf(userId)
  sync.sendNow()
  await Promise.all(rows.map((row) => sync.waitForOutcome(row.id, { within: outcomeTimeout })))
  return (await sync.pendingOf(userId)).length
}
