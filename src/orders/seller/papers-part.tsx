import { Badge, Box, Button, Link as ChakraLink, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { hasRight } from '../../../contract/accounts.ts'
import type { EventFile } from '../../../contract/files.ts'
import type { Order } from '../../../contract/orders.ts'
import {
  type Paper,
  type PaperField,
  type PaperKind,
  paperFields,
  paperKinds,
} from '../../../contract/papers/papers.ts'
import { noSeller, type SellerNames } from '../../../contract/papers/parties.ts'
import { ConnectionError, type Refusal } from '../../api/exchange.ts'
import { type OrderView, withWaiting } from '../../db/read-orders.ts'
import { useDeps, useSession } from '../../db/use-deps.tsx'
import { wholeAnswers } from '../../db/views.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { useOnlineQuery } from '../../lists/query.ts'
import { useAway } from '../../sync/connection.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Time } from '../../ui/date-text.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { useStatusMessage } from '../../ui/feedback/status-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { useCall } from '../../ui/loading/use-call.ts'
import { Panel } from '../../ui/page.tsx'
import { goTo } from '../deal-card.tsx'

// with the words of papers: for those who print one
const loadDraft = () => import('./paper-draft.tsx')
const PaperDraft = lazyPart(() => loadDraft().then((module) => module.PaperDraft))
const PaperPreview = lazyPart(() => loadDraft().then((module) => module.PaperPreview))
// the thread loads it too: its file must not become part of this one
const EventFiles = lazyPart(() => import('../files/event-files.tsx').then((module) => module.EventFiles))

const words: Record<PaperKind, Record<'name' | 'make' | 'draft' | 'preview' | 'needs', MessageDescriptor>> = {
  proforma: {
    name: msg({ message: 'Pro forma', comment: 'kind of paper: an invoice before delivery' }),
    make: msg`Make pro forma`,
    draft: msg`Draft of pro forma`,
    preview: msg`Preview of the pro forma`,
    needs: msg`A pro forma still needs:`,
  },
  packing: {
    name: msg({ message: 'Packing list', comment: 'kind of paper: what is in the cartons of a shipment' }),
    make: msg`Make packing list`,
    draft: msg`Draft of packing list`,
    preview: msg`Preview of the packing list`,
    needs: msg`A packing list still needs:`,
  },
}

const savedSellers = wholeAnswers<SellerNames>()
const sellerOf = (userId: string) => ({ userId, key: 'seller' })

function missingIn(problem: Refusal | ConnectionError): string[] {
  if (problem instanceof ConnectionError || problem.code !== 'invalid-fields') return []
  return problem.errors.map(({ path }) => path.replace(/^\//, ''))
}

interface PartProps {
  view: OrderView
  userId: string
}

export function PapersPart({ view, userId }: PartProps) {
  const { order } = view
  const { t } = useLingui()
  const { api, clock, db, sync } = useDeps()
  const refusalText = useRefusalText()
  // read again after each change of the order; undefined until the shop has answered
  const { body: papers, reload } = useOnlineQuery(`papers of ${order._id} ${order.version}`, async (online, signal) => {
    const reply = await online.call('listPapers', { params: { id: order._id }, signal })
    // for drafts without a connection; a device without room still shows the list
    if (reply.ok)
      savedSellers.save(db, sellerOf(userId), { body: reply.body.seller, at: clock.now() }).catch(() => undefined)
    return reply
  })
  const isAway = useAway()
  const [status, announce] = useStatusMessage()
  const [failure, setFailure] = useState<{ kind: PaperKind; problem: Refusal | ConnectionError }>()
  const [preview, setPreview] = useState<PaperKind>()
  // a press whose answer was lost is sent again under its own key, or it would make two papers
  const keys = useRef<Partial<Record<PaperKind, string>>>({})
  const { busy, run } = useCall((problem) => preview && setFailure({ kind: preview, problem }))
  const cannotMake = busy || isAway

  async function issue(kind: PaperKind) {
    if (cannotMake) return
    const key = keys.current[kind] ?? sync.newId()
    keys.current[kind] = key
    setFailure(undefined)
    const reply = await run(() => api.call('makePaper', { params: { id: order._id }, body: { kind }, key }))
    setPreview(undefined)
    if (!reply) return
    keys.current[kind] = undefined
    const { number } = reply.body
    reload()
    announce(<Trans>{number} is made. The buyer finds it in the thread.</Trans>)
    sync.pull('orders')
  }

  const lackedBy = (kind: PaperKind) =>
    failure?.kind === kind ? missingIn(failure.problem) : (papers?.missing[kind] ?? [])

  return (
    <Panel titleId="papers" title={<Trans comment="heading: pro formas and packing lists of an order">Papers</Trans>}>
      {status}
      {papers && <PaperList papers={papers.papers} order={order} />}
      {!order.sealed && (
        <>
          <Text color="fg.muted">
            <Trans>
              Each paper takes the next number of the year and goes to the buyer in the thread. It never changes; a new
              one replaces it.
            </Trans>
          </Text>
          {isAway && (
            <p role="status">{t`Making a paper needs a connection to the shop. Earlier papers are in the thread.`}</p>
          )}
          <ButtonRow>
            {paperKinds.map((kind) => (
              <Button key={kind} aria-disabled={cannotMake} onClick={() => cannotMake || setPreview(kind)}>
                {t(words[kind].make)}
              </Button>
            ))}
          </ButtonRow>
          {preview && (
            <FormDialog title={t(words[preview].preview)} onClose={() => setPreview(undefined)}>
              <PaperPreview kind={preview} view={view} seller={papers?.seller ?? noSeller} />
              <Text color="fg.muted">
                <Trans>No number is taken yet. Issuing the paper numbers it and sends it to the buyer.</Trans>
              </Text>
              <ButtonRow>
                <Button variant="solid" data-first-focus aria-disabled={cannotMake} onClick={() => void issue(preview)}>
                  <Trans comment="button: numbers a paper and sends it">Issue</Trans>
                </Button>
                <Button onClick={() => setPreview(undefined)}>
                  <Trans comment="button: leaves a preview">Not yet</Trans>
                </Button>
              </ButtonRow>
            </FormDialog>
          )}
          <PaperDrafts view={view} userId={userId} seller={papers?.seller} />
          {failure && (
            <p role="alert">
              {missingIn(failure.problem).length > 0
                ? t`The paper was not made, and no number was taken: something is missing.`
                : refusalText(failure.problem)}
            </p>
          )}
          {paperKinds.map((kind) => (
            <MissingForPaper key={kind} title={t(words[kind].needs)} fields={lackedBy(kind)} />
          ))}
          {paperFields.some(
            (field) => missing[field].where === 'buyer' && paperKinds.flatMap(lackedBy).includes(field),
          ) && (
            <Text color="fg.muted">
              <Trans>
                Papers print Latin, Greek and Cyrillic letters only. A company and a consignee written in these letters
                replace the buyer’s name and address: ask the buyer for a new request that includes them.
              </Trans>
            </Text>
          )}
        </>
      )}
    </Panel>
  )
}

/** Prints what a paper would say now, also without a connection. `seller` is undefined until the shop has answered. */
function PaperDrafts({ view, userId, seller }: PartProps & { seller: SellerNames | undefined }) {
  const { t } = useLingui()
  const { db } = useDeps()
  const [draft, setDraft] = useState<{ kind: PaperKind; times: number; seller: SellerNames }>()
  const isLoaded =
    (view.order.shipment?.loaded ?? []).length > 0 ||
    withWaiting(view.order, view.waiting).events.some(({ step }) => step === 'loaded')
  async function open(kind: PaperKind) {
    const saved = seller ? undefined : await savedSellers.get(db, sellerOf(userId)).catch(() => undefined)
    const names = seller ?? saved?.body ?? noSeller
    setDraft((before) => ({ kind, times: (before?.times ?? 0) + 1, seller: names }))
  }
  return (
    <>
      <ButtonRow>
        {paperKinds
          .filter((kind) => kind === 'proforma' || isLoaded)
          .map((kind) => (
            <Button key={kind} variant="outline" onClick={() => void open(kind)}>
              <Icon name="print" />
              {t(words[kind].draft)}
            </Button>
          ))}
      </ButtonRow>
      {draft && (
        <PaperDraft
          key={draft.times}
          kind={draft.kind}
          view={view}
          seller={draft.seller}
          onPrinted={() => setDraft(undefined)}
        />
      )}
    </>
  )
}

function PaperList({ papers, order }: { papers: readonly Paper[]; order: Order }) {
  const { t } = useLingui()
  if (papers.length === 0) return <p>{t`No paper was made yet.`}</p>
  return (
    <Stack as="ul" gap="0" listStyleType="none" padding="0" aria-label={t`Papers of this order`}>
      {papers.map((paper) => {
        const { _id, kind, number, at } = paper
        const newer = papers.find(({ replaces }) => replaces === number)?.number
        return (
          <Stack key={_id} as="li" gap="1" paddingBlock="3" borderTopWidth="1px">
            <Text color={newer === undefined ? undefined : 'fg.muted'}>
              <Text as="span" fontWeight="semibold">
                {t(words[kind].name)}{' '}
                <Text as="span" whiteSpace="nowrap">
                  {number}
                </Text>
              </Text>{' '}
              · <Time at={at} /> {newer !== undefined && <Badge>{t`Replaced by ${newer}`}</Badge>}
            </Text>
            <EventFiles orderId={order._id} side="shop" files={[fileOf(paper, order)]} />
          </Stack>
        )
      })}
    </Stack>
  )
}

/** The file of a paper as the thread names it; its size is not known while that part of the thread is not on this device. */
function fileOf({ file, number }: Paper, { events }: Order): EventFile {
  const known = events.flatMap(({ files = [] }) => files).find(({ _id }) => _id === file)
  return known ?? { _id: file, name: `${number}.pdf`, type: 'application/pdf', bytes: 0, sha256: '', here: true }
}

interface Missing {
  name: MessageDescriptor
  /** the part of the settings that has it, the shipment on the same screen, or what the buyer has written */
  where?: 'seller' | 'bank' | 'shop' | 'shipment' | 'buyer'
}

const legalName: Missing = { name: msg`Legal name of your company`, where: 'seller' }
const street: Missing = { name: msg`Street of the shop`, where: 'shop' }
const bank: Missing = { name: msg({ message: 'Bank account', comment: 'that buyers pay to' }), where: 'bank' }

/** What a paper may lack. `letters`: the text has some that a paper cannot print. */
const missing: Record<PaperField, Missing> = {
  'seller.legalName': legalName,
  'seller.taxNumber': { name: msg`Tax number of your company`, where: 'seller' },
  'seller.approvalNumber': { name: msg`Approval number of your plant`, where: 'seller' },
  'shop.street': street,
  bank,
  loaded: { name: msg`What was loaded, as a step of the shipment`, where: 'shipment' },
  'seller.letters': legalName,
  'shop.letters': street,
  'bank.letters': bank,
  'buyer.letters': { name: msg`Buyer`, where: 'buyer' },
  'deliverTo.letters': { name: msg`Deliver to`, where: 'buyer' },
  'consignee.letters': { name: msg`Consignee`, where: 'buyer' },
  'notifyParty.letters': { name: msg`Notify party`, where: 'buyer' },
  'place.letters': { name: msg`Place` },
  'products.letters': { name: msg`Products` },
  'shipment.letters': { name: msg`Vessel`, where: 'shipment' },
}

function MissingForPaper({ title, fields }: { title: string; fields: readonly string[] }) {
  const titleId = useId()
  const { t } = useLingui()
  const maySettings = hasRight(useSession(), 'shop')
  const known = paperFields.filter((field) => fields.includes(field))
  if (known.length === 0) return null
  const isOfSettings = (field: PaperField) => ['seller', 'bank', 'shop'].includes(missing[field].where ?? '')
  return (
    <Box>
      <Text id={titleId} fontWeight="semibold">
        {title}
      </Text>
      <Box as="ul" aria-labelledby={titleId} listStyleType="none" padding="0">
        {known.map((field) => {
          const { where } = missing[field]
          const name = t(missing[field].name)
          const label = field.endsWith('.letters') ? t`${name}: in Latin letters` : name
          return (
            <li key={field}>
              {where === 'shipment' ? (
                <Button
                  variant="plain"
                  paddingInline="0"
                  justifyContent="flex-start"
                  textAlign="start"
                  fontWeight="normal"
                  textDecoration="underline"
                  onClick={() => goTo('shipment')}
                >
                  {label}
                </Button>
              ) : maySettings && isOfSettings(field) ? (
                <ChakraLink asChild display="inline-flex" minHeight="11" alignItems="center">
                  <Link to="/admin/shop" hash={where === 'shop' ? undefined : where}>
                    {label}
                  </Link>
                </ChakraLink>
              ) : (
                label
              )}
            </li>
          )
        })}
      </Box>
      {!maySettings && known.some(isOfSettings) && (
        <Text color="fg.muted">{t`A person with the right to the shop fills this in, in its settings.`}</Text>
      )}
    </Box>
  )
}
