import { Badge, Button, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { EventFile } from '../../../contract/files.ts'
import type { Order } from '../../../contract/orders.ts'
import { type Paper, type PaperKind, type Papers, paperKinds } from '../../../contract/papers/papers.ts'
import { noSeller, type SellerNames } from '../../../contract/papers/parties.ts'
import { ConnectionError, type Refusal } from '../../api/api-errors.ts'
import { type OrderView, withWaiting } from '../../db/read-orders.ts'
import type { ShopDatabase } from '../../db/schema.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { useFetched } from '../../db/use-fetched.ts'
import { type SavedAnswer, wholeAnswers } from '../../db/views.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { useAway } from '../../sync/connection.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Time } from '../../ui/date-text.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { useStatusMessage } from '../../ui/feedback/status-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Panel } from '../../ui/page.tsx'
import { LettersHint, MissingForPaper } from './missing-for-paper.tsx'

// with the words of papers: for those who print one
const PaperDraft = lazyPart(() => import('./paper-draft.tsx').then((module) => module.PaperDraft))

const PaperPreview = lazyPart(() => import('./paper-draft.tsx').then((module) => module.PaperPreview))

const savedSellers = wholeAnswers<SellerNames>()

const placeOf = (userId: string) => ({ userId, key: 'seller' })

/** Saves who sells, for drafts without a connection. */
function saveSeller(db: ShopDatabase, userId: string, seller: SavedAnswer<SellerNames>): Promise<void> {
  return savedSellers.save(db, placeOf(userId), seller)
}

interface DraftsProps {
  view: OrderView
  userId: string
  /** undefined until the shop has answered */
  seller: SellerNames | undefined
}

/** Prints what a paper would say now, also without a connection. */
function PaperDrafts({ view, userId, seller }: DraftsProps) {
  const { t } = useLingui()
  const { db } = useDeps()
  const [draft, setDraft] = useState<{ kind: PaperKind; times: number; seller: SellerNames }>()
  const loaded = withWaiting(view.order, view.waiting).events.some(({ step }) => step === 'loaded')
  const kinds = paperKinds.filter(
    (kind) => kind === 'proforma' || loaded || (view.order.shipment?.loaded ?? []).length > 0,
  )
  async function open(kind: PaperKind) {
    const saved = seller ? undefined : await savedSellers.get(db, placeOf(userId)).catch(() => undefined)
    const names = seller ?? saved?.body ?? noSeller
    setDraft((before) => ({ kind, times: (before?.times ?? 0) + 1, seller: names }))
  }
  return (
    <>
      <ButtonRow>
        {kinds.map((kind) => (
          <Button key={kind} variant="outline" onClick={() => void open(kind)}>
            <Icon name="print" />
            {kind === 'proforma' ? t`Draft of pro forma` : t`Draft of packing list`}
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

// the thread loads it too: its file must not become part of this one
const EventFiles = lazyPart(() => import('../files/event-files.tsx').then((module) => module.EventFiles))

const kindNames: Record<PaperKind, MessageDescriptor> = {
  proforma: msg({ message: 'Pro forma', comment: 'kind of paper: an invoice before delivery' }),
  packing: msg({ message: 'Packing list', comment: 'kind of paper: what is in the cartons of a shipment' }),
}

/** The papers of an order and what new ones lack, read again after each change of the order; undefined until the shop has answered. */
function usePapers({ _id, version }: Pick<Order, '_id' | 'version'>, userId: string) {
  const { api, db, clock } = useDeps()
  const { body: papers, change } = useFetched(version, async (signal) => {
    const reply = await api.call('listPapers', { params: { id: _id }, signal })
    // a device without room still shows it
    if (reply.ok) saveSeller(db, userId, { body: reply.body.seller, at: clock.now() }).catch(() => undefined)
    return reply
  })
  return { papers, change }
}

/** The fields that a refusal names as missing. */
function missingIn(problem: Refusal | ConnectionError): string[] {
  if (problem instanceof ConnectionError || problem.code !== 'invalid-fields') return []
  return problem.errors.map(({ path }) => path.replace(/^\//, ''))
}

/** Pro formas and packing lists of an accepted order: those that were made, and buttons that make new ones. */
export function PapersPart({ view, userId }: { view: OrderView; userId: string }) {
  const { order } = view
  const { t } = useLingui()
  const { api, sync, orderPulls } = useDeps()
  const refusalText = useRefusalText()
  const { papers, change } = usePapers(order, userId)
  const isAway = useAway()
  const [said, say] = useStatusMessage()
  const [failure, setFailure] = useState<{ kind: PaperKind; problem: Refusal | ConnectionError }>()
  const [isBusy, setBusy] = useState(false)
  const [preview, setPreview] = useState<PaperKind>()
  // a press whose answer was lost is sent again under its own key, or it would make two papers
  const keys = useRef<Partial<Record<PaperKind, string>>>({})

  function open(kind: PaperKind) {
    if (!isBusy && !isAway) setPreview(kind)
  }

  async function make(kind: PaperKind) {
    if (isBusy || isAway) return
    const key = keys.current[kind] ?? sync.newId()
    keys.current[kind] = key
    setBusy(true)
    setFailure(undefined)
    try {
      const reply = await api.call('makePaper', { params: { id: order._id }, body: { kind }, key })
      if (reply.ok) {
        keys.current[kind] = undefined
        const { number } = reply.body
        change((before) => withPaper(before, reply.body))
        say(<Trans>{number} is made. The buyer finds it in the thread.</Trans>)
        void orderPulls.pull({ force: true })
      } else {
        setFailure({ kind, problem: reply.refusal })
        if (reply.refusal.code === 'invalid-fields')
          change((before) => ({
            ...before,
            missing: { ...before.missing, [kind]: missingIn(reply.refusal) },
          }))
      }
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
      setFailure({ kind, problem: error })
    } finally {
      setBusy(false)
      setPreview(undefined)
    }
  }

  // without a list the refusal of the press still says it
  const lackedBy = (kind: PaperKind) =>
    papers?.missing[kind] ?? (failure?.kind === kind ? missingIn(failure.problem) : [])

  return (
    <Panel titleId="papers" title={<Trans comment="heading: pro formas and packing lists of an order">Papers</Trans>}>
      {said}
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
            <p role="status">
              <Trans>Making a paper needs a connection to the shop. Earlier papers are in the thread.</Trans>
            </p>
          )}
          <ButtonRow>
            <Button aria-disabled={isBusy || isAway} onClick={() => open('proforma')}>
              <Trans>Make pro forma</Trans>
            </Button>
            <Button aria-disabled={isBusy || isAway} onClick={() => open('packing')}>
              <Trans>Make packing list</Trans>
            </Button>
          </ButtonRow>
          {preview && (
            <FormDialog
              title={preview === 'proforma' ? t`Preview of the pro forma` : t`Preview of the packing list`}
              onClose={() => setPreview(undefined)}
            >
              <PaperPreview kind={preview} view={view} seller={papers?.seller ?? noSeller} />
              <Text color="fg.muted">
                <Trans>No number is taken yet. Issuing the paper numbers it and sends it to the buyer.</Trans>
              </Text>
              <ButtonRow>
                <Button
                  variant="solid"
                  data-first-focus
                  aria-disabled={isBusy || isAway}
                  onClick={() => void make(preview)}
                >
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
            <MissingForPaper key={kind} kind={kind} fields={lackedBy(kind)} />
          ))}
          <LettersHint fields={paperKinds.flatMap(lackedBy)} />
        </>
      )}
    </Panel>
  )
}

/** The list with a new paper, which lacked nothing. */
function withPaper({ papers, missing, seller }: Papers, paper: Paper): Papers {
  const others = papers.filter(({ _id }) => _id !== paper._id)
  return { papers: [paper, ...others], missing: { ...missing, [paper.kind]: [] }, seller }
}

function PaperList({ papers, order }: { papers: readonly Paper[]; order: Order }) {
  const { t } = useLingui()
  if (papers.length === 0)
    return (
      <p>
        <Trans>No paper was made yet.</Trans>
      </p>
    )
  return (
    <Stack as="ul" gap="0" listStyleType="none" padding="0" aria-label={t`Papers of this order`}>
      {papers.map((paper) => (
        <PaperRow
          key={paper._id}
          paper={paper}
          order={order}
          newer={papers.find(({ replaces }) => replaces === paper.number)?.number}
        />
      ))}
    </Stack>
  )
}

interface PaperRowProps {
  paper: Paper
  order: Order
  /** the number of the paper that has replaced it */
  newer: string | undefined
}

function PaperRow({ paper, order, newer }: PaperRowProps) {
  const { t } = useLingui()
  const { kind, number, at } = paper
  return (
    <Stack as="li" gap="1" paddingBlock="3" borderTopWidth="1px">
      <Text color={newer === undefined ? undefined : 'fg.muted'}>
        <Text as="span" fontWeight="semibold">
          {t(kindNames[kind])}{' '}
          <Text as="span" whiteSpace="nowrap">
            {number}
          </Text>
        </Text>{' '}
        · <Time at={at} /> {newer !== undefined && <Badge>{t`Replaced by ${newer}`}</Badge>}
      </Text>
      <EventFiles orderId={order._id} side="shop" files={[fileOf(paper, order)]} />
    </Stack>
  )
}

/** The file of a paper as the thread names it; its size is not known while that part of the thread is not on this device. */
function fileOf({ file, number }: Paper, { events }: Order): EventFile {
  const known = events.flatMap(({ files = [] }) => files).find(({ _id }) => _id === file)
  return known ?? { _id: file, name: `${number}.pdf`, type: 'application/pdf', bytes: 0, sha256: '', here: true }
}
