import { Button, Spinner, VisuallyHidden } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { FormHandle } from './form-types.ts'

interface SubmitButtonProps {
  form: Pick<FormHandle<object>, 'busy'>
  /** what is sent, for screen readers: where a screen has several forms, their buttons do not sound alike */
  of?: string
  children: ReactNode
}

/** The submit button. While the form is busy it does nothing, but stays focusable: `disabled` would lose the focus. */
export function SubmitButton({ form, of, children }: SubmitButtonProps) {
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
      {of && <VisuallyHidden> {of}</VisuallyHidden>}
      {form.busy && <Spinner size="inherit" aria-hidden="true" />}
    </Button>
  )
}
