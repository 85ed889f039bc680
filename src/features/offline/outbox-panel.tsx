import { Button, Grid, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { getOutboxOf, isPending } from '../../db/outbox-rows.ts'
import type { OutboxRow } from '../../db/rows.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { Rows } from '../../ui/motion.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useSession } from '../../ui/session.ts'
import { OutboxEntry } from './outbox-entry.tsx'

/** Everything of this person that is on its way or was sent from here; nobody else's. */
export function OutboxPanel() {
  const { db, sync } = useDeps()
  const userId = useSession()?.userId ?? ''
  const rows = useLiveQuery(() => entriesOf(userId), [db, userId])

  /** Messages of visitors belong to everybody on this device. */
  async function entriesOf(id: string): Promise<OutboxRow[]> {
    const own = id === '' ? [] : await getOutboxOf(db, id)
    return [...(await getOutboxOf(db, '')), ...own].sort((a, b) => b.seq - a.seq)
  }

  const pending = rows?.filter(isPending) ?? []
  return (
    <Panel as="section" aria-labelledby="outbox" titleId="outbox" title={<Trans>On the way to the shop</Trans>}>
      {rows?.length === 0 && (
        <Text color="fg.muted">
          <Trans>Nothing waits: everything you sent has arrived.</Trans>
        </Text>
      )}
      {rows && rows.length > 0 && (
        <Grid as="ul" gap="4" mb="1.5" aria-labelledby="outbox">
          <Rows>
            {rows.map((row) => (
              <OutboxEntry key={row.id} row={row} />
            ))}
          </Rows>
        </Grid>
      )}
      {pending.length > 0 && (
        <ButtonRow>
          <Button variant="solid" onClick={() => sync.sendNow()}>
            <Trans>Send now</Trans>
          </Button>
          <Button onClick={() => download(sync.exportEntries(pending))}>
            <Trans>Export as file</Trans>
          </Button>
        </ButtonRow>
      )}
    </Panel>
  )
}

/** Hands the text to the browser as a file, so that it can go by mail or on another device. */
function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'quayside-requests.json'
  link.click()
  // the download has its own hold on the bytes by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
