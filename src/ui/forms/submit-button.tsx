import { Button, Spinner } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { FormHandle } from './form-types.ts'

interface SubmitButtonProps {
  form: Pick<FormHandle<string>, 'busy'>
  children: ReactNode
}

/**
 * The button of a form. While the form is under way it stays focusable and keeps its name, says that it is busy and does
 * nothing: a second press sends nothing, and the focus is not lost as it would be with `disabled`.
 */
export function SubmitButton({ form, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="solid"
      justifySelf={{ sm: 'start' }}
      minWidth={{ sm: '11rem' }}
      aria-disabled={form.busy}
      onClick={(event) => {
        if (form.busy) event.preventDefault()
      }}
    >
      {children}
      {form.busy && <Spinner size="inherit" aria-hidden="true" />}
    </Button>
  )
}
