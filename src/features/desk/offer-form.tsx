import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { offerTotal } from '../../../contract/money.ts'
import type { OfferInput } from '../../../contract/offers.ts'
import type { Order } from '../../../contract/orders.ts'
import type { Refusal } from '../../api/errors.ts'
import { formatMoney } from '../../i18n/money.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import type { LastPrice } from '../../orders/last-prices.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { Form, FormFailure, useForm } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { useShop } from '../../ui/shop.ts'
import { OfferCharges } from './offer-charges.tsx'
import { checkOffer, rememberedCheck } from './offer-check.ts'
import { OfferLines } from './offer-lines.tsx'
import { offerPaths } from './offer-paths.ts'
import { OfferTerms } from './offer-terms.tsx'
import {
  askedLines,
  currenciesFor,
  type OfferField,
  offerInput,
  offerValues,
  pricedSoFar,
  priceTexts,
} from './offer-values.ts'
import { usePriceHints } from './price-hints.ts'

interface OfferFormProps {
  order: Order
  /** whose words these are */
  userId: string
  /** the offer before this one, or the one that is edited */
  before: OfferInput | undefined
  /** what the products cost at last; asked once, when the form opens */
  known: (currency?: string) => ReadonlyMap<string, LastPrice>
  /** why the server refused the offer that is edited */
  refusal?: Refusal | undefined
  /** saves the offer on its way; `after`: number of the last event that its author has seen */
  onSend: (offer: OfferInput, after: number) => Promise<'done' | 'failed'>
  onClose: () => void
}

/** An offer being written: one row per product, charges, terms, and the total while it is typed. */
export function OfferForm(props: OfferFormProps) {
  const { order, userId, before, known, refusal, onSend, onClose } = props
  const { t } = useLingui()
  const locale = useLocale()
  const { clock } = useDeps()
  const shop = useShop()
  // what the form starts from stays, whatever comes in while somebody types
  const [start] = useState(() => ({ order, shop, before, known, now: clock.now() }))
  const lines = useMemo(() => askedLines(start.order), [start])
  const initial = useMemo(() => offerValues({ ...start, locale }), [start, locale])
  const check = useMemo(
    () => rememberedCheck((values) => checkOffer(values, { lines, locale, now: start.now })),
    [lines, locale, start],
  )
  const form = useForm<OfferField>({
    name: `offer-${order._id}`,
    owner: userId,
    initial,
    check,
    paths: offerPaths(lines),
    ...(refusal && { refusal }),
    submit: (values) => onSend(offerInput(lines, values, locale), Number(values.after)),
  })
  const priced = pricedSoFar(lines, form.values, locale)
  const { currency } = form.values
  const remembered = useMemo(() => new Map([...start.known(), ...start.known(currency)]), [start, currency])
  const hintsOf = usePriceHints()
  // of the offer before everybody knows where its prices come from
  const hints = start.before ? new Map<string, string>() : hintsOf(remembered)
  const total = formatMoney(offerTotal(priced.lines, priced.charges), currency, locale)
  const done = priced.lines.filter(({ fishe, price }) => price !== null || form.values[`missing:${fishe}`]).length
  const all = lines.length

  /** A price that was not changed belongs to its currency; in another currency it is another price. */
  function changeCurrency(to: string) {
    const [from, into] = [currency, to].map((each) => priceTexts({ ...start, locale }, each))
    const changes: Partial<Record<OfferField, string>> = { currency: to }
    for (const { fishe } of lines)
      if (form.values[`price:${fishe}`] === (from?.get(fishe) ?? '')) changes[`price:${fishe}`] = into?.get(fishe) ?? ''
    form.change(changes)
  }

  return (
    <Form
      form={form}
      label={before ? t`Revise offer` : t`Make an offer`}
      // what has the focus is not below the total that stays in sight
      css={{ '& :is(input, select, textarea)': { scrollMarginBlock: { base: '10rem', sm: '7rem' } } }}
    >
      <Flex wrap="wrap" justify="space-between" align="flex-end" gap="4">
        <Heading as="h2" fontSize="xl" fontWeight="medium">
          {before ? <Trans>Revise offer</Trans> : <Trans>Make an offer</Trans>}
        </Heading>
        <Box width={{ base: 'full', sm: '10rem' }}>
          <SelectField
            form={{ ...form, set: (_name, value) => changeCurrency(value) }}
            name="currency"
            label={t`Currency`}
            options={currenciesFor(start).map((value) => ({ value, label: value }))}
          />
        </Box>
      </Flex>
      <OfferLines form={form} lines={lines} priced={priced.lines} hints={hints} next="incoterm" />
      <OfferCharges form={form} />
      <OfferTerms form={form} />
      <FormFailure form={form} />
      <Flex
        position="sticky"
        bottom="0"
        zIndex="sticky"
        wrap="wrap"
        justify="space-between"
        align="center"
        gap="3"
        marginInline="calc(-1 * clamp(1.125rem, 3vw, 1.75rem))"
        paddingInline="clamp(1.125rem, 3vw, 1.75rem)"
        paddingBlock="3"
        bg="bg.panel"
        borderTop="1px solid {colors.border}"
      >
        <Stack as="p" gap="0" lineHeight="1.3">
          <Text as="span" color="fg.muted" fontSize="sm">
            <Trans>
              {done} of {all} products
            </Trans>
          </Text>
          <Text as="span" fontSize="xl" fontWeight="semibold" fontVariantNumeric="tabular-nums">
            <Trans>Total: {total}</Trans>
          </Text>
        </Stack>
        <ButtonRow>
          <Button
            onClick={() => {
              form.giveUp()
              onClose()
            }}
          >
            <Trans comment="button: closes a form and forgets what was typed">Cancel</Trans>
          </Button>
          <SubmitButton form={form}>{t`Send offer`}</SubmitButton>
        </ButtonRow>
      </Flex>
    </Form>
  )
}
