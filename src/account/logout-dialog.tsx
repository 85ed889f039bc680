import { Button, Flex, Spinner, Stack } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { waitForValue } from '../db/database.ts'
import { countOnTheirWay, sendFilesNow } from '../db/files.ts'
import type { Session } from '../db/rows.ts'
import { type Deps, useDeps } from '../db/use-deps.tsx'
import type { WaitingCounts } from '../sync/sync.ts'
import { FormDialog } from '../ui/dialogs/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useSaving } from '../ui/feedback/toaster.tsx'
import { FilesWaiting } from '../ui/outbox-notice.tsx'
import { useIsMounted } from '../ui/use-is-here.ts'

/** ms */
const outcomeTimeout = 8000

interface LogoutDialogProps {
  session: Session
  /** entries are requests, messages, reviews … with their files */
  waiting: WaitingCounts
  onLeave: () => Promise<void>
  onStay: () => void
}

/** Asks about entries and files that were not sent: send them now, leave them saved for their user, or discard them. */
export function LogoutDialog({ session, waiting, onLeave, onStay }: LogoutDialogProps) {
  const { t } = useLingui()
  const deps = useDeps()
  const [state, setState] = useState<'asking' | 'sending' | 'unsent'>('asking')
  const [{ entries, files }, setLeft] = useState(waiting)
  const isOpen = useIsMounted()

  const sendFirst = async () => {
    setState('sending')
    // a database that cannot be read says nothing new
    const unsent = await sendWaiting(deps, session.userId).catch(() => ({ entries, files }))
    // the person stays after all, or somebody else has signed in in another tab
    if (!isOpen()) return
    if (unsent.entries + unsent.files === 0) return onLeave()
    setLeft(unsent)
    setState('unsent')
  }
  const discard = async () => {
    await deps.sync.discardAllOf(session.userId)
    await onLeave()
  }
  const save = useSaving()
  return (
    <FormDialog onClose={onStay} title={t`Before you log out`}>
      <Stack gap="3">
        {entries > 0 && (
          <p>
            <Plural
              value={entries}
              one="# entry of yours is still on this device and was not sent."
              other="# entries of yours are still on this device and were not sent."
            />
          </p>
        )}
        {files > 0 && (
          <p>
            <FilesWaiting files={files} />
          </p>
        )}
        <p>{t`This is hidden on the device until you log in again; nobody else can see or send it.`}</p>
        {state === 'unsent' && (
          <Notice kind="warning">
            <Trans>Not everything could be sent. There may be no connection, or something needs your attention.</Trans>
          </Notice>
        )}
      </Stack>
      <Flex wrap="wrap" justify="flex-end" gap="2.5" mt="6" css={{ '& > *': { flex: { smDown: '1 1 100%' } } }}>
        <Button colorPalette="red" onClick={() => save(discard)}>
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

/** Tries to send what waits, first the requests and then, if all have gone, the files, for at most 8 s each; returns what is left. */
async function sendWaiting({ db, sync }: Deps, userId: string): Promise<WaitingCounts> {
  const rows = await sync.pendingOf(userId)
  await sendFilesNow(db, userId).catch(() => undefined)
  sync.sendNow()
  await Promise.all(rows.map((row) => sync.waitForOutcome(row.id, outcomeTimeout)))
  const left = await sync.waitingOf(userId)
  if (left.entries > 0) return left
  const areNoneLeft = (count: number) => count === 0
  await waitForValue(() => countOnTheirWay(db, userId), areNoneLeft, outcomeTimeout)
  return sync.waitingOf(userId)
}
