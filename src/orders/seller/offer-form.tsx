import { Box, Button, Flex, Grid, Heading, IconButton, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../../contract/limits.ts'
import { incoterms, OfferInput } from '../../../contract/offers.ts'
import type { Order } from '../../../contract/orders.ts'
import { formatMoney, offerTotal } from '../../../contract/texts/money.ts'
import { toleranceText } from '../../../contract/texts/quantity.ts'
import type { Refusal } from '../../api/api-errors.ts'
import type { LastPrice } from '../../db/last-prices.ts'
import { useShop } from '../../db/use-shop.ts'
import { TextAreaField, TextField } from '../../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, TypedBefore, useForm } from '../../forms/form.tsx'
import type { FormHandle } from '../../forms/form-types.ts'
import { useLettersHint } from '../../forms/party-fields.tsx'
import { SelectField } from '../../forms/select.tsx'
import { formatDay } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { actionsEdge, atBottomEdge } from '../../ui/feedback/bottom-edge.ts'
import { Icon } from '../../ui/icon.tsx'
import { OfferLines } from './offer-line-fields.tsx'
import {
  askedLines,
  checkOffer,
  currenciesFor,
  dayOf,
  fromSavedOffer,
  type OfferValues,
  offerInput,
  offerValues,
  pricedSoFar,
  priceTexts,
  readTolerance,
} from './offer-values.ts'
import { PriceToolsRow, usePriceTools } from './price-tools.tsx'

function OfferTerms({ form }: { form: FormHandle<OfferValues> }) {
  const { t } = useLingui()
  const locale = useLocale()
  const lettersHint = useLettersHint()
  const choose = { value: '', label: t({ message: 'Please choose', comment: 'first, empty entry of a select' }) }
  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} rowGap="4.5" columnGap="4" alignItems="start">
        <SelectField
          field={form.field('incoterm')}
          label={t`Delivery term`}
          options={[
            ...(form.values.incoterm === '' ? [choose] : []),
            ...incoterms.map((value) => ({ value, label: value })),
          ]}
        />
        <TextField
          field={form.field('place')}
          label={t({ message: 'Place', comment: 'port or place of the delivery term' })}
          hint={lettersHint(form.values.place)}
          maxLength={limits.placeLength}
        />
        <TextField field={form.field('validUntil')} label={t`Valid until`} type="date" />
        <TextField field={form.field('readyFrom')} label={t`Ready from`} type="date" />
      </SimpleGrid>
      <SimpleGrid columns={{ base: 1, sm: 2 }} rowGap="4.5" columnGap="4" alignItems="end">
        <TextField
          field={form.field('payment')}
          label={t({ message: 'Payment', comment: 'label of a field: how and when the buyer pays' })}
          maxLength={limits.paymentLength}
        />
        <TextField
          field={form.field('tolerance')}
          label={t`Tolerance of the quantities (%)`}
          hint={toleranceText({ tolerance: readTolerance(form.values.tolerance) }, locale)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
        />
      </SimpleGrid>
      <TextAreaField field={form.field('note')} label={t`Note`} rows={3} maxLength={limits.noteLength} />
    </>
  )
}

// outside the component: a new ref callback in each render would take the focus again
function focusOnMount(node: HTMLElement | null) {
  node?.focus()
  // also where its heading alone was in sight already
  node?.scrollIntoView({ block: 'start' })
}

interface OfferFormProps {
  order: Order
  userId: string
  /** the previous offer, or the one that is edited */
  before: OfferInput | undefined
  /** the last price of each product, in this currency or in any; read when the form opens */
  lastPricesIn: (currency?: string) => ReadonlyMap<string, LastPrice>
  today: string
  isAsked: boolean
  refusal?: Refusal | undefined
  /** queues the offer; `after`: number of the last event that its author has seen */
  onSend: (offer: OfferInput, after: number) => Promise<'done' | 'failed'>
  onClose: () => void
}

export function OfferForm(props: OfferFormProps) {
  const { order, userId, before, today, isAsked, lastPricesIn, refusal, onSend, onClose } = props
  const { t } = useLingui()
  const locale = useLocale()
  const shop = useShop()
  // new data must not change the initial values while somebody types
  const [start] = useState(() => ({ order, shop, before, lastPricesIn, today }))
  const lines = useMemo(() => askedLines(start.order), [start])
  const initial = useMemo(() => offerValues({ ...start, locale }), [start, locale])
  const form = useForm({
    name: `offer-${order._id}`,
    owner: userId,
    initial,
    hidden: ['after', 'aside'],
    fromSaved: (saved) => fromSavedOffer(saved, lines),
    schema: OfferInput,
    body: (values) => offerInput(lines, values, locale),
    check: (values) => checkOffer(values, { locale, today }),
    paths: { offer: '' },
    ...(refusal && { refusal }),
    submit: (values) => onSend(offerInput(lines, values, locale), values.after),
  })
  const priced = pricedSoFar(form.values, locale)
  const { currency } = form.values
  const prices = useMemo(() => new Map([...start.lastPricesIn(), ...start.lastPricesIn(currency)]), [start, currency])
  const lastTexts = useMemo(
    () => priceTexts({ ...start, before: undefined, locale }, currency),
    [start, locale, currency],
  )
  const hintOf = usePriceHint()
  // the prices of a previous offer need no hint
  const hints = new Map<string, string>(start.before ? [] : [...prices].map(([fishe, price]) => [fishe, hintOf(price)]))
  const total = formatMoney(offerTotal(priced.lines, priced.charges), currency, locale)
  const done = priced.lines.filter(({ price }, at) => price !== null || form.values.lines[at]?.isMissing).length
  const all = lines.length

  const tools = usePriceTools({ form, lines, lastPrices: lastTexts })

  /** Changes the currency, and with it each price that still has its initial value. */
  function changeCurrency(to: string) {
    const [from, into] = [currency, to].map((each) => priceTexts({ ...start, locale }, each))
    const rows = form.values.lines.map((row) =>
      row.price === (from?.get(row.product) ?? '') ? { ...row, price: into?.get(row.product) ?? '' } : row,
    )
    form.change({ currency: to, lines: rows })
  }

  return (
    <Form form={form} label={before ? t`Revise offer` : t`Make an offer`}>
      <Flex wrap="wrap" justify="space-between" align="flex-end" gap="4">
        <Heading
          as="h2"
          ref={isAsked ? focusOnMount : undefined}
          tabIndex={-1}
          fontSize="xl"
          fontWeight="medium"
          scrollMarginTop="10rem"
        >
          {before ? <Trans>Revise offer</Trans> : <Trans>Make an offer</Trans>}
        </Heading>
        <Box width={{ base: 'full', sm: '10rem' }}>
          <SelectField
            field={{ ...form.field('currency'), set: changeCurrency }}
            label={t`Currency`}
            options={currenciesFor(start).map((value) => ({ value, label: value }))}
          />
        </Box>
      </Flex>
      <TypedBefore form={form} first="currency" />
      <PriceToolsRow tools={tools} />
      <OfferLines
        form={form}
        lines={lines}
        priced={priced.lines}
        hints={hints}
        nextId={form.field('incoterm').id}
        onPaste={tools.paste}
      />
      <OfferCharges form={form} />
      <OfferTerms form={form} />
      <FormFailure form={form} />
      <Flex
        ref={actionsEdge}
        css={atBottomEdge}
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
              Products: {done} of {all}
            </Trans>
          </Text>
          <Text as="span" fontSize="xl" fontWeight="semibold" fontVariantNumeric="tabular-nums">
            <Trans>Total: {total}</Trans>
          </Text>
        </Stack>
        <ButtonRow>
          <Button
            onClick={() => {
              if (form.isTyped) form.change({ aside: true })
              onClose()
            }}
          >
            <Trans comment="button: closes a form; what was typed stays on the device">Cancel</Trans>
          </Button>
          <SubmitButton form={form}>{t`Send offer`}</SubmitButton>
        </ButtonRow>
      </Flex>
    </Form>
  )
}

function usePriceHint() {
  const { t } = useLingui()
  const locale = useLocale()
  return ({ price, currency, at, isOwn }: LastPrice) => {
    const amount = formatMoney(price, currency, locale)
    const day = formatDay(dayOf(new Date(at)), locale)
    return isOwn ? t`to this buyer: ${amount}, ${day}` : t`to another buyer: ${amount}, ${day}`
  }
}

type Row = OfferValues['charges'][number]

const isEmpty = ({ label, amount }: Row) => label.trim() === '' && amount.trim() === ''
const nothing: Row = { label: '', amount: '' }

/** Charges and discounts. Shows the rows that are filled in, and more on demand. */
export function OfferCharges({ form }: { form: FormHandle<OfferValues> }) {
  const { t } = useLingui()
  const { charges } = form.values
  const used = charges.findLastIndex((row) => !isEmpty(row)) + 1
  const [added, setAdded] = useState(0)
  const [removed, setRemoved] = useState<{ row: Row; at: number }>()
  const shown = Math.max(used, added)
  const focus = (at: number, name: keyof Row = 'label') =>
    document.getElementById(form.field('charges', at, name).id)?.focus()

  function add() {
    flushSync(() => setAdded(shown + 1))
    focus(shown)
  }
  function remove(at: number) {
    const row = charges[at] ?? nothing
    setRemoved(isEmpty(row) ? undefined : { row, at })
    form.change({ charges: [...charges.slice(0, at), ...charges.slice(at + 1), nothing] })
    flushSync(() => setAdded(shown - 1))
    if (shown > 1) focus(Math.min(at, shown - 2))
    else document.getElementById(addId)?.focus()
  }
  // a full list has no room for the row
  const canUndo = removed && used < charges.length
  function undo({ row, at }: NonNullable<typeof removed>) {
    flushSync(() => {
      form.change({ charges: [...charges.slice(0, at), row, ...charges.slice(at)].slice(0, charges.length) })
      setAdded(Math.max(shown, at) + 1)
      setRemoved(undefined)
    })
    focus(at)
  }
  const addId = `${form.id}add-charge`
  return (
    <Grid gap="3" justifyItems="start">
      {[...charges.keys()].slice(0, shown).map((at) => {
        const number = at + 1
        return (
          <Grid
            key={at}
            width="full"
            templateColumns="minmax(0, 1fr) minmax(5.5rem, 10rem) auto"
            gap="3"
            alignItems="end"
          >
            <TextField
              field={form.field('charges', at, 'label')}
              label={t`Charge ${number}`}
              maxLength={limits.chargeLabelLength}
            />
            <TextField
              field={form.field('charges', at, 'amount')}
              label={t`Amount of charge ${number}`}
              inputMode="text"
              autoComplete="off"
              maxLength={24}
            />
            <IconButton aria-label={t`Remove charge ${number}`} onClick={() => remove(at)}>
              <Icon name="trash" />
            </IconButton>
          </Grid>
        )
      })}
      <div role="status">
        {canUndo && (
          <>
            <Trans>Charge removed: {removed.row.label || removed.row.amount}</Trans>{' '}
            <Button onClick={() => undo(removed)}>
              <Trans comment="button: brings back a removed row of a form">Undo</Trans>
            </Button>
          </>
        )}
      </div>
      {shown < charges.length && (
        <Button id={addId} onClick={add}>
          <Icon name="plus" />
          <Trans comment="button: one more row for freight, insurance, a discount">Add a charge</Trans>
        </Button>
      )}
      {shown > 0 && (
        <Text color="fg.muted" fontSize="sm">
          <Trans>Freight, insurance, packing. A discount is an amount below zero, such as -50.</Trans>
        </Text>
      )}
    </Grid>
  )
}
