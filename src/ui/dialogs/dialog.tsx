import type { FormHandle } from '../../forms/form-types.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import type { DialogProps } from './dialog-frame.tsx'

const loadFrame = () => import('./dialog-frame.tsx')
const DialogFrame = lazyPart(() => loadFrame().then((module) => module.DialogFrame))

export const ConfirmDialog = lazyPart(() => loadFrame().then((module) => module.ConfirmFrame))

/** Fetches the dialog's code early, so that it opens at once and without a connection. Returns whether it is loaded. */
export function preloadDialogs(): Promise<boolean> {
  return loadFrame().then(
    () => true,
    () => false,
  )
}

interface FormDialogProps extends DialogProps {
  form?: Pick<FormHandle<object>, 'giveUp'> | undefined
}

/** A dialog with its own form. Escape, a click outside or the close button closes it. */
export function FormDialog({ form, onClose, ...dialog }: FormDialogProps) {
  const close = () => {
    form?.giveUp()
    onClose()
  }
  return <DialogFrame {...dialog} onClose={close} />
}
