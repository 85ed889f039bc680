import { lazy, Suspense } from 'react'
import type { ConfirmDialogProps, DialogProps } from './dialog-frame.tsx'

const loadFrame = () => import('./dialog-frame.tsx')
const DialogFrame = lazy(() => loadFrame().then((module) => ({ default: module.DialogFrame })))
const ConfirmFrame = lazy(() => loadFrame().then((module) => ({ default: module.ConfirmFrame })))

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
  return (
    <Suspense fallback={null}>
      <DialogFrame {...dialog} />
    </Suspense>
  )
}

export function ConfirmDialog({ open, ...dialog }: ConfirmDialogProps) {
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <ConfirmFrame {...dialog} />
    </Suspense>
  )
}
