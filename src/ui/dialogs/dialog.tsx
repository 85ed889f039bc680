import { latePart } from '../loading/late-part.tsx'
import type { ConfirmDialogProps, DialogProps } from './dialog-frame.tsx'

const loadFrame = () => import('./dialog-frame.tsx')
const DialogFrame = latePart(() => loadFrame().then((module) => module.DialogFrame))
const ConfirmFrame = latePart(() => loadFrame().then((module) => module.ConfirmFrame))

/** Fetches the dialog's code early, so that it opens at once and without a connection. Returns whether it is loaded. */
export function preloadDialogs(): Promise<boolean> {
  return loadFrame().then(
    () => true,
    () => false,
  )
}

/** A dialog with its own form. Escape, a click outside or the close button closes it. */
export function FormDialog({ open, ...dialog }: DialogProps) {
  if (!open) return null
  return <DialogFrame {...dialog} />
}

export function ConfirmDialog({ open, ...dialog }: ConfirmDialogProps) {
  if (!open) return null
  return <ConfirmFrame {...dialog} />
}
