import { lazy, type ReactNode, Suspense } from 'react'

const loadFrame = () => import('./dialog-frame.tsx')
const DialogFrame = lazy(() => loadFrame().then((module) => ({ default: module.DialogFrame })))

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

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A dialog around a form of its own; it closes by Escape, by a click behind it and by its cross. */
export function FormDialog({ open, onClose, title, children }: DialogProps) {
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <DialogFrame onClose={onClose} title={title}>
        {children}
      </DialogFrame>
    </Suspense>
  )
}

interface ConfirmDialogProps extends DialogProps {
  /** what stands on the buttons */
  confirm: string
  cancel: string
  busy?: boolean
  onConfirm: () => void
}

/** Asks before something is lost. The harmless button has the focus first. */
export function ConfirmDialog({ children, confirm, cancel, busy, onConfirm, ...dialog }: ConfirmDialogProps) {
  if (!dialog.open) return null
  return (
    <Suspense fallback={null}>
      <DialogFrame {...dialog} alert>
        {children}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={dialog.onClose} data-first-focus>
            {cancel}
          </button>
          <button
            type="button"
            className="button button-danger"
            aria-disabled={busy}
            onClick={() => busy || onConfirm()}
          >
            {confirm}
          </button>
        </div>
      </DialogFrame>
    </Suspense>
  )
}
