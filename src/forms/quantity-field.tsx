import { Field, Grid, IconButton, Input, InputGroup } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Message } from './fields.tsx'
import { type Quantity, useQuantity } from './use-quantity.ts'

interface QuantityFieldProps extends Quantity {
  /** for screen readers */
  label: string
}

/** A quantity in tonnes, with buttons for one tonne more or less. */
export function QuantityField({ label, ...quantity }: QuantityFieldProps) {
  const { t } = useLingui()
  const fieldId = useId()
  const { input, message, step } = useQuantity(quantity)
  const messageId = `${fieldId}-error`
  return (
    <Field.Root id={fieldId} invalid={message !== undefined} width="auto" justifyItems="start">
      <Grid
        // with large text on a phone the field gives way, so that nothing lies over the buttons
        templateColumns={{ base: 'auto minmax(0, 8.5rem) auto', md: 'auto minmax(7.75rem, 8.5rem) auto' }}
        alignItems="center"
        gap="1.5"
      >
        <IconButton aria-label={t`One tonne less`} onClick={() => step(-1)}>
          <Icon name="minus" />
        </IconButton>
        <InputGroup endElement="t" endElementProps={{ 'aria-hidden': true, px: '2.5', color: 'fg.muted' }}>
          <Input
            {...input}
            ps="2"
            pe="1.625rem"
            textAlign="end"
            fontVariantNumeric="tabular-nums"
            aria-label={label}
            aria-describedby={message && messageId}
          />
        </InputGroup>
        <IconButton aria-label={t`One tonne more`} onClick={() => step(1)}>
          <Icon name="plus" />
        </IconButton>
      </Grid>
      <Message id={messageId}>{message}</Message>
    </Field.Root>
  )
}
