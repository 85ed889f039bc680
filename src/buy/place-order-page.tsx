import { Button, Link as ChakraLink, chakra, Heading, Spinner as Progress, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { lightFormat } from 'date-fns/lightFormat'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { oneLine } from '../../contract/fields.ts'
import type { Wishes } from '../../contract/offers.ts'
import { addressLines, type ShippingAddress } from '../../contract/orders.ts'
import type { Parties } from '../../contract/papers/parties.ts'
import { getCart, wishesForm } from '../db/cart.ts'
import { getValue } from '../db/database.ts'
import type { CartLine, SavedValues, Session } from '../db/rows.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { addressOf } from '../forms/address-fields.tsx'
import { useForm } from '../forms/form.tsx'
import { PartyFields, partiesOf, partyValues } from '../forms/party-fields.tsx'
import { savedRows } from '../forms/use-saved-values.ts'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { LineName } from '../orders/line-name.tsx'
import { LinkButton } from '../ui/buttons.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useSaveEntry } from '../ui/feedback/toaster.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { OfflineVisitor } from '../ui/order-hints.tsx'
import { Aside, Page, Panel, Split } from '../ui/page.tsx'
import { TableCards } from '../ui/rows/table-cards.tsx'
import { useIsHere } from '../ui/use-is-here.ts'
import { OrderSteps } from './shipping-page.tsx'
import {
  checkTargets,
  checkWishes,
  noWishes,
  type ReviewValues,
  targetsOf,
  WishesPart,
  wishesOf,
} from './wishes-part.tsx'

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
  const products = shown.lines.map(({ fishe }) => fishe)
  const form = useForm<ReviewValues>({
    name: wishesForm,
    initial: { ...{ ...noWishes, ...partyValues() }, targets: products.map((product) => ({ product, price: '' })) },
    fromSaved: (saved) => ({ ...saved, targets: savedRows(saved.targets, products) }),
    check: (values) => ({ ...checkWishes(values, today), ...checkTargets(values, locale) }),
    submit: async (values, onSaved) => {
      if (!session || !address) return 'failed'
      setSent({ lines, address })
      // the company is asked for with the address
      const parties = partiesOf({ ...values, company: address.company ?? values.company })
      const targets = targetsOf(values, locale)
      const request = { address: addressOf(address), wishes: wishesOf(values), parties, targets, session }
      if (await send(request, onSaved)) return 'done'
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
            <WishesPart form={form} today={today} lines={shown.lines} />
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
  targets: ReturnType<typeof targetsOf>
  session: Session
}

/** Saves the request, which empties the cart, and goes to its page, which shows what becomes of it. */
function useSendOrder() {
  const { sync } = useDeps()
  const saveEntry = useSaveEntry()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const language = useLocale()

  async function saveOrder({ address, wishes, parties, targets, session }: OrderRequest) {
    const { id, lines } = await sync.cartOrder()
    if (lines.length === 0) return undefined
    const orderItems = lines.map(({ fishe, qty, note = '' }) => ({
      fishe,
      qty,
      ...targets[fishe],
      // a note that was copied from an older order may have several lines
      ...(oneLine(note) && { note: oneLine(note) }),
    }))
    const body = {
      ...{ orderItems, shippingAddress: address, userEmail: session.email, language },
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
