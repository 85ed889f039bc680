import { Global } from '@emotion/react'
import { useEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import { paperParts } from '../../../contract/papers/paper-parts.ts'
import { paperTexts } from '../../../contract/papers/paper-texts.ts'
import type { PaperKind } from '../../../contract/papers/papers.ts'
import type { SellerNames } from '../../../contract/papers/parties.ts'
import { containersOf } from '../../../contract/shipment/shipment-state.ts'
import { type OrderView, useShopToday, withWaiting } from '../../db/read-orders.ts'
import { useShop } from '../../db/use-deps.tsx'
import { PaperSheet, withEnglish } from '../paper-sheet.tsx'

interface OfPaper {
  kind: PaperKind
  view: OrderView
  seller: SellerNames
}

/** Nothing else is on the paper, also no bar and no notice. */
const css = `@media print {
  body > :not(#paper-draft) { display: none !important }
  #paper-draft > b { position: fixed; inset: 0; display: grid; place-items: center; font-size: 22mm; color: #0002 }
  #paper-draft > b > span { transform: rotate(-40deg); white-space: nowrap }
}
@media screen { #paper-draft { display: none } }`

/** What a paper would say now, in the language of the order; undefined without an offer. */
function usePaperParts({ kind, view, seller }: OfPaper) {
  const { order, waiting } = view
  const shop = useShop()
  const day = useShopToday()
  return useMemo(() => {
    const offer = findCurrentOffer(order)?.offer
    if (!offer) return undefined
    const { events } = withWaiting(order, waiting)
    // where events are missing here, the paper lists no container: the sums of the shop have all that was loaded
    const containers = order.earlier ? [] : containersOf(offer, events)
    const language = order.language ?? 'en'
    return paperParts({
      ...{ kind, day, language, order, offer, containers, seller, shop },
      ...{ number: undefined, replaces: undefined, bank: undefined },
    })
  }, [kind, day, order, waiting, seller, shop])
}

/** A paper before the shop has numbered it. It is printed as soon as it is there; `onPrinted`: somebody is back from that. */
export function PaperDraft({ onPrinted, ...paper }: OfPaper & { onPrinted: () => void }) {
  const { _id, language = 'en' } = paper.view.order
  const done = useRef(onPrinted)
  done.current = onPrinted
  useEffect(() => {
    const stop = new AbortController()
    // not `afterprint`, which comes before the pages are drawn where the dialog does not hold up the page
    for (const back of ['pointerdown', 'keydown']) addEventListener(back, () => done.current(), { signal: stop.signal })
    print()
    return () => stop.abort()
  }, [])
  const parts = usePaperParts(paper)
  if (!parts) return null
  const [own, english] = [paperTexts.draft[language], paperTexts.draft.en]
  return createPortal(
    <div id="paper-draft" lang={language}>
      <Global styles={css} />
      <b>
        <span>{own === english ? own : withEnglish(`${own} / ${english}`)}</span>
      </b>
      <PaperSheet parts={parts} orderId={_id} />
    </div>,
    document.body,
  )
}
