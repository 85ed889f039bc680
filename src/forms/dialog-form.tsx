import type { ReactNode } from 'react'
import { FormDialog } from '../ui/dialogs/dialog.tsx'
import type { DialogProps } from '../ui/dialogs/dialog-frame.tsx'
import { useIsMounted } from '../ui/use-is-here.ts'
import { Form, useForm } from './form.tsx'
import type { FormHandle, FormOptions } from './form-types.ts'

/** The form of a dialog that closes when it is accepted, unless it was closed by hand before the answer. */
export function useDialogForm<V extends object>({
  onClose,
  submit,
  ...options
}: FormOptions<V> & { onClose: () => void }): FormHandle<V> {
  const isOpen = useIsMounted()
  return useForm<V>({
    ...options,
    submit: async (values, onSaved) => {
      const outcome = await submit(values, onSaved)
      if (outcome === 'done' && isOpen()) onClose()
      return outcome
    },
  })
}

/** A dialog that edits something of a list. */
export interface EditDialogProps {
  onClose: () => void
  onSaved: () => Promise<void>
}

interface DialogFormProps<V extends object> extends DialogProps {
  form: FormHandle<V>
  submit: string
  /** what is typed is not discarded when the dialog is closed */
  keeps?: boolean
  after?: ReactNode
}

export function DialogForm<V extends object>(props: DialogFormProps<V>) {
  const { form, submit, keeps = false, after, children, ...dialog } = props
  return (
    <FormDialog form={keeps ? undefined : form} {...dialog}>
      <Form form={form} submit={submit}>
        {children}
      </Form>
      {after}
    </FormDialog>
  )
}
