import { lazy, Suspense } from 'react'
import type { ConfirmDialogProps, DialogProps } from './dialog-frame.tsx'

const loadFrame = () => import('./dialog-frame.tsx')
const DialogFrame = lazy(() => loadFrame().then((module) => ({ default: module.DialogFrame })))
const ConfirmFrame = lazy(() => loadFrame().then((module) => ({ default: module.ConfirmFrame })))

/**
 * Fetches the dialog's code ahead of the first press, so that it opens at once and also without a connection. Answers
 * whether it is there.
 */
export function preloadDialogs(): Promise<boolean> {
  return loadFrame().then(
    () => true,
    () => false,
  )
}

/** A dialog around a form of its own; it closes by Escape, by a click behind it and by its cross. */
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
