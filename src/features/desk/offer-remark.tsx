import { Button, Input } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Message } from '../../ui/forms/message.tsx'

/** For the controls of a row, whose changes the table handles (see `OfferLines`). */
export const handledByTable = () => undefined

interface RemarkProps {
  id: string
  /** the product's name */
  name: string
  text: string
  error: string
}

/** The remark on one product: a button until there is one or the button is pressed. */
export function Remark({ id, name, text, error }: RemarkProps) {
  const { t } = useLingui()
  const [isOpened, setOpened] = useState(false)
  if (!isOpened && text === '' && error === '') {
    return (
      <Button
        variant="plain"
        size="sm"
        // starts with the visible text, for voice control
        aria-label={t`Add a remark on ${name}`}
        fontSize="sm"
        fontWeight="normal"
        onClick={() => setOpened(true)}
      >
        <Trans comment="button: write a remark on one product of an offer">Add a remark</Trans>
      </Button>
    )
  }
  return (
    <>
      <Input
        id={id}
        name="note"
        mt="1.5"
        fontSize="sm"
        fontWeight="normal"
        aria-label={t`Remark on ${name}`}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
        placeholder={t({ message: 'Remark', comment: 'placeholder: a remark on one product of an offer' })}
        maxLength={limits.lineNoteLength}
        // the field replaces the pressed button, which had the focus
        autoFocus={isOpened && text === ''}
        value={text}
        onChange={handledByTable}
      />
      <Message id={`${id}-error`}>{error}</Message>
    </>
  )
}
