import { Button, Link as ChakraLink, chakra, Heading, Spinner as Progress, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { lightFormat } from 'date-fns/lightFormat'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { addressLines, type ShippingAddress } from '../../../contract/orders.ts'
import { getCart } from '../../data/cart/cart.ts'
import { problemRefusal } from '../../data/outbox/problem-refusal.ts'
import type { CartLine, Session } from '../../data/rows.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { getValue } from '../../data/values.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { PartyFields } from '../../parts/forms/party-fields.tsx'
import { LineName } from '../../parts/offers/line-name.tsx'
import { OfflineVisitor } from '../../parts/offline-visitor.tsx'
import { Page } from '../../parts/page.tsx'
import { linesOf, RefusalReasons } from '../../parts/refusal-reasons.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Aside, Panel, Split } from '../../ui/panel.tsx'
import { TableCards } from '../../ui/rows/table-cards.tsx'
import { OrderSteps } from './order-steps.tsx'
import { useSendOrder } from './use-send-order.ts'
import { checkWishes, useWishes } from './use-wishes.ts'
import { WishesPart } from './wishes-part.tsx'

/** The review of a request for a quote before it is sent. */
export function PlaceOrderPage() {
  const { t } = useLingui()
  const { db } = useDeps()
  const found = useLiveQuery(async () => ({ lines: await getCart(db), address: await getValue(db, 'address') }), [db])
  return (
    <Page title={t`Check and send`} lead={<Trans>Read it once more: this is what we will quote for.</Trans>}>
      <OrderSteps at="review" />
      {found ? <Review lines={found.lines} address={found.address} /> : <Spinner />}
    </Page>
  )
}

interface ReviewProps {
  lines: CartLine[]
  address: ShippingAddress | undefined
}

function Review({ lines, address }: ReviewProps) {
  const sending = useSendOrder()
  const { clock } = useDeps()
  const day = () => lightFormat(clock.now(), 'yyyy-MM-dd')
  const [today, setToday] = useState(day)
  const { form, wishes, parties } = useWishes(today)
  // saving the request empties the cart, but the screen still shows what is being sent
  const [sent, setSent] = useState<ReviewProps>()
  const { state } = sending
  const isNew = state.kind === 'idle' || (state.kind === 'unsaved' && state.row.state === 'attention')
  const shown = isNew ? { lines, address } : (sent ?? { lines, address })
  return (
    <Split>
      <Stack gap="4" minWidth="0">
        {shown.lines.length === 0 ? (
          <Notice kind="error">
            <p>
              <Trans>Your cart is empty</Trans>
            </p>
            <ChakraLink asChild variant="plain">
              <Link to="/products">
                <Trans>Choose products</Trans>
              </Link>
            </ChakraLink>
          </Notice>
        ) : (
          <>
            <Lines lines={shown.lines} />
            <WishesPart form={form} />
            <Panel css={{ padding: '0.75rem clamp(0.5rem, 2vw, 1rem)' }}>
              <PartyFields form={form} padding="0.5rem clamp(0.25rem, 1.5vw, 1rem) 1rem">
                <Trans>For the papers of the deal. What you leave empty comes from your profile.</Trans>
              </PartyFields>
            </Panel>
          </>
        )}
      </Stack>
      <Aside>
        <AddressBlock address={shown.address} />
        <SendArea
          {...shown}
          busy={state.kind === 'sending'}
          unsaved={state.kind === 'unsaved' ? state.row : undefined}
          onSend={(to, session) => {
            // the screen may stand open since yesterday
            flushSync(() => setToday(day()))
            if (checkWishes(form.values, day()).neededBy) {
              document.getElementById(form.field('neededBy').id)?.focus()
              return
            }
            setSent({ lines, address })
            void sending.send({ address: to, wishes, parties, onSaved: form.giveUp }, session)
          }}
        />
      </Aside>
    </Split>
  )
}

function Lines({ lines }: { lines: CartLine[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <TableCards
      caption={t`Items`}
      rows={lines}
      rowKey={(line) => line.fishe}
      columns={[
        { title: t`Product`, kind: 'heading', cell: (line) => <LineName line={line} note={line.note} /> },
        { title: t`Quantity`, cell: (line) => formatTonnes(line.qty, locale) },
        { title: t`Price`, cell: () => '---' },
      ]}
    />
  )
}

function AddressBlock({ address }: { address: ShippingAddress | undefined }) {
  return (
    <Stack gap="1.5" align="flex-start">
      <Heading as="h2" fontSize="xl" fontWeight="medium">
        <Trans>Delivery</Trans>
      </Heading>
      {address ? (
        <chakra.address fontStyle="normal" overflowWrap="anywhere" whiteSpace="pre-line">
          {addressLines(address).join('\n')}
        </chakra.address>
      ) : (
        <p>
          <Trans>There is no delivery address yet.</Trans>
        </p>
      )}
      <ChakraLink asChild variant="plain">
        <Link to="/shipping">{address ? <Trans>Change</Trans> : <Trans>Enter the address</Trans>}</Link>
      </ChakraLink>
    </Stack>
  )
}

type Unsaved = Extract<ReturnType<typeof useSendOrder>['state'], { kind: 'unsaved' }>['row']

interface SendAreaProps extends ReviewProps {
  busy: boolean
  /** the only copy of a request that the device could not save */
  unsaved: Unsaved | undefined
  onSend: (address: ShippingAddress, session: Session) => void
}

function SendArea({ lines, address, busy, unsaved, onSend }: SendAreaProps) {
  const session = useSession()
  if (!session) {
    return (
      <>
        <LinkButton to="/login" search={{ redirect: '/placeorder' }} variant="solid">
          <Trans>Login to order</Trans>
        </LinkButton>
        <OfflineVisitor />
      </>
    )
  }
  return (
    <>
      {unsaved && <UnsavedNotice row={unsaved} />}
      <Button
        variant="solid"
        disabled={lines.length === 0 || !address}
        aria-disabled={busy}
        onClick={() => {
          if (!busy && address) onSend(address, session)
        }}
      >
        <Trans>Send Order</Trans>
        {busy && <Progress size="inherit" aria-hidden="true" />}
      </Button>
      <Text color="fg.muted" role="status">
        {busy && <Trans>Sending…</Trans>}
      </Text>
    </>
  )
}

function UnsavedNotice({ row }: { row: Unsaved }) {
  return (
    <Notice kind="error">
      <p>
        <Trans>This request is NOT saved: this device has no room for it. Keep this page open and try again.</Trans>
      </p>
      {row.problem && <RefusalReasons refusal={problemRefusal(row.problem)} lines={linesOf(row)} />}
    </Notice>
  )
}
