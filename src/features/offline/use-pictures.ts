import { useEffect, useState } from 'react'
import { onWorkerMessage, tellWorker } from '../../ui/worker-channel.ts'

/** Browsers end a worker that works for long: after this silence it is asked to go on where it stood, ms. */
const patience = 15_000

interface Pictures {
  done: number
  of: number
  bytes: number
}

/** The saved thumbnails, as the worker tells of them. */
export function usePictures() {
  const [pictures, setPictures] = useState<Pictures>({ done: 0, of: 0, bytes: 0 })
  const [saving, setSaving] = useState(false)
  const [possible, setPossible] = useState(true)

  useEffect(() => {
    const stopHearing = onWorkerMessage((message) => {
      if (message.type !== 'PICTURES_SAVED') return
      const { done, of, bytes, finished } = message
      setPictures({ done, of, bytes })
      setSaving(!finished)
    })
    const ask = () => setPossible(tellWorker({ type: 'REPORT_PICTURES' }))
    ask()
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
    workers?.addEventListener('controllerchange', ask)
    return () => {
      stopHearing()
      workers?.removeEventListener('controllerchange', ask)
    }
  }, [])

  // every piece of news starts the wait anew
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!saving) return
    const timer = setTimeout(() => tellWorker({ type: 'SAVE_PICTURES' }), patience)
    return () => clearTimeout(timer)
  }, [saving, pictures])

  return {
    pictures,
    saving,
    possible,
    save() {
      if (tellWorker({ type: 'SAVE_PICTURES' })) setSaving(true)
      else setPossible(false)
    },
    stop: () => void tellWorker({ type: 'STOP_SAVING_PICTURES' }),
    remove: () => void tellWorker({ type: 'REMOVE_PICTURES' }),
  }
}
