import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { flushSync } from 'react-dom'
import { Notice } from '../ui/feedback/notice.tsx'
import type { FormHandle } from './form-types.ts'

interface TypedBeforeProps {
  form: Pick<FormHandle<object>, 'isRestored' | 'startAgain' | 'fieldAt'>
  /** the path of the field that gets the focus when the values are discarded */
  first: string
}

/** Says that a form has what was typed at an earlier visit, and discards it. */
export function TypedBefore({ form, first }: TypedBeforeProps) {
  if (!form.isRestored) return null
  const discard = () => {
    flushSync(form.startAgain)
    document.getElementById(form.fieldAt(first).id)?.focus()
  }
  return (
    <Notice>
      <p>
        <Trans>This is what you typed before. It was not sent.</Trans>
      </p>
      <Button onClick={discard}>
        <Trans>Discard what you typed</Trans>
      </Button>
    </Notice>
  )
}
