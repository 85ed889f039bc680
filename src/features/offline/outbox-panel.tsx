import { Button, Grid, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { getOutboxOf, isPending } from '../../data/outbox/outbox-rows.ts'
import type { OutboxRow } from '../../data/rows.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useFreshQuery } from '../../data/use-fresh-query.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { saveFile } from '../../ui/device/blob-address.ts'
import { Rows } from '../../ui/motion/motion.tsx'
import { Panel } from '../../ui/panel.tsx'
import { OutboxEntry } from './outbox-entry.tsx'

/** All entries of this user that are pending or were sent from this device, newest first; undefined at first. */
export function useOutboxRows(): OutboxRow[] | undefined {
  const { db } = useDeps()
  const userId = useSession()?.userId ?? ''
  return useFreshQuery(async () => {
    // messages of visitors belong to everybody on this device
    const ofVisitors = await getOutboxOf(db, '')
    const own = userId === '' ? [] : await getOutboxOf(db, userId)
    return [...ofVisitors, ...own].sort((a, b) => b.seq - a.seq)
  }, [db, userId])
}

export function OutboxPanel({ rows }: { rows: OutboxRow[] }) {
  const { sync } = useDeps()
  const pending = rows.filter(isPending)
  return (
    <Panel titleId="outbox" title={<Trans>Waiting to be sent</Trans>}>
      {rows.length === 0 && (
        <Text color="fg.muted">
          <Trans>Nothing waits: everything you sent has arrived.</Trans>
        </Text>
      )}
      {rows.length > 0 && (
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
          <Button onClick={() => saveFile('quayside-requests.json', sync.exportEntries(pending), 'application/json')}>
            <Trans>Export as file</Trans>
          </Button>
        </ButtonRow>
      )}
    </Panel>
  )
}
