import { Box, Button, Link as ChakraLink, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import { type PaperInput, type PaperKind, paperKinds } from '../../../contract/papers/papers.ts'
import { noSeller, type SellerNames } from '../../../contract/papers/parties.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { ConnectionError, type Refusal } from '../../api/exchange.ts'
import { fetchBlob } from '../../db/fetch-blob.ts'
import { type OrderView, withWaiting } from '../../db/read-orders.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { wholeAnswers } from '../../db/views.ts'
import { LabelledSelect } from '../../forms/fields.tsx'
import { useRefusalText } from '../../i18n/refusals.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useOnlineQuery } from '../../lists/query.ts'
import { useAway } from '../../sync/connection.ts'
import { useAddress } from '../../ui/blob-address.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { useStatusMessage } from '../../ui/feedback/status-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { useCall } from '../../ui/loading/use-call.ts'
import { Panel } from '../../ui/page.tsx'
import { isBuyers, MissingForPaper, PaperList, paperNames } from './paper-list.tsx'

// with the words of papers: for those who print one
const PaperDraft = lazyPart(() => import('./paper-draft.tsx').then((module) => module.PaperDraft))

const needs: Record<PaperKind, MessageDescriptor> = {
  proforma: msg`A pro forma still needs:`,
  packing: msg`A packing list still needs:`,
  invoice: msg`A commercial invoice still needs:`,
  credit: msg`A credit note still needs:`,
  'data-sheet': msg`A data sheet still needs:`,
}
/** The papers that a device can print as drafts without a connection. */
const drafts = { proforma: msg`Draft of pro forma`, packing: msg`Draft of packing list` }
const draftKinds = ['proforma', 'packing'] as const

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
  const locale = useLocale()
  const [kind, setKind] = useState<PaperKind>('proforma')
  const [language, setLanguage] = useState<NonNullable<PaperInput['language']>>('both')
  const [claim, setClaim] = useState<string>()
  const [failure, setFailure] = useState<{ kind: PaperKind; problem: Refusal | ConnectionError }>()
  const [preview, setPreview] = useState<{ asked: PaperInput; pdf: Blob }>()
  // a press whose answer was lost is sent again under its own key, or it would make two papers
  const keys = useRef(new Map<string, string>())
  const { busy, run } = useCall((problem) => setFailure({ kind, problem }))
  const cannotMake = busy || isAway

  const credited = (order.shipment?.claims ?? []).filter(({ credit = 0 }) => credit > 0)
  const chosenClaim = claim ?? credited[0]?._id
  async function show() {
    if (cannotMake) return
    setFailure(undefined)
    const asked = { kind, language, ...(kind === 'credit' && chosenClaim && { claim: chosenClaim }) }
    const reply = await run(() =>
      fetchBlob({ db, api }, `orders/${encodeURIComponent(order._id)}/papers/preview/`, { body: asked }),
    )
    if (reply) setPreview({ asked, pdf: reply.body })
  }

  async function issue(asked: PaperInput) {
    if (cannotMake) return
    const content = JSON.stringify(asked)
    const key = keys.current.get(content) ?? sync.newId()
    keys.current.set(content, key)
    setFailure(undefined)
    const reply = await run(() => api.call('makePaper', { params: { id: order._id }, body: asked, key }))
    setPreview(undefined)
    if (!reply) return
    keys.current.delete(content)
    const { number } = reply.body
    void reload()
    announce(<Trans>{number} is made. The buyer finds it in the thread.</Trans>)
    sync.pull('orders')
  }

  const lacked = failure?.kind === kind ? missingIn(failure.problem) : (papers?.missing[kind] ?? [])
  const own = order.language ?? 'en'
  const languages = [
    { value: 'both', label: t`Buyer’s language and English` },
    { value: own, label: t({ message: 'Buyer’s language', comment: 'of a paper' }) },
    { value: 'en', label: t`English` },
  ] as const
  const previewed = t(paperNames[preview?.asked.kind ?? kind])
  const currency = findCurrentOffer(order)?.offer.currency ?? 'EUR'

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
          <LabelledSelect
            label={t({ message: 'Paper', comment: 'which document is made' })}
            value={kind}
            options={paperKinds.map((each) => ({ value: each, label: t(paperNames[each]) }))}
            onValue={setKind}
          />
          {own !== 'en' && (
            <LabelledSelect
              label={t({ message: 'Language', comment: 'of a paper' })}
              value={language}
              options={languages}
              onValue={setLanguage}
            />
          )}
          {kind === 'credit' && credited.length > 1 && (
            <LabelledSelect
              label={t`Claim`}
              value={chosenClaim ?? ''}
              options={credited.map(({ _id, credit = 0 }, at) => ({
                value: _id,
                label: `${at + 1} · ${formatMoney(credit, currency, locale)}`,
              }))}
              onValue={setClaim}
            />
          )}
          <ButtonRow>
            <Button aria-disabled={cannotMake} aria-busy={busy} onClick={() => void show()}>
              <Trans comment="button: shows a paper before it is made">Preview</Trans>
            </Button>
          </ButtonRow>
          {preview && (
            <FormDialog
              title={t({ message: `Preview: ${previewed}`, comment: 'a paper before it is made' })}
              onClose={() => setPreview(undefined)}
            >
              <PdfPreview title={previewed} pdf={preview.pdf} />
              <Text color="fg.muted">
                <Trans>No number is taken yet. Issuing the paper numbers it and sends it to the buyer.</Trans>
              </Text>
              <ButtonRow>
                <Button
                  variant="solid"
                  data-first-focus
                  aria-disabled={cannotMake}
                  onClick={() => void issue(preview.asked)}
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
          <MissingForPaper title={t(needs[kind])} fields={lacked} />
          {isBuyers(lacked) && (
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
        {draftKinds
          .filter((kind) => kind === 'proforma' || isLoaded)
          .map((kind) => (
            <Button key={kind} variant="outline" onClick={() => void open(kind)}>
              <Icon name="print" />
              {t(drafts[kind])}
            </Button>
          ))}
      </ButtonRow>
      {draft && <PaperDraft key={draft.times} {...{ view, ...draft }} onPrinted={() => setDraft(undefined)} />}
    </>
  )
}

/** A PDF in the page, where the browser shows one there, and a link that opens it. */
function PdfPreview({ title, pdf }: { title: string; pdf: Blob }) {
  const address = useAddress(pdf)
  if (!address) return null
  return (
    <>
      {navigator.pdfViewerEnabled !== false && (
        <Box asChild width="full" height="60dvh" borderWidth="1px">
          <iframe title={title} src={`${address}#navpanes=0&view=FitH`} />
        </Box>
      )}
      <ChakraLink href={address} target="_blank" display="inline-flex" minHeight="11" alignItems="center">
        <Trans comment="link: the draft of a paper as a PDF">Open the draft in a new tab</Trans>
      </ChakraLink>
    </>
  )
}
