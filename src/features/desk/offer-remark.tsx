import { Button, Input } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Message } from '../../ui/forms/message.tsx'

interface RemarkProps {
  id: string
  field: string
  /** of the product */
  name: string
  text: string
  error: string
}

/** A remark on one product: a quiet button until somebody wants to write one. */
export function Remark({ id, field, name, text, error }: RemarkProps) {
  const { t } = useLingui()
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && text === '' && error === '') {
    return (
      <Button
        variant="plain"
        size="sm"
        // begins with what is seen: somebody who speaks to the device says that
        aria-label={t`Add a remark on ${name}`}
        fontSize="sm"
        fontWeight="normal"
        onClick={() => setWanted(true)}
      >
        <Trans comment="button: write a remark on one product of an offer">Add a remark</Trans>
      </Button>
    )
  }
  return (
    <>
      <Input
        id={id}
        name={field}
        mt="1.5"
        fontSize="sm"
        fontWeight="normal"
        aria-label={t`Remark on ${name}`}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
        placeholder={t({ message: 'Remark', comment: 'placeholder: a remark on one product of an offer' })}
        maxLength={limits.lineNoteLength}
        // the button that was pressed becomes this field
        autoFocus={isWanted && text === ''}
        value={text}
        onChange={() => undefined}
      />
      <Message id={`${id}-error`}>{error}</Message>
    </>
  )
}
