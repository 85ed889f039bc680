import { useCallback, useState } from 'react'
import type { FileInput } from '../../../contract/files.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import type { ChosenFiles } from './chosen-files.tsx'

const Late = lazyPart(() => import('./chosen-files.tsx').then((module) => module.ChosenFiles))
/** The files of an event; their code is loaded with the first of them. */
export const EventFiles = lazyPart(() => import('./event-files.tsx').then((module) => module.EventFiles))
/** Files have a hash, which browsers compute only for pages over HTTPS. */
const canSendFiles = typeof crypto !== 'undefined' && 'subtle' in crypto && crypto.subtle !== undefined

/** Where files are attached to a form; nothing where the browser cannot send any. */
export const FilesPart = (props: Parameters<typeof ChosenFiles>[0]) => canSendFiles && <Late {...props} />

/** The files of a `FilesPart` as an event names them. While `isBusy`, others are made ready, and the form waits for them. */
export function useAttached() {
  const [attached, setAttached] = useState<{ files: FileInput[]; isBusy: boolean }>({ files: [], isBusy: false })
  const onChange = useCallback((chosen: readonly FileInput[], isBusy: boolean) => {
    const files = chosen.map(({ _id, name, type, bytes, sha256 }) => ({ _id, name, type, bytes, sha256 }))
    setAttached({ files, isBusy })
  }, [])
  return { ...attached, onChange }
}
