import { Box, QrCode, type SystemStyleObject } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { Fragment, useEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import {
  type PaperContent,
  type PaperParts,
  type PaperTable,
  paperParts,
} from '../../../contract/papers/paper-parts.ts'
import { paperTexts } from '../../../contract/papers/paper-texts.ts'
import type { PaperKind } from '../../../contract/papers/papers.ts'
import type { SellerNames } from '../../../contract/papers/parties.ts'
import { containersOf } from '../../../contract/shipment/shipment-state.ts'
import { type OrderView, withWaiting } from '../../data/orders/read-orders.ts'
import { useShopToday } from '../../data/orders/use-orders.ts'
import { useShop } from '../../data/shop/use-shop.ts'

interface PaperDraftProps {
  kind: PaperKind
  view: OrderView
  /** as this device knows it */
  seller: SellerNames
  /** somebody is back from the dialog that prints */
  onPrinted: () => void
}

/** Nothing else is on the paper, also no bar and no notice. */
const css = `#paper-draft { display: none }
@media print {
  body > :not(#paper-draft) { display: none !important }
  #paper-draft { display: block; color: #000; font-size: 9.5pt; line-height: 1.35; overflow-wrap: anywhere }
  #paper-draft > b { position: fixed; inset: 0; display: grid; place-items: center; font-size: 22mm; color: #0002 }
  #paper-draft > b > span { transform: rotate(-40deg); white-space: nowrap }
  #paper-draft header { display: flex; justify-content: space-between; gap: 8mm; padding-bottom: 4mm; border-bottom: 2px solid }
  #paper-draft h1 { font-size: 17pt; line-height: 1.2 }
  #paper-draft dl { display: grid; grid-template-columns: 1fr 1fr; gap: 2mm 8mm; margin-top: 4mm }
  #paper-draft dl > div:last-child:nth-child(odd) { grid-column: 1 / -1 }
  #paper-draft dl > div, #paper-draft tr { break-inside: avoid }
  #paper-draft dt, #paper-draft th, #paper-draft small { display: block; font-size: 8pt; font-weight: normal; color: #48617a }
  #paper-draft dd { margin: 0; white-space: pre-line }
  #paper-draft table { width: 100%; margin-top: 5mm; border-collapse: collapse }
  #paper-draft th { display: table-cell }
  #paper-draft th, #paper-draft td { padding: 0.8mm 1mm; vertical-align: top; text-align: start; border-bottom: 0.5pt solid #48617a }
  #paper-draft td + td { white-space: nowrap }
  #paper-draft :is(th, td) + :is(th, td) { text-align: end }
  #paper-draft tr:last-child td { font-weight: bold }
}`

/** What a paper would say now, in the language of the order; undefined without an offer. */
function usePaperParts({ kind, view, seller }: Omit<PaperDraftProps, 'onPrinted'>) {
  const { order } = view
  const shop = useShop()
  const day = useShopToday()
  const language = order.language ?? 'en'
  const current = findCurrentOffer(order)
  return useMemo(() => {
    if (!current) return undefined
    const { events } = withWaiting(order, view.waiting)
    // of a part of the thread the sums of the shop are the better answer
    const containers = order.earlier ? [] : containersOf(current.offer, events)
    const content: PaperContent = {
      ...{ kind, day, language, order, offer: current.offer, containers, seller, shop },
      ...{ number: undefined, replaces: undefined, bank: undefined },
    }
    return paperParts(content)
  }, [kind, day, language, order, view.waiting, current, seller, shop])
}

/** The same on the screen, before it is issued. */
export function PaperPreview(props: Omit<PaperDraftProps, 'onPrinted'>) {
  const parts = usePaperParts(props)
  if (!parts) return null
  return (
    <Box lang={props.view.order.language ?? 'en'} css={previewCss}>
      <h3>{parts.title}</h3>
      {parts.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Parts parts={parts} />
    </Box>
  )
}

const previewCss: SystemStyleObject = {
  maxHeight: '60dvh',
  overflow: 'auto',
  overflowWrap: 'anywhere',
  fontSize: 'sm',
  '& h3': { fontSize: 'lg', fontWeight: 'bold' },
  '& dl': { display: 'grid', gap: '2', marginTop: '3' },
  '& dt, & th, & small': { display: 'block', color: 'fg.muted', fontSize: 'xs', fontWeight: 'normal' },
  '& dd': { whiteSpace: 'pre-line' },
  '& table': { width: 'full', marginTop: '4' },
  '& th': { display: 'table-cell' },
  '& th, & td': { padding: '1', textAlign: 'start', verticalAlign: 'top', borderBottom: '1px solid {colors.border}' },
  '& :is(th, td) + :is(th, td)': { textAlign: 'end' },
  '& tr:last-child td': { fontWeight: 'bold' },
}

/** A paper before the shop has numbered it. It is printed as soon as it is there. */
export function PaperDraft({ kind, view, seller, onPrinted }: PaperDraftProps) {
  const { order } = view
  const language = order.language ?? 'en'
  const done = useRef(onPrinted)
  done.current = onPrinted
  useEffect(() => {
    const stop = new AbortController()
    // not `afterprint`, which comes before the pages are drawn where the dialog does not hold up the page
    for (const back of ['pointerdown', 'keydown']) addEventListener(back, () => done.current(), { signal: stop.signal })
    print()
    return () => stop.abort()
  }, [])
  const parts = usePaperParts({ kind, view, seller })
  if (!parts) return null
  const [own, english] = [paperTexts[language].draft, paperTexts.en.draft]
  return createPortal(
    <div id="paper-draft" lang={language}>
      <Global styles={css} />
      <b>
        <span>{own === english ? own : `${own} / ${english}`}</span>
      </b>
      <header>
        <div>
          <h1>{parts.title}</h1>
          {parts.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <QrCode.Root value={`${location.origin}${location.pathname}#/order/${order._id}`} encoding={{ ecc: 'M' }}>
          <QrCode.Frame width="26mm" height="26mm" color="black">
            <QrCode.Pattern />
          </QrCode.Frame>
        </QrCode.Root>
      </header>
      <Parts parts={parts} />
    </div>,
    document.body,
  )
}

function Parts({ parts: { parts } }: { parts: PaperParts }) {
  return parts.map((part, at) => {
    const shown = part.kind === 'table' ? <Rows table={part} /> : <Pairs pairs={part.pairs} />
    // the parts of a paper never change their order
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return <Fragment key={at}>{shown}</Fragment>
  })
}

function Pairs({ pairs }: { pairs: readonly (readonly [string, string])[] }) {
  return (
    <dl>
      {pairs.map(([label, text], at) => (
        // two containers have the same label
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Every page repeats the titles. */
function Rows({ table: { titles, rows, sum } }: { table: PaperTable }) {
  return (
    <table>
      <thead>
        <tr>{titles.map((title, at) => cell(title, at, 'th'))}</tr>
      </thead>
      <tbody>
        {[...rows, sum].map(({ text, small = [], note, numbers }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a paper never change their order
          <tr key={at}>
            <td>
              {text}
              {small.map((line) => (
                <small key={line}>{line}</small>
              ))}
              {note && <div>{note}</div>}
            </td>
            {numbers.map((number, column) => cell(number, column))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Columns never change their order. */
const cell = (text: string, at: number, Cell: 'th' | 'td' = 'td') => <Cell key={at}>{text}</Cell>

/** The address of this file in the built app. */
export const address = import.meta.url
