import { Button, Flex, Grid, Heading, Text, Link as TextLink } from '@chakra-ui/react'
import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import * as m from 'framer-motion/m'
import type { ReactNode } from 'react'
import { countOnTheirWay, sendFilesNow } from '../db/files.ts'
import { getOutboxOf, isPending } from '../db/outbox-rows.ts'
import type { OutboxRow } from '../db/rows.ts'
import { useDeps, useFreshQuery, useSession } from '../db/use-deps.tsx'
import { saveFile } from '../ui/blob-address.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { Rows, useRowMotion } from '../ui/motion/motion.tsx'
import { EntryBadge, EntryTitle, FilesWaiting, OutboxNotice } from '../ui/outbox-notice.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { InstallPanel, PicturesPanel, SavedPanel, useSavedCatalogue, useStorage } from './saved-panels.tsx'

interface Outbox {
  rows: OutboxRow[]
  files: number
  isMore: boolean
}

function useOutbox(): Outbox | undefined {
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

function OutboxPanel({ rows, files, isMore }: Outbox) {
  const { t } = useLingui()
  const { db, sync } = useDeps()
  const userId = useSession()?.userId ?? ''
  const [status, announce] = useStatusMessage()
  const pending = rows.filter(isPending)
  const sent = rows.filter((row) => !isPending(row))
  const sendNow = () => {
    sync.sendNow()
    // the engine sees the change; a device that cannot write it tries them in their time
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
          <Trans>There is more on this device. It will be sent when the person who wrote it logs in again.</Trans>
        </Text>
      )}
      {pending.length === 0 && files === 0 && !isMore && (
        <Text color="fg.muted">{t`Nothing is waiting: everything you sent has arrived.`}</Text>
      )}
      {status}
      <Entries titleId="outbox" rows={pending} onDiscarded={announce} />
      {pending.length + files > 0 && (
        <ButtonRow>
          <Button variant="solid" onClick={sendNow}>{t`Send now`}</Button>
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

interface EntriesProps {
  titleId: string
  rows: OutboxRow[]
  onDiscarded?: (sentence: ReactNode) => void
}

function Entries({ titleId, rows, onDiscarded }: EntriesProps) {
  if (rows.length === 0) return null
  return (
    <Grid as="ul" gap="4" mb="1.5" aria-labelledby={titleId}>
      <Rows>
        {rows.map((row) => (
          <Entry key={row.id} row={row} onDiscarded={onDiscarded} />
        ))}
      </Rows>
    </Grid>
  )
}

function Entry({ row, onDiscarded }: { row: OutboxRow; onDiscarded: EntriesProps['onDiscarded'] }) {
  const { payload } = row
  const order = payload.kind === 'order' ? row.id : payload.kind === 'order-event' ? payload.order : undefined
  const title = <EntryTitle row={row} />
  return (
    <Grid asChild gap="2" pb="4" borderBottom="1px solid {colors.border}">
      <m.li {...useRowMotion()}>
        <Flex wrap="wrap" justify="space-between" rowGap="2" columnGap="4">
          {order === undefined ? (
            <span>{title}</span>
          ) : (
            <TextLink variant="plain" asChild>
              <Link to="/order/$id" params={{ id: order }}>
                {title}
              </Link>
            </TextLink>
          )}
          <EntryBadge state={row.state} />
        </Flex>
        <Text color="fg.muted">
          <Time at={row.createdAt} />
          {row.sentAt !== undefined && (
            <>
              {' · '}
              <Trans>
                sent <Time at={row.sentAt} />
              </Trans>
            </>
          )}
          {row.attempts > 1 && (
            <>
              {' · '}
              <Trans>Tries: {ph({ count: row.attempts })}</Trans>
            </>
          )}
        </Text>
        <OutboxNotice isInRow isQuiet row={row} onDiscarded={onDiscarded} />
      </m.li>
    </Grid>
  )
}

export function OfflinePage() {
  const { t } = useLingui()
  const outbox = useOutbox()
  const catalogue = useSavedCatalogue()
  const { storage, persist } = useStorage()
  return (
    <Page
      title={t`Saved on this device`}
      narrow
      lead={<Trans>The shop works without a connection. Here you see what this device has saved for that.</Trans>}
    >
      {outbox ? <OutboxPanel {...outbox} /> : <Spinner />}
      {/* a panel that grew later would move the buttons below it away from a finger */}
      {outbox && catalogue && storage && (
        <>
          <SavedPanel catalogue={catalogue} storage={storage} onPersist={persist} />
          <PicturesPanel />
          <InstallPanel />
        </>
      )}
    </Page>
  )
}
