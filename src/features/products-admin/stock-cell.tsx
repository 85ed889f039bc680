import { Box, Button, Flex, Grid, Input } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { nameIn } from '../../../contract/locales.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { EntryState } from '../../parts/offers/entry-state.tsx'
import { StockTrouble } from '../../parts/stock-trouble.tsx'
import { Message } from '../../ui/forms/message.tsx'
import { useStock } from './use-stock.ts'

/** The stock of a product as a field in its row. Enter saves, Escape restores the previous number. */
export function StockCell({ fish }: { fish: Fish }) {
  const { t } = useLingui()
  const locale = useLocale()
  const id = useId()
  const stock = useStock(fish)
  const { message, refused, state } = stock
  const name = nameIn(fish, locale)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void stock.save()
  }
  return (
    <Grid as="form" gap="2" justifyItems="start" minWidth="0" onSubmit={submit} onReset={stock.revert}>
      <Flex align="center" gap="2" wrap="wrap">
        <Flex as="span" align="center" gap="2">
          <Input
            aria-label={t`Stock of ${name}`}
            aria-describedby={`${id}-unit ${id}-error`}
            aria-invalid={message !== undefined}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            width={{ base: 'min(6rem, 28vw)', mdToLg: '5.25rem' }}
            paddingInline={{ base: '3.5', mdToLg: '2' }}
            value={stock.text}
            onChange={(event) => stock.type(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.form?.reset()}
          />
          <span id={`${id}-unit`}>t</span>
        </Flex>
        {stock.isChanged && (
          <Button type="submit" size="sm" aria-label={t`Save the stock of ${name}`}>
            <Trans comment="button">Save</Trans>
          </Button>
        )}
      </Flex>
      <Message id={`${id}-error`}>{message}</Message>
      {/* always mounted, so that screen readers announce whether the number was sent */}
      <Box role="status" _empty={{ srOnly: true }}>
        {state && <EntryState state={state} />}
      </Box>
      {refused && <StockTrouble row={refused} mine={stock.shown} />}
    </Grid>
  )
}
