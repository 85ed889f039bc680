import { Button, Spinner } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { FormHandle } from './form-types.ts'

interface SubmitButtonProps {
  form: Pick<FormHandle<object>, 'busy'>
  children: ReactNode
}

/** The submit button. While the form is busy it does nothing, but stays focusable: `disabled` would lose the focus. */
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
