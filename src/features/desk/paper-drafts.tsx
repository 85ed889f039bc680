import { Button } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type PaperKind, paperKinds } from '../../../contract/papers/papers.ts'
import type { SellerNames } from '../../../contract/papers/parties.ts'
import { type OrderView, withWaiting } from '../../data/orders/read.ts'
import type { ShopDatabase } from '../../data/schema.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { type SavedAnswer, wholeAnswers } from '../../data/views.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Icon } from '../../ui/icon.tsx'
import { latePart } from '../../ui/loading/late-part.tsx'

// with the words of papers: for those who print one
const PaperDraft = latePart(() => import('./paper-draft.tsx').then((module) => module.PaperDraft))

export const PaperPreview = latePart(() => import('./paper-draft.tsx').then((module) => module.PaperPreview))

const savedSellers = wholeAnswers<SellerNames>()
export const nobody: SellerNames = { legalName: '', taxNumber: '', registrationNumber: '', approvalNumber: '' }

const placeOf = (userId: string) => ({ userId, key: 'seller' })

/** Saves who sells, for drafts without a connection. */
export function saveSeller(db: ShopDatabase, userId: string, seller: SavedAnswer<SellerNames>): Promise<void> {
  return savedSellers.save(db, placeOf(userId), seller)
}

interface DraftsProps {
  view: OrderView
  userId: string
  /** undefined until the shop has answered */
  seller: SellerNames | undefined
}

/** Prints what a paper would say now, also without a connection. */
export function PaperDrafts({ view, userId, seller }: DraftsProps) {
  const { t } = useLingui()
  const { db } = useDeps()
  const [draft, setDraft] = useState<{ kind: PaperKind; times: number; seller: SellerNames }>()
  const loaded = withWaiting(view.order, view.waiting).events.some(({ step }) => step === 'loaded')
  const kinds = paperKinds.filter(
    (kind) => kind === 'proforma' || loaded || (view.order.shipment?.loaded ?? []).length > 0,
  )
  async function open(kind: PaperKind) {
    const saved = seller ? undefined : await savedSellers.get(db, placeOf(userId)).catch(() => undefined)
    const names = seller ?? saved?.body ?? nobody
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
