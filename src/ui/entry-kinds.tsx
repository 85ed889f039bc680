import { Button } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { orderReference } from '../../contract/fields.ts'
import { nameIn } from '../../contract/locales.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import { problemRefusal } from '../db/outbox-rows.ts'
import type { OutboxPayload, OutboxRow } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useSaving } from './feedback/toaster.tsx'
import { RefusalReasons } from './refusal-reasons.tsx'
import { Reference } from './rows/table-cards.tsx'
import { useStashedDraft } from './stashed-draft.ts'

type Kind = OutboxPayload['kind']
type RowOf<K extends Kind> = OutboxRow & { payload: Extract<OutboxPayload, { kind: K }> }

/** What people read about a kind of entry, and what they can do with one beside discarding it. */
interface EntryKind<K extends Kind> {
  Title: ComponentType<{ row: RowOf<K> }>
  /** what did not happen when the shop refuses it */
  refused?: (row: RowOf<K>) => MessageDescriptor
  /** why it was refused, in place of the server's reason */
  Reason?: ComponentType<{ row: RowOf<K> }>
  Actions?: ComponentType<{ row: RowOf<K> }>
  /** the buttons above discard it too once it is refused */
  hasOwnDiscard?: true
}

const entryKinds: { [K in Kind]: EntryKind<K> } = {
  order: {
    Title: ({ row: { id } }) => (
      <Trans>
        Quote request <Reference>{ph({ reference: orderReference(id) })}</Reference>
      </Trans>
    ),
    refused: () => msg`The shop did not accept this request.`,
    Actions: EditOrder,
  },
  'order-event': {
    Title: ({ row: { payload } }) => (
      <Trans comment="an offer, an acceptance, a message … that waits to be sent">
        Answer to quote request <Reference>{ph({ reference: payload.display.reference })}</Reference>
      </Trans>
    ),
    refused: ({ payload, problem }) =>
      payload.body.kind === 'decline' && isLate(problem)
        ? msg`Your refusal did not reach us in time.`
        : refusedEvents[payload.body.kind],
  },
  review: {
    Title: ({ row: { payload } }) => <Trans>Review of {ph({ product: nameIn(payload.display, useLocale()) })}</Trans>,
  },
  stock: { Title: StockTitle, Reason: StockReason, Actions: StockActions, hasOwnDiscard: true },
  'stock-alert': {
    Title: ({ row: { payload } }) => (
      <Trans comment="a message when a product is in stock again, switched on or off">
        Message about the stock of {ph({ product: nameIn(payload.display, useLocale()) })}
      </Trans>
    ),
  },
  address: {
    Title: ({ row: { payload } }) => (
      <Trans>Address book: {ph({ name: (payload.body.after ?? payload.body.before)?.label ?? '' })}</Trans>
    ),
  },
  contact: { Title: () => <Trans>Message to the shop</Trans> },
  // never shown
  logout: { Title: () => null },
}

const refusedEvents: Record<OrderEventInput['kind'], MessageDescriptor> = {
  offer: msg`Your offer was not sent.`,
  withdraw: msg`The offer was not withdrawn.`,
  close: msg`The request was not turned down.`,
  accept: msg`Your acceptance did not take effect.`,
  decline: msg`Your refusal did not take effect.`,
  cancel: msg`The request was not cancelled.`,
  counter: msg`Your suggestion was not sent.`,
  agree: msg`Your agreement did not take effect.`,
  retract: msg`Your suggestion was not taken back.`,
  message: msg`The shop did not accept this message.`,
  milestone: msg`This step of the shipment was not reported.`,
  correct: msg`The step of the shipment was not corrected.`,
  claim: msg`Your claim was not sent.`,
  settle: msg`The claim was not settled.`,
  document: msg`The document was not added.`,
}

/** Whether an answer came when its offer was no longer open. */
const isLate = (problem: OutboxRow['problem']) =>
  ['offer-expired', 'offer-not-current', 'counter-expired', 'counter-not-current'].includes(problem?.code ?? '')

export const entryKindOf = (row: OutboxRow) => entryKinds[row.kind] as EntryKind<Kind>

function EditOrder({ row }: { row: RowOf<'order'> }) {
  const { sync } = useDeps()
  const stashed = useStashedDraft()
  const navigate = useNavigate()
  const save = useSaving()
  async function edit() {
    // another tab may have discarded or sent it
    if (await sync.editAgain(row.id, stashed())) await navigate({ to: '/cart/{-$id}', params: { id: undefined } })
  }
  return (
    <Button variant="solid" onClick={() => save(edit)}>
      {row.state === 'attention' ? <Trans>Edit and send again</Trans> : <Trans>Back to the cart</Trans>}
    </Button>
  )
}

function StockTitle({ row: { payload } }: { row: RowOf<'stock'> }) {
  const locale = useLocale()
  const name = nameIn(payload.display, locale)
  const tonnes = formatTonnes(payload.body.countInStock, locale)
  return (
    <Trans comment="a product and its stock, as in: Stock of Cod: 4 t">
      Stock of {name}: {tonnes}
    </Trans>
  )
}

export function StockReason({
  row: { payload, problem },
  mine = payload.body.countInStock,
}: {
  row: RowOf<'stock'>
  mine?: number
}) {
  const locale = useLocale()
  if (problem?.countInStock === undefined)
    return problem && <RefusalReasons refusal={problemRefusal(problem)} verbatim />
  const [its, own] = [formatTonnes(problem.countInStock, locale), formatTonnes(mine, locale)]
  return (
    <Trans comment="two stocks in tonnes; somebody else changed it meanwhile">
      It is {its} now, yours is {own}.
    </Trans>
  )
}

function StockActions({ row }: { row: RowOf<'stock'> }) {
  const { t } = useLingui()
  const { sync } = useDeps()
  // one id, so that a double click is one change
  const [id] = useState(() => sync.newId())
  const name = nameIn(row.payload.display, useLocale())
  if (row.state !== 'attention') return null
  return (
    <>
      {row.problem?.countInStock !== undefined && (
        <Button size="sm" aria-label={t`Set mine again: ${name}`} onClick={() => void sync.setStockAgain(row, id)}>
          <Trans comment="button: my number replaces that of somebody else">Set mine again</Trans>
        </Button>
      )}
      <Button
        size="sm"
        colorPalette="red"
        aria-label={t`Discard mine: ${name}`}
        onClick={() => void sync.discardStock(row)}
      >
        <Trans comment="button: the number of somebody else stays">Discard mine</Trans>
      </Button>
    </>
  )
}
