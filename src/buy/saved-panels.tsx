import { Button, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { getCatalogueState } from '../db/products.ts'
import { useDeps } from '../db/use-deps.tsx'
import { formatBytes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { onWorkerMessage, tellWorker, workers } from '../sync/worker.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { InstallEntry, useInstallWay } from '../ui/install.tsx'
import { Panel, ProgressBar, Terms } from '../ui/page.tsx'

interface Storage {
  usage: number | undefined
  persisted: boolean | undefined
}

/** ms */
const updateInterval = 3000

/** How much is stored and whether it is persistent: undefined at first, then read again while the page is open. */
export function useStorage(): { storage: Storage | undefined; persist: () => void } {
  const [storage, setStorage] = useState<Storage>()
  useEffect(() => {
    const update = () => void readStorage().then(setStorage)
    update()
    const timer = setInterval(update, updateInterval)
    return () => clearInterval(timer)
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

export function useSavedCatalogue() {
  const { db } = useDeps()
  return useLiveQuery(async () => ({ count: await db.fishes.count(), state: await getCatalogueState(db) }), [db])
}

interface SavedPanelProps {
  catalogue: NonNullable<ReturnType<typeof useSavedCatalogue>>
  storage: Storage
  onPersist: () => void
}

export function SavedPanel({ catalogue, storage, onPersist }: SavedPanelProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { count, state } = catalogue
  const { usage, persisted } = storage
  const products = state?.complete ? (
    <Plural value={count} one="# product, complete" other="# products, complete" />
  ) : (
    <Trans>Not complete yet</Trans>
  )
  const checked = state && state.at > 0 ? <Time at={state.at} /> : <Trans>Never</Trans>
  return (
    <Panel titleId="saved-catalogue" title={<Trans>Catalogue</Trans>}>
      <Terms
        terms={[
          [t`Products`, products],
          [
            t({ message: 'Last checked', comment: 'When the saved catalogue was last compared with the shop' }),
            checked,
          ],
          [t`Size of everything`, usage !== undefined && formatBytes(usage, locale)],
        ]}
      />
      {persisted === true && <Notice kind="success">{t`This browser will keep saved data.`}</Notice>}
      {persisted === false && (
        <Notice kind="warning">
          <p>
            <Trans>
              This browser may delete saved data when space runs out, or when the shop has not been visited for some
              time. Send what is waiting while you have a connection.
            </Trans>
          </p>
          <Button onClick={onPersist}>{t`Ask the device to keep it`}</Button>
        </Notice>
      )}
    </Panel>
  )
}

export function InstallPanel() {
  const { t } = useLingui()
  const way = useInstallWay()
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : undefined))
  if (way === undefined && permission === undefined) return null
  return (
    <Panel titleId="install" title={<Trans>On your home screen</Trans>}>
      {way !== undefined && (
        <>
          <p>{t`An installed shop opens like any app, and the device keeps what it has saved for longer.`}</p>
          <ButtonRow>
            <InstallEntry as={Button} />
          </ButtonRow>
        </>
      )}
      {permission === 'default' && (
        <>
          <p>{t`When a waiting request goes out while the shop is closed, the device can tell you.`}</p>
          <Button justifySelf="start" onClick={() => void Notification.requestPermission().then(setPermission)}>
            <Trans>Tell me when a request was sent</Trans>
          </Button>
        </>
      )}
      {permission === 'granted' && <p>{t`You will be notified when a waiting request has been sent.`}</p>}
      {permission === 'denied' && (
        <Text color="fg.muted">{t`Notifications are switched off for this shop in the settings of the browser.`}</Text>
      )}
    </Panel>
  )
}

/** Browsers stop a worker that runs for long: after this time without a report it is asked to continue, ms. */
const reportTimeout = 15_000

interface Pictures {
  done: number
  of: number
  bytes: number
}

function usePictures() {
  const [pictures, setPictures] = useState<Pictures>({ done: 0, of: 0, bytes: 0 })
  const [saving, setSaving] = useState(false)
  const [possible, setPossible] = useState(() => Boolean(navigator.serviceWorker?.controller))

  useEffect(() => {
    const stopListening = onWorkerMessage((message) => {
      if (message.kind !== 'PICTURES_SAVED') return
      const { done, of, bytes, finished } = message
      setPictures({ done, of, bytes })
      setSaving(!finished)
    })
    const ask = () => setPossible(tellWorker({ kind: 'REPORT_PICTURES' }))
    ask()
    workers()?.addEventListener('controllerchange', ask)
    return () => {
      stopListening()
      workers()?.removeEventListener('controllerchange', ask)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every report restarts the timeout
  useEffect(() => {
    if (!saving) return
    const timer = setTimeout(() => tellWorker({ kind: 'SAVE_PICTURES' }), reportTimeout)
    return () => clearTimeout(timer)
  }, [saving, pictures])

  return {
    pictures,
    saving,
    possible,
    save() {
      if (tellWorker({ kind: 'SAVE_PICTURES' })) setSaving(true)
      else setPossible(false)
    },
    stop: () => void tellWorker({ kind: 'STOP_SAVING_PICTURES' }),
    remove: () => void tellWorker({ kind: 'REMOVE_PICTURES' }),
  }
}

export function PicturesPanel() {
  const { t } = useLingui()
  const locale = useLocale()
  const { pictures, saving, possible, save, stop, remove } = usePictures()
  const { done, of, bytes } = pictures
  const size = formatBytes(bytes, locale)
  return (
    <Panel titleId="saved-pictures" title={<Trans>Pictures</Trans>}>
      <p>
        <Trans>
          Pictures you have seen stay saved for 30 days. Save the whole catalogue to have a picture of every product,
          also of those you have never opened.
        </Trans>
      </p>
      {!possible && <Notice>{t`This browser cannot save pictures here. Opening the shop once more may help.`}</Notice>}
      <p aria-live="polite">
        {saving ? (
          <Trans>
            Saving pictures: {done} of {of}, {size}
          </Trans>
        ) : done > 0 && done === of ? (
          <Trans>
            All pictures saved: {of}, {size}
          </Trans>
        ) : done > 0 ? (
          <Trans>
            Pictures saved: {done} of {of}, {size}
          </Trans>
        ) : (
          <Trans>No pictures saved for the whole catalogue.</Trans>
        )}
      </p>
      <ProgressBar aria-label={t`Pictures saved`} value={done} max={Math.max(of, 1)} />
      <ButtonRow>
        {saving ? (
          <Button onClick={stop}>
            <Trans comment="Button: stops saving pictures">Stop</Trans>
          </Button>
        ) : (
          <Button variant="solid" aria-disabled={!possible} onClick={save}>{t`Save the whole catalogue`}</Button>
        )}
        {done > 0 && (
          <Button colorPalette="red" onClick={remove}>
            <Trans comment="Button: removes the saved pictures">Remove</Trans>
          </Button>
        )}
      </ButtonRow>
    </Panel>
  )
}
