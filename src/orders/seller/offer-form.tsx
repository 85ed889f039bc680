import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useId, useMemo, useState } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { limits } from '../../../contract/limits.ts'
import { OfferInput } from '../../../contract/offers.ts'
import { findCounter } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import { filledFacts } from '../../../contract/product-fields.ts'
import { formatMoney, offerTotal } from '../../../contract/texts/money.ts'
import { type LastPrice, lastPrices } from '../../db/last-prices.ts'
import { ordersOf } from '../../db/orders.ts'
import { problemRefusal } from '../../db/outbox-rows.ts'
import { useShopToday } from '../../db/read-orders.ts'
import { useDeps, useShop } from '../../db/use-deps.tsx'
import { CheckboxField } from '../../forms/checkbox-fields.tsx'
import { LabelledSelect, SelectField } from '../../forms/fields.tsx'
import { TypedBefore } from '../../forms/form.tsx'
import { FoundProducts } from '../../forms/found-products.tsx'
import { formatDay } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Panel } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { itemName, offersOf } from '../shown-order.ts'
import { type EventFormProps, editedBody, useEventForm } from '../use-decision.tsx'
import { OfferLines, PriceForm } from './offer-line-fields.tsx'
import { OfferCharges, OfferTerms } from './offer-terms.tsx'
import {
  type AskedLine,
  askedLines,
  checkOffer,
  currenciesFor,
  dayOf,
  filledRows,
  fromSavedOffer,
  noRow,
  type OfferRowValues,
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

interface OfferFormProps extends EventFormProps {
  /** somebody has just asked for the form: it takes the focus */
  isAsked: boolean
  onSent: () => void
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
  const { order, edited, isAsked, onSent, onClose, orders } = props
  const { t } = useLingui()
  const locale = useLocale()
  const shop = useShop()
  const today = useShopToday()
  // new data must not change the initial values while somebody types
  const [start] = useState(() => {
    return {
      ...{ order, shop, today },
      before: editedBody(edited, 'offer')?.offer ?? latestTerms(order),
      lastPricesIn: (currency?: string) =>
        lastPrices(orders, { buyerId: order.user._id, ...(currency && { currency }) }),
    }
  })
  const { before } = start
  const asked = useMemo(() => askedLines(start.order), [start])
  const initial = useMemo(() => offerValues({ ...start, locale }), [start, locale])
  const { form } = useEventForm(
    { ...props, onClose: onSent },
    {
      name: `offer-${order._id}`,
      initial,
      hidden: ['after', 'aside'],
      fromSaved: (saved) => fromSavedOffer(saved, asked),
      schema: OfferInput,
      body: (values) => offerInput(asked, values, locale),
      toBody: (values) => ({ kind: 'offer', after: values.after, offer: offerInput(asked, values, locale) }),
      check: (values) => checkOffer(values, { locale, today }),
      paths: { offer: '' },
      ...(edited?.problem && { refusal: problemRefusal(edited.problem) }),
      words: {
        sent: <Trans>The offer is sent. The buyer can see it.</Trans>,
        saved: <Trans>The offer is saved on this device. Until it is sent you can change it.</Trans>,
      },
    },
  )
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
    <PriceForm
      form={form}
      heading={before ? t`Revise offer` : t`Make an offer`}
      takesFocus={isAsked}
      sums={
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
      }
      submit={t`Send offer`}
      onCancel={() => {
        if (form.isTyped) form.change({ aside: true })
        onClose()
      }}
    >
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
    </PriceForm>
  )
}

const lineOfProduct = (fish: Fish): AskedLine => ({
  ...{ fishe: fish._id, name: fish.trade_name, name_fr: fish.trade_name_fr, name_es: fish.trade_name_es },
  ...{ image: fish.image, qty: 0, ...filledFacts(fish) },
})

/** The products of an offer's rows: as they were asked for, and alternatives as the catalogue on the device has them. */
function useOfferedLines(
  asked: readonly AskedLine[],
  rows: readonly OfferRowValues[],
  before: OfferInput | undefined,
): AskedLine[] {
  const { db } = useDeps()
  const ids = rows.slice(asked.length).map(({ product }) => product)
  const found = useLiveQuery(() => db.fishes.bulkGet(ids).catch(() => []), [db, ids.join()]) ?? []
  return rows.map(({ product: fishe }, at) => {
    const known = asked.find((line) => line.fishe === fishe) ?? found.find((fish) => fish?._id === fishe)
    if (known) return '_id' in known ? lineOfProduct(known) : known
    const previous = before?.lines.find((line) => line.fishe === fishe)
    const none = { fishe, name: fishe, name_fr: fishe, name_es: fishe, image: '', qty: 0 }
    return { ...none, ...(previous && 'item' in previous && previous.item ? previous.item : {}), key: at }
  })
}

interface AddAlternativeProps {
  asked: readonly AskedLine[]
  rows: readonly OfferRowValues[]
  onAdd: (product: string, alternativeTo: string) => void
}

/** Finds a product in the catalogue on the device and offers it in place of one that was asked for. */
function AddAlternative({ asked, rows, onAdd }: AddAlternativeProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [alternativeTo, setAlternativeTo] = useState(asked[0]?.fishe ?? '')
  const [keyword, setKeyword] = useState('')
  if (rows.length - asked.length >= limits.alternatives) return null
  return (
    <div>
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <Trans comment="button: offers another product in place of one that was asked for">Add an alternative</Trans>
      </Button>
      <Flex id={id} hidden={!isOpen} direction="column" gap="3" mt="3">
        <LabelledSelect
          label={t({ message: 'In place of', comment: 'label: the product that was asked for' })}
          value={alternativeTo}
          options={asked.map(({ fishe }) => ({ value: fishe, label: itemName(asked, fishe, locale) }))}
          onValue={setAlternativeTo}
        />
        {/* a box of its own: the field grows along its row */}
        <Box maxWidth="24rem">
          <SearchField label={t`Search for a product`} value={keyword} onSearch={setKeyword} />
        </Box>
        <FoundProducts
          keyword={keyword}
          without={rows.map(({ product }) => product)}
          onChoose={(product) => {
            onAdd(product, alternativeTo)
            setOpen(false)
            setKeyword('')
          }}
        />
      </Flex>
    </div>
  )
}
