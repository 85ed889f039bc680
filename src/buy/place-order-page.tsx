import { Button, Link as ChakraLink, chakra, Grid, Heading, Spinner as Progress, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { lightFormat } from 'date-fns/lightFormat'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { oneLine } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { incoterms, isDay, type Wishes } from '../../contract/offers.ts'
import { addressLines, type ShippingAddress } from '../../contract/orders.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import { incotermNames } from '../../contract/texts/incoterm-names.ts'
import { getCart, wishesForm } from '../db/cart.ts'
import { getValue } from '../db/database.ts'
import type { CartLine, SavedValues, Session } from '../db/rows.ts'
import { useDeps, useSession, useShop } from '../db/use-deps.tsx'
import { addressOf } from '../forms/address-fields.tsx'
import { TextAreaField, TextField } from '../forms/fields.tsx'
import { useForm } from '../forms/form.tsx'
import type { FormHandle, Messages } from '../forms/form-types.ts'
import { PartyFields, type PartyValues, partiesOf, partyValues } from '../forms/party-fields.tsx'
import { SelectField } from '../forms/select.tsx'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useRefusedFieldText } from '../i18n/use-refused-field-text.ts'
import { LineName } from '../orders/line-name.tsx'
import { LinkButton } from '../ui/buttons.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useSaveEntry } from '../ui/feedback/toaster.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { OfflineVisitor } from '../ui/order-hints.tsx'
import { Aside, Page, Panel, Split } from '../ui/page.tsx'
import { TableCards } from '../ui/rows/table-cards.tsx'
import { useIsHere } from '../ui/use-is-here.ts'
import { OrderSteps } from './shipping-page.tsx'

const noWishes = { incoterm: '', place: '', neededBy: '', currency: '', note: '' }
type WishValues = typeof noWishes
interface ReviewValues extends WishValues, PartyValues {}

export function checkWishes({ neededBy }: WishValues, today: string): Messages<WishValues> {
  if (neededBy === '') return {}
  if (!isDay(neededBy)) return { neededBy: { rule: 'day' } }
  return neededBy < today ? { neededBy: { rule: 'todayOrLater' } } : {}
}

export function wishesOf(values: WishValues): Wishes | undefined {
  const { place, neededBy, currency, note } = values
  const incoterm = incoterms.find((each) => each === values.incoterm)
  const wishes: Wishes = {
    ...(incoterm && { incoterm }),
    ...(place.trim() && { place: place.trim() }),
    ...(neededBy && { neededBy }),
    ...(currency && { currency }),
    ...(note.trim() && { note: note.trim() }),
  }
  return Object.keys(wishes).length > 0 ? wishes : undefined
}

function WishesPart({ form, today }: { form: FormHandle<ReviewValues>; today: string }) {
  const { t } = useLingui()
  const fieldText = useRefusedFieldText()
  const locale = useLocale()
  const { currencies } = useShop()
  const { values } = form
  const isFilled = [values.incoterm, values.place, values.neededBy, values.currency, values.note].some(Boolean)
  // said when the day is chosen, not only when the request is sent
  const late = isDay(values.neededBy) ? checkWishes(values, today).neededBy : undefined
  const lateText = late && 'rule' in late ? fieldText(late) : undefined
  const neededBy = { ...form.field('neededBy'), error: form.field('neededBy').error ?? lateText }
  const currencyNames = new Intl.DisplayNames(locale, { type: 'currency' })
  const none = t({ message: 'No preference', comment: 'choice in a select' })
  return (
    <Panel css={{ padding: { base: '2', md: '3' } }}>
      <Disclosure
        title={<Trans>For your quote (optional)</Trans>}
        isFilled={isFilled}
        isWrong={neededBy.error !== undefined}
      >
        <Grid gap="4" templateColumns={{ sm: '1fr 1fr' }} padding="0.5rem clamp(0.25rem, 1.5vw, 1rem) 1rem">
          <Text color="fg.muted" gridColumn="1 / -1">
            <Trans>It helps us to quote faster. You can send the request without it.</Trans>
          </Text>
          <SelectField
            field={form.field('incoterm')}
            label={t`Delivery term`}
            none={none}
            options={incoterms.map((value) => ({ value, label: `${value} – ${incotermNames[value][locale]}` }))}
          />
          <TextField field={form.field('place')} label={t`Port or place`} maxLength={limits.placeLength} />
          <TextField field={neededBy} label={t`Needed by`} type="date" min={today} />
          <SelectField
            field={form.field('currency')}
            label={t`Currency`}
            none={none}
            options={currencies.map((value) => ({ value, label: `${value} – ${currencyNames.of(value) ?? value}` }))}
          />
          <Grid gridColumn="1 / -1">
            <TextAreaField field={form.field('note')} label={t`Note`} rows={3} maxLength={limits.noteLength} />
          </Grid>
        </Grid>
      </Disclosure>
    </Panel>
  )
}

export function PlaceOrderPage() {
  const { t } = useLingui()
  const { db } = useDeps()
  const found = useLiveQuery(async () => ({ lines: await getCart(db), address: await getValue(db, 'address') }), [db])
  return (
    <Page title={t`Check and send`} lead={<Trans>Please check it once more: this is what we will quote for.</Trans>}>
      <OrderSteps at="review" />
      {found ? <Review lines={found.lines} address={found.address} /> : <Spinner />}
    </Page>
  )
}

interface ReviewProps {
  lines: CartLine[]
  address: SavedValues['address'] | undefined
}

function Review({ lines, address }: ReviewProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const send = useSendOrder()
  const { clock } = useDeps()
  const session = useSession()
  const today = lightFormat(clock.now(), 'yyyy-MM-dd')
  // saving the request empties the cart, but the screen still shows what is being sent
  const [sent, setSent] = useState<ReviewProps>()
  const shown = sent ?? { lines, address }
  const form = useForm<ReviewValues>({
    name: wishesForm,
    initial: { ...noWishes, ...partyValues() },
    check: (values) => checkWishes(values, today),
    submit: async (values, onSaved) => {
      if (!session || !address) return 'failed'
      setSent({ lines, address })
      // the company is asked for with the address
      const parties = partiesOf({ ...values, company: address.company ?? values.company })
      if (await send({ address: addressOf(address), wishes: wishesOf(values), parties, session }, onSaved))
        return 'done'
      // nothing was sent: the button can be pressed again
      setSent(undefined)
      return 'failed'
    },
  })
  return (
    <Split>
      <Stack gap="4" minWidth="0">
        {shown.lines.length === 0 ? (
          <Notice kind="error">
            <p>{t`Your cart is empty`}</p>
            <ChakraLink asChild variant="plain">
              <Link to="/products">{t`Choose products`}</Link>
            </ChakraLink>
          </Notice>
        ) : (
          <>
            <TableCards
              caption={t`Items`}
              rows={shown.lines}
              rowKey={(line) => line.fishe}
              columns={[
                { title: t`Product`, kind: 'heading', cell: (line) => <LineName line={line} note={line.note} /> },
                { title: t`Quantity`, cell: (line) => formatTonnes(line.qty, locale) },
                { title: t`Price`, cell: () => '---' },
              ]}
            />
            <WishesPart form={form} today={today} />
            <Panel css={{ padding: { base: '2', md: '3' } }}>
              <PartyFields form={form} hasCompany={false} padding="0.5rem clamp(0.25rem, 1.5vw, 1rem) 1rem">
                <Trans>For the papers of the deal. What you leave empty comes from your profile.</Trans>
              </PartyFields>
            </Panel>
          </>
        )}
      </Stack>
      <Aside>
        <AddressBlock address={shown.address} />
        {session ? (
          <>
            <Button
              variant="solid"
              disabled={shown.lines.length === 0 || !shown.address}
              aria-disabled={form.busy}
              onClick={form.onSubmit}
            >
              <Trans>Send Order</Trans>
              {form.busy && <Progress size="inherit" aria-hidden="true" />}
            </Button>
            <Text color="fg.muted" role="status">
              {form.busy && <Trans>Sending…</Trans>}
            </Text>
          </>
        ) : (
          <>
            <LinkButton to="/login" search={{ redirect: '/placeorder' }} variant="solid">
              <Trans>Login to order</Trans>
            </LinkButton>
            <OfflineVisitor />
          </>
        )}
      </Aside>
    </Split>
  )
}

function AddressBlock({ address }: Pick<ReviewProps, 'address'>) {
  const { t } = useLingui()
  return (
    <Stack gap="1.5" align="flex-start">
      <Heading as="h2" fontSize="xl" fontWeight="medium">{t`Delivery`}</Heading>
      {address ? (
        <chakra.address fontStyle="normal" overflowWrap="anywhere" whiteSpace="pre-line">
          {[address.company, ...addressLines(address)].filter(Boolean).join('\n')}
        </chakra.address>
      ) : (
        <p>{t`There is no delivery address yet.`}</p>
      )}
      <ChakraLink asChild variant="plain">
        <Link to="/shipping">{address ? <Trans>Change</Trans> : <Trans>Enter the address</Trans>}</Link>
      </ChakraLink>
    </Stack>
  )
}

interface OrderRequest {
  address: ShippingAddress
  wishes: Wishes | undefined
  parties: Parties
  session: Session
}

/** Saves the request, which empties the cart, and goes to its page, which shows what becomes of it. */
function useSendOrder() {
  const { sync } = useDeps()
  const saveEntry = useSaveEntry()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const language = useLocale()

  async function saveOrder({ address, wishes, parties, session }: OrderRequest) {
    const { id, lines } = await sync.cartOrder()
    if (lines.length === 0) return undefined
    const orderItems = lines.map(({ fishe, qty, note = '' }) => ({
      fishe,
      qty,
      // a note that was copied from an older order may have several lines
      ...(oneLine(note) && { note: oneLine(note) }),
    }))
    const buyer = { shippingAddress: address, userEmail: session.email, language }
    const body = {
      orderItems,
      ...buyer,
      ...(wishes && { wishes }),
      ...(Object.keys(parties).length > 0 && { parties }),
    }
    return sync.enqueue({ kind: 'order', body, display: { lines } }, { id, session })
  }

  return async (request: OrderRequest, onSaved: () => void): Promise<boolean> => {
    const saved = await saveEntry(() => saveOrder(request))
    if (!saved) return false
    onSaved()
    if (isHere()) await navigate({ to: '/order/$id', params: { id: saved.id }, replace: true })
    return true
  }
}
