import { Button, Grid, Heading, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { countOnTheirWay } from '../../data/files/file-store.ts'
import { sendFilesNow } from '../../data/files/files-of-orders.ts'
import { getOutboxOf, isPending } from '../../data/outbox/outbox-rows.ts'
import type { OutboxRow } from '../../data/rows.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useFreshQuery } from '../../data/use-fresh-query.ts'
import { FilesWaiting } from '../../parts/files/files-waiting.tsx'
import { ButtonRow } from '../../ui/buttons.tsx'
import { saveFile } from '../../ui/device/blob-address.ts'
import { Rows } from '../../ui/motion/motion.tsx'
import { Panel } from '../../ui/panel.tsx'
import { OutboxEntry } from './outbox-entry.tsx'

interface Outbox {
  rows: OutboxRow[]
  /** how many files of sent messages wait */
  files: number
  /** whether entries wait for the login of somebody else, or of somebody whose login has ended */
  isMore: boolean
}

/** All entries of this user that are pending or were sent from this device, newest first; undefined at first. */
export function useOutbox(): Outbox | undefined {
  const { db } = useDeps()
  const userId = useSession()?.userId ?? ''
  return useFreshQuery(async () => {
    // messages of visitors belong to everybody on this device
    const ofVisitors = await getOutboxOf(db, '')
    const own = userId === '' ? [] : await getOutboxOf(db, userId)
    const files = userId === '' ? 0 : await countOnTheirWay(db, userId)
    const isMore = await db.outbox.filter((row) => isPending(row) && !['', userId].includes(row.userId)).count()
    return { rows: [...ofVisitors, ...own].sort((a, b) => b.seq - a.seq), files, isMore: isMore > 0 }
  }, [db, userId])
}

export function OutboxPanel({ rows, files, isMore }: Outbox) {
  const { db, sync } = useDeps()
  const userId = useSession()?.userId ?? ''
  const pending = rows.filter(isPending)
  const sent = rows.filter((row) => !isPending(row))
  const sendNow = () => {
    sync.sendNow()
    // their lane sees the change; a device that cannot write it tries them in their time
    void sendFilesNow(db, userId).catch(() => undefined)
  }
  return (
    <Panel titleId="outbox" title={<Trans>Waiting to be sent</Trans>}>
      {files > 0 && (
        <Text mb="3">
          <FilesWaiting files={files} />
        </Text>
      )}
      {isMore && (
        <Text mb="3">
          <Trans>More waits on this device. It is sent when the person who wrote it logs in again.</Trans>
        </Text>
      )}
      {pending.length === 0 && files === 0 && !isMore && (
        <Text color="fg.muted">
          <Trans>Nothing waits: everything you sent has arrived.</Trans>
        </Text>
      )}
      <Entries titleId="outbox" rows={pending} />
      {pending.length + files > 0 && (
        <ButtonRow>
          <Button variant="solid" onClick={sendNow}>
            <Trans>Send now</Trans>
          </Button>
          {pending.length > 0 && (
            <Button onClick={() => saveFile('quayside-requests.json', sync.exportEntries(pending), 'application/json')}>
              <Trans>Export as file</Trans>
            </Button>
          )}
        </ButtonRow>
      )}
      {sent.length > 0 && (
        <Heading as="h3" id="sent-from-here" mt="3" fontSize="md" fontWeight="semibold">
          <Trans>Sent from this device</Trans>
        </Heading>
      )}
      <Entries titleId="sent-from-here" rows={sent} />
    </Panel>
  )
}

function Entries({ titleId, rows }: { titleId: string; rows: OutboxRow[] }) {
  if (rows.length === 0) return null
  return (
    <Grid as="ul" gap="4" mb="1.5" aria-labelledby={titleId}>
      <Rows>
        {rows.map((row) => (
          <OutboxEntry key={row.id} row={row} />
        ))}
      </Rows>
    </Grid>
  )
}
