import { Badge, Box, Button, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { DocumentInput, type OrderEvent } from '../../../contract/order-events.ts'
import type { Order } from '../../../contract/orders.ts'
import { type DocumentKind, documentKinds } from '../../../contract/shipment/claims.ts'
import { missingDocuments, neededDocuments } from '../../../contract/shipment/needed-documents.ts'
import { documentNames } from '../../../contract/texts/goods-words.ts'
import { isShops } from '../../api/exchange.ts'
import { getSession } from '../../db/session.ts'
import { type Deps, useDeps, useShop } from '../../db/use-deps.tsx'
import { TextField } from '../../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, TypedBefore, useForm } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useAway } from '../../sync/connection.ts'
import { saveFile } from '../../ui/blob-address.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Day } from '../../ui/date-text.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { useStatusMessage } from '../../ui/feedback/status-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/page.tsx'
import { useEventChanges } from '../event-actions.tsx'
import { EventFiles, FilesPart, useAttached } from '../files/files-part.tsx'
import { Pending } from '../shipment/shipment-part.tsx'
import { type Decision, useDecision } from '../use-decision.tsx'
import type { GoodsProps } from './payments-part.tsx'

/** The documents that go with the goods: which are here, and which are still missing. */
export function DocumentsPart({ view: { order, waiting }, userId, side }: GoodsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const shop = useShop()
  const decision = useDecision(order)
  const changes = useEventChanges()
  const [adding, setAdding] = useState<DocumentKind>()
  const papers = order.shipment?.papers ?? []
  const needed = neededDocuments(shop.documents, order.shippingAddress.country)
  const missing = missingDocuments(needed, papers)
  const others = documentKinds.filter((kind) => papers.includes(kind) && needed.every((each) => each.kind !== kind))
  const pending = waiting.filter(({ payload: { body } }) => body.kind === 'document')
  const names = missing.map((kind) => documentNames[kind][locale]).join(', ')
  const add = () => {
    decision.forget()
    setAdding(missing[0] ?? 'other')
  }
  return (
    <Panel
      titleId="documents"
      title={<Trans comment="heading: certificates and papers that go with the goods">Documents</Trans>}
    >
      {decision.outcome}
      {changes.part}
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
      {pending.map((row) => (
        <Pending key={row.id} {...{ row, order, side, changes }} />
      ))}
      <ButtonRow>
        {side === 'shop' && !order.sealed && (
          <Button onClick={add}>
            <Trans comment="button: a certificate or bill of lading is put with the order">Add a document</Trans>
          </Button>
        )}
        <Dossier order={order} />
      </ButtonRow>
      {adding && <DocumentForm {...{ order, userId, decision }} kind={adding} onClose={() => setAdding(undefined)} />}
    </Panel>
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
        {isHere ? (
          <Badge colorPalette="green">
            <Icon name="check" />
            <Trans comment="badge of a document that is there">here</Trans>
          </Badge>
        ) : required ? (
          <Badge colorPalette="orange">
            <Trans comment="badge of a document that is not there">missing</Trans>
          </Badge>
        ) : (
          <Badge>
            <Trans comment="badge of a document that is not there and need not be">if need be</Trans>
          </Badge>
        )}
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

interface DocumentFormProps {
  order: Order
  kind: DocumentKind
  userId: string
  decision: Pick<Decision, 'decide'>
  onClose: () => void
}

function DocumentForm({ order, kind, userId, decision, onClose }: DocumentFormProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const locale = useLocale()
  const [{ id, after, initial }] = useState(() => ({
    id: sync.newId(),
    after: order.version,
    initial: { kind: kind as string, number: '', on: '' },
  }))
  const [isFileMissing, setFileMissing] = useState(false)
  const attached = useAttached()
  const { files } = attached
  const toBody = ({ kind: chosen, number, on }: typeof initial) => ({
    ...{ kind: 'document' as const, after, files },
    document: {
      kind: documentKinds.find((each) => each === chosen) ?? 'other',
      ...(number.trim() && { number: number.trim() }),
      ...(on && { on }),
    },
  })
  const form = useForm({
    name: `document-${order._id}`,
    owner: userId,
    initial,
    schema: DocumentInput,
    body: toBody,
    paths: { document: '' },
    submit: async (values) => {
      setFileMissing(files.length === 0)
      if (files.length === 0) return 'failed'
      const words = { sent: <Trans>The document is with the order. Both sides can see it.</Trans> }
      const outcome = await decision.decide({ id, body: toBody(values), words })
      if (outcome === 'done') onClose()
      return outcome
    },
  })
  return (
    <FormDialog onClose={onClose} title={t`Add a document`}>
      <Form form={form}>
        <TypedBefore form={form} first="kind" />
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
        <FilesPart order={order._id} userId={userId} form="document" onChange={attached.onChange} />
        <Text role="alert" color="fg.error" _empty={{ display: 'none' }}>
          {isFileMissing && files.length === 0 && t`Please add the file of the document.`}
        </Text>
        <FormFailure form={form} />
        <SubmitButton form={{ busy: form.busy || attached.isBusy }}>
          <Trans comment="button: puts a document with an order">Add</Trans>
        </SubmitButton>
      </Form>
    </FormDialog>
  )
}

/** The dossier of an order as a ZIP; undefined without a connection, or where the shop refuses. */
async function fetchDossier({ db, api }: Pick<Deps, 'db' | 'api'>, id: string): Promise<Blob | undefined> {
  const session = await getSession(db)
  if (!session) return undefined
  const address = api.address('health').replace(/health\/?$/, `orders/${encodeURIComponent(id)}/dossier/`)
  const headers = { authorization: `Bearer ${session.token}` }
  const answer = await fetch(address, { headers }).catch(() => undefined)
  return answer?.ok && isShops(answer.headers) ? answer.blob().catch(() => undefined) : undefined
}

function Dossier({ order: { _id, reference } }: { order: Order }) {
  const deps = useDeps()
  const isAway = useAway()
  const [isBusy, setBusy] = useState(false)
  const [status, announce] = useStatusMessage()
  async function download() {
    if (isBusy || isAway) return
    setBusy(true)
    const zip = await fetchDossier(deps, _id)
    setBusy(false)
    if (zip) saveFile(`${reference}-dossier.zip`, zip)
    announce(
      zip ? (
        <Trans>The dossier is saved. What could not be filled in is listed in missing.txt.</Trans>
      ) : (
        <Trans>The dossier could not be loaded. Please try again.</Trans>
      ),
    )
  }
  return (
    <>
      <Button aria-disabled={isAway} loading={isBusy} onClick={() => void download()}>
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
