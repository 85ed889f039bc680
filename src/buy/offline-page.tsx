import { Button, Grid, Heading, SimpleGrid, Stat, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { countOnTheirWay } from '../db/file-store.ts'
import { sendFilesNow } from '../db/files-of-orders.ts'
import type { OutboxRow } from '../db/rows.ts'
import { countFishes, getCatalogueState } from '../db/store-products.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useFreshQuery } from '../db/use-fresh-query.ts'
import { useSession } from '../db/use-session.ts'
import { formatBytes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { FilesWaiting } from '../orders/files/files-waiting.tsx'
import { getOutboxOf, isPending } from '../sync/outbox-rows.ts'
import { saveFile } from '../ui/blob-address.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { InstallEntry, useInstallWay } from '../ui/install.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { Rows } from '../ui/motion/motion.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { OutboxEntry } from './outbox-entry.tsx'
import { PicturesPanel } from './pictures-panel.tsx'

interface Outbox {
  rows: OutboxRow[]
  /** how many files of sent messages wait */
  files: number
  /** whether entries wait for the login of somebody else, or of somebody whose login has ended */
  isMore: boolean
}

/** All entries of this user that are pending or were sent from this device, newest first; undefined at first. */
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
          <Trans>There is more on this device. It will be sent when the person who wrote it logs in again.</Trans>
        </Text>
      )}
      {pending.length === 0 && files === 0 && !isMore && (
        <Text color="fg.muted">
          <Trans>Nothing is waiting: everything you sent has arrived.</Trans>
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

interface Storage {
  /** bytes used by this shop, as the browser estimates */
  usage: number | undefined
  /** whether the storage is persistent; undefined if the browser does not say */
  persisted: boolean | undefined
}

/** ms */
const updateInterval = 3000

/** How much is stored and whether it is persistent: undefined at first, then read again while the page is open. */
function useStorage(): { storage: Storage | undefined; persist: () => void } {
  const [storage, setStorage] = useState<Storage>()
  useEffect(() => {
    let isMounted = true
    const update = () =>
      void readStorage().then((found) => {
        if (isMounted) setStorage(found)
      })
    update()
    const timer = setInterval(update, updateInterval)
    return () => {
      isMounted = false
      clearInterval(timer)
    }
  }, [])
  const persist = async () => {
    await navigator.storage?.persist?.().catch(() => false)
    setStorage(await readStorage())
  }
  return { storage, persist: () => void persist() }
}

/** Both undefined without a storage manager (plain HTTP). */
async function readStorage(): Promise<Storage> {
  const manager: StorageManager | undefined = navigator.storage
  const [estimate, persisted] = await Promise.all([
    manager?.estimate().catch(() => undefined),
    manager?.persisted?.().catch(() => undefined),
  ])
  return { usage: estimate?.usage, persisted }
}

/** How many products are saved, and the state of the last pull; undefined at first. */
function useSavedCatalogue() {
  const { db } = useDeps()
  return useLiveQuery(async () => ({ count: await countFishes(db), state: await getCatalogueState(db) }), [db])
}

interface SavedPanelProps {
  catalogue: NonNullable<ReturnType<typeof useSavedCatalogue>>
  storage: Storage
  /** asks the browser for persistent storage */
  onPersist: () => void
}

/** The saved catalogue: its products, age and size, and whether the storage is persistent. */
function SavedPanel({ catalogue, storage, onPersist }: SavedPanelProps) {
  const locale = useLocale()
  const { count, state } = catalogue
  const { usage, persisted } = storage
  return (
    <Panel titleId="saved-catalogue" title={<Trans>Catalogue</Trans>}>
      <SimpleGrid minChildWidth="min(100%, 11rem)" rowGap="0" columnGap="6">
        <Fact label={<Trans>Products</Trans>}>
          {state?.complete ? (
            <Plural value={count} one="# product, complete" other="# products, complete" />
          ) : (
            <Trans>Not complete yet</Trans>
          )}
        </Fact>
        <Fact label={<Trans comment="When the saved catalogue was last compared with the shop">Last checked</Trans>}>
          {state && state.at > 0 ? <Time at={state.at} /> : <Trans>Never</Trans>}
        </Fact>
        {usage !== undefined && <Fact label={<Trans>Size of everything</Trans>}>{formatBytes(usage, locale)}</Fact>}
      </SimpleGrid>
      {persisted === true && (
        <Notice kind="success">
          <Trans>This browser will keep saved data.</Trans>
        </Notice>
      )}
      {persisted === false && (
        <Notice kind="warning">
          <p>
            <Trans>
              This browser may delete saved data when space runs out, or when the shop has not been visited for some
              time. Send what is waiting while you have a connection.
            </Trans>
          </p>
          <Button onClick={onPersist}>
            <Trans>Ask the device to keep it</Trans>
          </Button>
        </Notice>
      )}
    </Panel>
  )
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Stat.Root py="2.5" borderBottom="1px solid {colors.border}">
      <Stat.Label>{label}</Stat.Label>
      <Stat.ValueText fontFamily="body" fontSize="md" overflowWrap="anywhere">
        {children}
      </Stat.ValueText>
    </Stat.Root>
  )
}

/** Installs the app, and turns on notifications about sent requests. */
function InstallPanel() {
  const way = useInstallWay()
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : undefined))
  if (way === undefined && permission === undefined) return null
  return (
    <Panel titleId="install" title={<Trans>On your home screen</Trans>}>
      {way !== undefined && (
        <>
          <p>
            <Trans>An installed shop opens like any app, and the device keeps what it has saved for longer.</Trans>
          </p>
          <ButtonRow>
            <InstallEntry as={Button} />
          </ButtonRow>
        </>
      )}
      {permission === 'default' && (
        <>
          <p>
            <Trans>When a waiting request goes out while the shop is closed, the device can tell you.</Trans>
          </p>
          <Button justifySelf="start" onClick={() => void Notification.requestPermission().then(setPermission)}>
            <Trans>Tell me when a request was sent</Trans>
          </Button>
        </>
      )}
      {permission === 'granted' && (
        <p>
          <Trans>You will be told when a waiting request was sent.</Trans>
        </p>
      )}
      {permission === 'denied' && (
        <Text color="fg.muted">
          <Trans>Notifications are switched off for this shop in the settings of the browser.</Trans>
        </Text>
      )}
    </Panel>
  )
}

/** What is saved on this device: the outbox, the catalogue and pictures. */
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
