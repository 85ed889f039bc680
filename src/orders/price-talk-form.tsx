import { Box, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { InvalidField } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Offer } from '../../contract/offers.ts'
import type { OrderEvent, OrderEventInput } from '../../contract/order-events.ts'
import { findCounter } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import { agreedOffer, wrongAcceptance, wrongLinesTaken } from '../../contract/price-talk.ts'
import { formatMoney, minorDigits } from '../../contract/texts/money.ts'
import { addDays, brokenValidity } from '../../contract/texts/shop-day.ts'
import { useShopToday } from '../db/read-orders.ts'
import { useSession } from '../db/use-deps.tsx'
import { checkPrice } from '../forms/amount-rules.ts'
import { TextAreaField, TextField } from '../forms/fields.tsx'
import type { Messages } from '../forms/form-types.ts'
import { savedRows } from '../forms/use-saved-values.ts'
import { amountText } from '../i18n/amounts.ts'
import { formatTonnes, quantityText } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Panel } from '../ui/page.tsx'
import { OfferLines, PriceForm } from './seller/offer-line-fields.tsx'
import { checkQuantity, noRow, type PricedRows, pricedRows, readingOf } from './seller/offer-values.ts'
import { itemsOf, type NumberedOffer } from './shown-order.ts'
import { type Decision, SavedAcceptance, useEventForm } from './use-decision.tsx'

/** How long a buyer's prices stand at first, days. */
const daysOpen = 3

type TalkValues = PricedRows & Record<'until' | 'neededBy' | 'note', string>

/** `offered`: the buyer takes lines at the offered prices; `other`: the buyer suggests prices. */
export type Taking = 'offered' | 'other'

interface PriceTalkFormProps {
  order: Order
  offer: NumberedOffer
  taking: Taking
  decision: Decision
  onClose: () => void
}

export function PriceTalkForm({ order, offer: { id: offerId, offer }, taking, decision, onClose }: PriceTalkFormProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const userId = useSession()?.userId ?? ''
  const today = useShopToday()
  const { currency } = offer
  const lines = useMemo(() => linesOf(order, offer), [order, offer])
  const products = lines.map(({ fishe }) => fishe)
  const counter = taking === 'other' ? findCounter(order) : undefined
  const { form } = useEventForm<TalkValues>(
    { order, userId, decision, onClose },
    {
      name: `${taking === 'other' ? 'counter' : 'accept'}-${order._id}`,
      initial: talkValues(offer, { counter, locale, today }),
      hidden: ['currency'],
      fromSaved: (saved) => ({ ...saved, currency, lines: savedRows(saved.lines, products) }),
      check: (values) => checkTalk(offer, values, { taking, locale, today }),
      toBody: (values) => talkBody(offerId, values, { taking, locale }),
      words:
        taking === 'other'
          ? { sent: <Trans>Your prices are sent. The shop can agree to them.</Trans> }
          : { sent: <Trans>Accepted. The shop has it.</Trans>, saved: <SavedAcceptance offer={offer} /> },
    },
  )
  const { values } = form
  const priced = pricedRows(values, locale)
  const taken = takenOf(values, locale)
  const deal = agreedOffer(offer, { lines: taken })
  const money = (minor: number) => formatMoney(minor, currency, locale)
  const difference = (minor: number) => `${minor < 0 ? '−' : '+'}${money(Math.abs(minor))}`
  const hints = new Map<string, string>()
  const about = new Map<string, string>()
  for (const { fishe } of lines) {
    const line = offer.lines.find((each) => each.fishe === fishe)
    const total = deal.lines.find((each) => each.fishe === fishe)?.total
    if (!line || line.price === null) continue
    const changed = (total ?? line.total ?? 0) - (line.total ?? 0)
    if (changed !== 0) hints.set(fishe, difference(changed))
    const offered = `${formatTonnes(line.qty, locale)} · ${money(line.price)}`
    about.set(fishe, t({ message: `offered: ${offered}`, comment: 'tonnes and price per tonne of an offer' }))
  }
  const [count, all, change] = [taken.length, lines.length, deal.total - offer.total]
  const [total, changed] = [money(deal.total), difference(change)]
  const acceptText = t({
    message: plural(count, { one: `Accept # of ${all} lines`, other: `Accept # of ${all} lines` }),
  })
  return (
    <Panel>
      <PriceForm
        form={form}
        heading={taking === 'other' ? t`Suggest a price` : t`Choose what you take`}
        {...(taking === 'offered' && { label: t`Accept a part` })}
        sums={
          <Stack as="p" gap="0" lineHeight="1.3" role="status">
            <Text as="span" fontSize="xl" fontWeight="semibold" fontVariantNumeric="tabular-nums">
              <Trans>Total: {total}</Trans>
            </Text>
            {change !== 0 && (
              <Text as="span" color="fg.muted" fontSize="sm">
                <Trans comment="{changed}: an amount with its sign">Difference to the offer: {changed}</Trans>
              </Text>
            )}
          </Stack>
        }
        submit={taking === 'other' ? t`Send these prices` : acceptText}
        onCancel={onClose}
      >
        <OfferLines form={form} {...{ lines, priced, taking, about, hints }} nextId={form.field('note').id} />
        {taking === 'other' && (
          <SimpleGrid columns={{ base: 1, sm: 2 }} rowGap="4.5" columnGap="4" alignItems="start">
            <TextField
              field={form.field('until')}
              label={t`We stand by these prices until`}
              hint={t`Until then the shop can agree, and the deal is made.`}
              type="date"
            />
            <TextField field={form.field('neededBy')} label={t`Needed by`} type="date" />
          </SimpleGrid>
        )}
        <TextAreaField field={form.field('note')} label={t`Note`} rows={2} maxLength={limits.noteLength} />
      </PriceForm>
      {taking === 'offered' && <Box color="fg.muted">{t`You cannot undo an acceptance here. Nothing is charged.`}</Box>}
    </Panel>
  )
}

/** The lines of an offer that can be taken. */
const linesOf = (order: Order, offer: Offer) =>
  offer.lines.flatMap(({ fishe, price }) =>
    price === null ? [] : (itemsOf(order).find((item) => item.fishe === fishe) ?? []),
  )

interface Start {
  counter: OrderEvent | undefined
  locale: Locale
  today: string
}

/** The values of the buyer's last counter, else those of the offer with the requested products. */
function talkValues({ currency, lines }: Offer, { counter, locale, today }: Start): TalkValues {
  const digits = minorDigits(currency)
  const until = counter?.until ?? ''
  const rows = lines.flatMap(({ fishe: product, alternativeTo = '', price, qty }) => {
    if (price === null) return []
    const before = counter?.lines?.find((line) => line.fishe === product)
    return {
      ...noRow,
      alternativeTo,
      isMissing: counter ? !before : alternativeTo !== '',
      qty: quantityText(before?.qty ?? qty, locale),
      price: amountText(before?.price ?? price, { locale, digits }),
      product,
    }
  })
  return {
    ...{ currency, lines: rows, neededBy: counter?.neededBy ?? '', note: counter?.note ?? '' },
    until: until >= today ? until : addDays(today, daysOpen),
  }
}

/** The lines that are ticked, and can be read. */
const takenOf = (values: PricedRows, locale: Locale) =>
  pricedRows(values, locale).flatMap(({ fishe, qty, price }) => (price === null ? [] : [{ fishe, qty, price }]))

interface Reading {
  taking: Taking
  locale: Locale
}

function talkBody(offer: string, values: TalkValues, { taking, locale }: Reading): OrderEventInput {
  const { until, neededBy, note } = values
  const noted = { offer, ...(note.trim() && { note: note.trim() }) }
  const lines = takenOf(values, locale)
  if (taking === 'other') return { kind: 'counter', ...noted, lines, until, ...(neededBy && { neededBy }) }
  return { kind: 'accept', ...noted, lines: lines.map(({ fishe, qty }) => ({ fishe, qty })) }
}

/** The errors of unreadable texts, then those of the rules of an acceptance or of a counter, each at its row. */
function checkTalk(offer: Offer, values: TalkValues, { taking, locale, today }: Reading & { today: string }) {
  const reading = readingOf(values, locale)
  const rows = values.lines.map(
    ({ isMissing, qty, price }): Messages<PricedRows['lines'][number]> =>
      isMissing ? {} : { qty: checkQuantity(qty, locale), price: checkPrice(price, reading) },
  )
  const [first] = rows
  const lines = takenOf(values, locale)
  const isReadable = rows.every((row) => !row.qty && !row.price)
  const put = ({ path, ...rule }: InvalidField) => {
    const [, at, name] = path.split('.')
    const fishe = lines[Number(at)]?.fishe
    const row = rows[values.lines.findIndex(({ product }) => product === fishe)] ?? first
    if (row) row[name === 'qty' ? 'qty' : 'isMissing'] ??= rule
  }
  if (isReadable && lines.length === 0 && first) first.isMissing = msg`Please tick at least one line`
  else if (isReadable && taking === 'offered') wrongAcceptance(offer, lines).forEach(put)
  else if (isReadable) wrongLinesTaken(offer, { lines }).forEach(put)
  const until = taking === 'other' ? brokenValidity(values.until, today) : undefined
  return { lines: rows, until }
}
