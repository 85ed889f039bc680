import { useEffect, useState } from 'react'
import { onWorkerMessage, tellWorker } from '../../api/worker-channel.ts'

/** Browsers stop a worker that runs for long: after this time without a report it is asked to continue, ms. */
const reportTimeout = 15_000

interface Pictures {
  done: number
  of: number
  bytes: number
}

/** The saved thumbnails, as the worker reports them. */
export function usePictures() {
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
