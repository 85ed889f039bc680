import { Badge, Box, Button, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { DocumentInput, type OrderEvent } from '../../../contract/order-events.ts'
import type { Order } from '../../../contract/orders.ts'
import { type DocumentKind, documentKinds } from '../../../contract/shipment/claims.ts'
import { missingDocuments, neededDocuments } from '../../../contract/shipment/needed-documents.ts'
import { documentNames } from '../../../contract/texts/goods-words.ts'
import { fetchBlob } from '../../db/fetch-blob.ts'
import { useDeps, useShop } from '../../db/use-deps.tsx'
import { SelectField, TextField } from '../../forms/fields.tsx'
import { filledTexts } from '../../forms/filled-texts.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useAway } from '../../sync/connection.ts'
import { saveFile } from '../../ui/blob-address.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Day } from '../../ui/date-text.tsx'
import { useStatusMessage } from '../../ui/feedback/status-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useCall } from '../../ui/loading/use-call.ts'
import { EventFiles } from '../files/files-part.tsx'
import { EventDialog, OrderPart, useOrderPart } from '../order-part.tsx'
import { type EventFormProps, useEventForm } from '../use-decision.tsx'
import { ClaimDetails, ClaimsPart } from './claims-part.tsx'
import { type GoodsProps, PaymentsPart } from './payments-part.tsx'

/** The documents that go with the goods: which are here, and which are still missing. */
function DocumentsPart({ view: { order, waiting }, userId, side }: GoodsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const shop = useShop()
  const part = useOrderPart<{ kind: DocumentKind }>(order)
  const { decision, opened } = part
  const papers = order.shipment?.papers ?? []
  const needed = neededDocuments(shop.documents, order.shippingAddress.country)
  const missing = missingDocuments(needed, papers)
  const others = documentKinds.filter((kind) => papers.includes(kind) && needed.every((each) => each.kind !== kind))
  const names = missing.map((kind) => documentNames[kind][locale]).join(', ')
  return (
    <OrderPart
      {...{ part, order, side }}
      id="documents"
      title={<Trans comment="heading: certificates and papers that go with the goods">Documents</Trans>}
      pending={waiting.filter(({ payload: { body } }) => body.kind === 'document')}
      actions={
        <>
          <ButtonRow>
            {side === 'shop' && !order.sealed && (
              <Button onClick={() => part.open({ kind: missing[0] ?? 'other' })}>
                <Trans comment="button: a certificate or bill of lading is put with the order">Add a document</Trans>
              </Button>
            )}
            <Dossier order={order} />
          </ButtonRow>
          {opened && <DocumentForm {...{ order, userId, decision, ...opened }} onClose={part.close} />}
        </>
      }
    >
      {needed.length > 0 && (
        <Text>
          {missing.length === 0 ? (
            <Trans>All documents for this destination are here.</Trans>
          ) : (
            <Trans>Still missing: {names}</Trans>
          )}
        </Text>
      )}
      <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Documents of this order`} _empty={{ display: 'none' }}>
        {[...needed, ...others.map((kind) => ({ kind, required: false }))].map(({ kind, required }) => (
          <DocumentRow key={kind} {...{ kind, required, order }} isHere={papers.includes(kind)} />
        ))}
      </Stack>
    </OrderPart>
  )
}

interface DocumentRowProps {
  kind: DocumentKind
  required: boolean
  isHere: boolean
  order: Order
}

const kindOf = ({ document, paper }: OrderEvent) =>
  document?.kind ?? (paper?.kind === 'packing' ? 'packing-list' : paper?.kind === 'invoice' ? 'invoice' : undefined)

function DocumentRow({ kind, required, isHere, order }: DocumentRowProps) {
  const locale = useLocale()
  // those that the thread at hand has
  const here = order.events.filter((event) => kindOf(event) === kind)
  return (
    <Box as="li" borderTopWidth="1px" paddingBlock="2">
      <Flex wrap="wrap" gap="2" align="center">
        <Text as="span" fontWeight="semibold">
          {documentNames[kind][locale]}
        </Text>
        <Badge colorPalette={isHere ? 'green' : required ? 'orange' : undefined}>
          {isHere && <Icon name="check" />}
          {isHere ? (
            <Trans comment="badge of a document that is there">here</Trans>
          ) : required ? (
            <Trans comment="badge of a document that is not there">missing</Trans>
          ) : (
            <Trans comment="badge of a document that is not there and need not be">if need be</Trans>
          )}
        </Badge>
      </Flex>
      {here.map(({ _id, document, paper, by, files }) => (
        <Box key={_id} fontSize="sm">
          <Text overflowWrap="anywhere" _empty={{ display: 'none' }}>
            {document?.number ?? paper?.number}
            {document?.on && (
              <>
                {document.number && ' · '}
                <Day day={document.on} />
              </>
            )}
          </Text>
          {files && <EventFiles orderId={order._id} side={by.side} files={files} />}
        </Box>
      ))}
    </Box>
  )
}

function DocumentForm({ kind, ...props }: EventFormProps & { kind: DocumentKind }) {
  const { t } = useLingui()
  const locale = useLocale()
  const [initial] = useState(() => ({ kind: kind as string, number: '', on: '' }))
  const event = useEventForm(props, {
    name: `document-${props.order._id}`,
    initial,
    schema: DocumentInput,
    toBody: (values, after) => ({
      ...{ kind: 'document', after, files: [] },
      document: {
        kind: documentKinds.find((each) => each === values.kind) ?? 'other',
        ...filledTexts(values, ['number', 'on']),
      },
    }),
    paths: { document: '' },
    needsFile: true,
    words: { sent: <Trans>The document is with the order. Both sides can see it.</Trans> },
  })
  const { form } = event
  return (
    <EventDialog
      {...{ ...props, event }}
      title={t`Add a document`}
      first="kind"
      files="document"
      submit={<Trans comment="button: puts a document with an order">Add</Trans>}
    >
      <SelectField
        field={form.field('kind')}
        label={t({ message: 'Kind', comment: 'label of a field: which certificate or paper it is' })}
        options={documentKinds.map((value) => ({ value, label: documentNames[value][locale] }))}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} rowGap="4.5" columnGap="4" alignItems="end">
        <TextField
          field={form.field('number')}
          label={t({ message: 'Number (optional)', comment: 'label of a field: of a certificate' })}
          autoComplete="off"
          maxLength={limits.partyNumberLength}
        />
        <TextField
          field={form.field('on')}
          type="date"
          label={t({ message: 'Date (optional)', comment: 'label of a field: of a certificate' })}
        />
      </SimpleGrid>
    </EventDialog>
  )
}

function Dossier({ order: { _id, reference } }: { order: Order }) {
  const deps = useDeps()
  const isAway = useAway()
  const [status, announce] = useStatusMessage()
  const { busy, run } = useCall(() => announce(<Trans>The dossier could not be loaded. Please try again.</Trans>))
  async function download() {
    if (busy || isAway) return
    const zip = await run(() => fetchBlob(deps, `orders/${encodeURIComponent(_id)}/dossier/`))
    if (!zip) return
    saveFile(`${reference}-dossier.zip`, zip.body)
    announce(<Trans>The dossier is saved. What could not be filled in is listed in missing.txt.</Trans>)
  }
  return (
    <>
      <Button aria-disabled={isAway} loading={busy} onClick={() => void download()}>
        <Trans comment="button: all papers and data of an order in one file">Download dossier</Trans>
      </Button>
      {isAway && (
        <Text as="span" color="fg.muted" alignSelf="center">
          <Trans>The dossier needs a connection to the shop.</Trans>
        </Text>
      )}
      {status}
    </>
  )
}

/** What follows an agreement besides the shipment: payments, claims and documents. */
function Goods(props: GoodsProps) {
  return (
    <>
      <PaymentsPart {...props} />
      <ClaimsPart {...props} />
      <DocumentsPart {...props} />
    </>
  )
}

/** What the screens of an order load once an offer is accepted, besides the shipment. */
export const goodsParts = { ClaimDetails, Goods }
