import { Button, Progress } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { formatBytes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { onWorkerMessage, tellWorker } from '../sync/worker-channel.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Panel } from '../ui/page.tsx'

/** Browsers stop a worker that runs for long: after this time without a report it is asked to continue, ms. */
const reportTimeout = 15_000

interface Pictures {
  done: number
  of: number
  bytes: number
}

/** The saved thumbnails, as the worker reports them. */
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
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
    workers?.addEventListener('controllerchange', ask)
    return () => {
      stopListening()
      workers?.removeEventListener('controllerchange', ask)
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

/** Saves a thumbnail of every product, to be seen without a connection. */
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
      {!possible && (
        <Notice>
          <Trans>This browser cannot save pictures here. Opening the shop once more may help.</Trans>
        </Notice>
      )}
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
      <Progress.Root value={done} max={Math.max(of, 1)}>
        <Progress.Track aria-label={t`Pictures saved`}>
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
      <ButtonRow>
        {saving ? (
          <Button onClick={stop}>
            <Trans comment="Button: stops saving pictures">Stop</Trans>
          </Button>
        ) : (
          <Button variant="solid" aria-disabled={!possible} onClick={save}>
            <Trans>Save the whole catalogue</Trans>
          </Button>
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
