import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { OfferInput } from '../../../contract/offers.ts'
import { findCounter } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { formatMoney, offerTotal } from '../../../contract/texts/money.ts'
import { type LastPrice, lastPrices } from '../../db/last-prices.ts'
import { ordersOf } from '../../db/orders.ts'
import { type EventRow, problemRefusal } from '../../db/outbox-rows.ts'
import { useShopToday } from '../../db/read-orders.ts'
import { useDeps, useShop } from '../../db/use-deps.tsx'
import { CheckboxField } from '../../forms/checkbox-fields.tsx'
import { Form, FormFailure, SubmitButton, TypedBefore, useForm } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select.tsx'
import { formatDay } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { actionsEdge, atBottomEdge } from '../../ui/feedback/bottom-edge.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Panel } from '../../ui/page.tsx'
import { itemName, offersOf } from '../shown-order.ts'
import type { Decision } from '../use-decision.tsx'
import { AddAlternative, useOfferedLines } from './alternatives.tsx'
import { OfferCharges } from './offer-charges.tsx'
import { OfferLines } from './offer-line-fields.tsx'
import { OfferTerms } from './offer-terms.tsx'
import {
  askedLines,
  checkOffer,
  currenciesFor,
  dayOf,
  filledRows,
  fromSavedOffer,
  noRow,
  offerInput,
  offerValues,
  pricedSoFar,
  priceTexts,
} from './offer-values.ts'
import { PriceToolsRow, usePriceTools } from './price-tools.tsx'

/** The last offer, with the prices and tonnes that the buyer suggests in its place. */
function latestTerms(order: Order): OfferInput | undefined {
  const offer = offersOf(order).at(-1)?.offer
  const counter = findCounter(order)
  if (!offer || !counter) return offer
  const { lines = [], incoterm = offer.incoterm, place = offer.place } = counter
  const suggested = (fishe: string) => lines.find((line) => line.fishe === fishe)
  return { ...offer, incoterm, place, lines: offer.lines.map((line) => ({ ...line, ...suggested(line.fishe) })) }
}

// outside the component: a new ref callback in each render would take the focus again
function focusOnMount(node: HTMLElement | null) {
  node?.focus()
  // the focus alone does not scroll where only its heading is in sight
  node?.scrollIntoView({ block: 'start' })
}

interface OfferFormProps {
  order: Order
  userId: string
  edited: EventRow | undefined
  /** somebody has just asked for the form: it takes the focus */
  isAsked: boolean
  decision: Decision
  onSent: () => void
  onClose: () => void
}

/** The form for an offer, which starts from the previous one or from the last prices of the products. */
export function OfferForm(props: OfferFormProps) {
  const { db } = useDeps()
  const { userId } = props
  const orders = useLiveQuery(async () => {
    const rows = await ordersOf(db, userId)
      .toArray()
      .catch(() => [])
    return rows.map((row) => row.order)
  }, [db, userId])
  if (!orders) return <Spinner />
  return (
    <Panel>
      <Box minWidth="0">
        <LoadedForm {...props} orders={orders} />
      </Box>
    </Panel>
  )
}

function LoadedForm(props: OfferFormProps & { orders: readonly Order[] }) {
  const { order, userId, edited, isAsked, decision, onSent, onClose, orders } = props
  const { t } = useLingui()
  const locale = useLocale()
  const shop = useShop()
  const today = useShopToday()
  const { sync } = useDeps()
  const [id] = useState(() => sync.newId())
  // new data must not change the initial values while somebody types
  const [start] = useState(() => {
    const body = edited?.payload.body
    return {
      ...{ order, shop, today },
      before: body?.kind === 'offer' ? body.offer : latestTerms(order),
      lastPricesIn: (currency?: string) =>
        lastPrices(orders, { buyerId: order.user._id, ...(currency && { currency }) }),
    }
  })
  const { before } = start
  const asked = useMemo(() => askedLines(start.order), [start])
  const initial = useMemo(() => offerValues({ ...start, locale }), [start, locale])
  const words = {
    sent: <Trans>The offer is sent. The buyer can see it.</Trans>,
    saved: <Trans>The offer is saved on this device. Until it is sent you can change it.</Trans>,
  }
  const form = useForm({
    name: `offer-${order._id}`,
    owner: userId,
    initial,
    hidden: ['after', 'aside'],
    fromSaved: (saved) => fromSavedOffer(saved, asked),
    schema: OfferInput,
    body: (values) => offerInput(asked, values, locale),
    check: (values) => checkOffer(values, { locale, today }),
    paths: { offer: '' },
    ...(edited?.problem && { refusal: problemRefusal(edited.problem) }),
    submit: async (values) => {
      const body = { kind: 'offer', after: values.after, offer: offerInput(asked, values, locale) } as const
      const outcome = await decision.decide({ id, body, words, edited })
      if (outcome === 'done') onSent()
      return outcome
    },
  })
  const rows = filledRows(form.values)
  const lines = useOfferedLines(asked, rows, before)
  const priced = pricedSoFar(form.values, locale)
  const { currency } = form.values
  const prices = useMemo(() => new Map([...start.lastPricesIn(), ...start.lastPricesIn(currency)]), [start, currency])
  const lastTexts = useMemo(
    () => priceTexts({ ...start, before: undefined, locale }, currency),
    [start, locale, currency],
  )
  const hintOf = ({ price, currency: of, at, isOwn }: LastPrice) => {
    const amount = formatMoney(price, of, locale)
    const day = formatDay(dayOf(new Date(at)), locale)
    return isOwn ? t`to this buyer: ${amount}, ${day}` : t`to another buyer: ${amount}, ${day}`
  }
  // the prices of a previous offer need no hint, but what the buyer would pay
  const hints = new Map<string, string>(start.before ? [] : [...prices].map(([fishe, price]) => [fishe, hintOf(price)]))
  for (const { fishe, target } of asked) {
    if (target === undefined || !order.wishes.currency) continue
    const amount = formatMoney(target, order.wishes.currency, locale)
    const wanted = t({ message: `the buyer would pay ${amount}`, comment: 'below a price per tonne' })
    hints.set(fishe, [wanted, hints.get(fishe)].filter(Boolean).join(' · '))
  }
  const about = new Map<string, string>()
  for (const { product, alternativeTo } of rows) {
    if (!alternativeTo) continue
    const name = itemName(asked, alternativeTo, locale)
    about.set(product, t({ message: `in place of ${name}`, comment: 'an alternative to a product of a request' }))
  }
  const sum = offerTotal(priced.lines, priced.charges)
  const total = formatMoney(sum, currency, locale)
  const done = rows.filter(({ isMissing }, at) => isMissing || priced.lines[at]?.price !== null).length
  const all = lines.length

  function addAlternative(product: string, alternativeTo: string) {
    const tonnes = form.values.lines.find((row) => row.product === alternativeTo)?.qty ?? ''
    const price = lastTexts.get(product) ?? ''
    const free = form.values.lines.findIndex((row) => row.product === '')
    form.change({ lines: form.values.lines.with(free, { ...noRow, product, alternativeTo, qty: tonnes, price }) })
  }

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
      <TypedBefore form={form} first="currency" />
      <Flex wrap="wrap" gap="3" align="flex-start">
        <Box width={{ base: 'full', sm: '10rem' }}>
          <SelectField
            field={{ ...form.field('currency'), set: changeCurrency }}
            label={t`Currency`}
            options={currenciesFor(start).map((value) => ({ value, label: value }))}
          />
        </Box>
        <PriceToolsRow tools={tools} />
      </Flex>
      <OfferLines
        form={form}
        lines={lines}
        priced={priced.lines}
        {...{ hints, about }}
        inParts={form.values.inParts}
        nextId={form.field('incoterm').id}
        onPaste={tools.paste}
      />
      <Flex wrap="wrap" align="start" justify="space-between" gap="4">
        <AddAlternative asked={asked} rows={rows} onAdd={addAlternative} />
        <CheckboxField
          field={form.field('inParts')}
          label={t`Can be taken in parts`}
          hint={t`The buyer may take some of the lines, and fewer tonnes of them. Charges stay whole.`}
        />
      </Flex>
      <OfferCharges form={form} />
      <OfferTerms form={form} total={sum} />
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
