import { QrCode } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { Fragment } from 'react'
import type { Order } from '../../contract/orders.ts'
import { offerPaper, type PaperPairs, type PaperParts, type PaperTable } from '../../contract/papers/paper-parts.ts'
import { useShop } from '../db/use-deps.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import type { NumberedOffer } from './shown-order.ts'

export function OfferPaper({ order, offer }: { order: Order; offer: NumberedOffer }) {
  const [shop, language] = [useShop(), useLocale()]
  const parts = offerPaper({ ...offer, order, shop, language })
  return <PaperSheet parts={parts} orderId={order._id} shopName={shop.name} />
}

const css = `@media screen { .paper-sheet:not(.preview) { display: none } }
.paper-sheet { overflow-wrap: anywhere; line-height: 1.25 }
.paper-sheet header { display: flex; justify-content: space-between; gap: 8mm; padding-bottom: 4mm; border-bottom: 2px solid }
.paper-sheet header b { font-size: 16pt; line-height: 1.2 }
.paper-sheet :is(h1, h3) { font-size: 17pt; line-height: 1.2 }
.paper-sheet dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 52mm), 1fr)); gap: 2mm 6mm; margin-top: 4mm }
.paper-sheet dl > div, .paper-sheet tr { break-inside: avoid }
.paper-sheet dt, .paper-sheet th, .paper-sheet small { display: block; font-size: 8pt; font-weight: normal; color: var(--chakra-colors-fg-muted) }
.paper-sheet dd { margin: 0; white-space: pre-line }
.paper-sheet :is(dd, td, td > *) { unicode-bidi: plaintext }
.paper-sheet table { width: 100%; margin-top: 5mm; border-collapse: collapse }
.paper-sheet th { display: table-cell }
.paper-sheet th, .paper-sheet td { padding: 0.8mm 1mm; vertical-align: top; text-align: start; border-bottom: 0.5pt solid var(--chakra-colors-fg-muted) }
.paper-sheet th:first-of-type { width: 55% }
.paper-sheet td + td { white-space: nowrap }
.paper-sheet :is(th, td) + :is(th, td), .paper-sheet :is(.charge, .total) td { text-align: right }
.paper-sheet .total td, .paper-sheet .bold { font-weight: bold }
@media print {
  .paper-sheet { color: #000; font-size: 9.5pt }
  .paper-sheet dl { grid-template-columns: repeat(3, 1fr) }
}`

interface PaperSheetProps {
  parts: PaperParts
  orderId: string
  shopName?: string
  /** on the screen, where it is not printed */
  isPreview?: boolean
}

/** An offer or a draft on A4 pages, with a QR code that leads to the order. */
export function PaperSheet({ parts, orderId, shopName, isPreview }: PaperSheetProps) {
  return (
    <div className={isPreview ? 'paper-sheet preview' : 'paper-sheet'}>
      <Global styles={css} />
      <header>
        <div>
          {shopName && <b>{shopName}</b>}
          {isPreview ? <h3>{withEnglish(parts.title)}</h3> : <h1>{withEnglish(parts.title)}</h1>}
          {parts.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {!isPreview && (
          <QrCode.Root value={`${location.origin}${location.pathname}#/order/${orderId}`} encoding={{ ecc: 'M' }}>
            <QrCode.Frame width="26mm" height="26mm" color="black">
              <QrCode.Pattern />
            </QrCode.Frame>
          </QrCode.Root>
        )}
      </header>
      {parts.parts.map((part, at) => {
        const shown = part.kind === 'table' ? <Rows table={part} /> : <Pairs {...part} />
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a paper never change their order
        return <Fragment key={at}>{shown}</Fragment>
      })}
    </div>
  )
}

/** The shop's own words with the English ones beside them, which a voice then reads as English. */
export function withEnglish(text: string) {
  const at = text.lastIndexOf(' / ') + 3
  if (at < 3) return text
  return (
    <>
      {text.slice(0, at)}
      <span lang="en">{text.slice(at)}</span>
    </>
  )
}

function Pairs({ pairs }: PaperPairs) {
  return (
    <dl>
      {pairs.map(([label, text, look], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two containers have the same label
        <div key={at}>
          <dt>{withEnglish(label)}</dt>
          <dd className={look}>{text}</dd>
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
        {[...rows, sum].map(({ kind, text, small = [], note, numbers }, at) => {
          const empty = kind === 'charge' || kind === 'total' ? numbers.filter((number) => number === '').length : 0
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a paper never change their order
            <tr key={at} className={kind}>
              <td colSpan={1 + empty}>
                {kind === 'charge' ? text : withEnglish(text)}
                {small.map((line, language) => (
                  <small key={line} lang={language === 1 ? 'en' : undefined}>
                    {line}
                  </small>
                ))}
                {note && <div>{note}</div>}
              </td>
              {numbers.slice(empty).map((number, column) => cell(number, column))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const cell = (text: string, at: number, Cell: 'th' | 'td' = 'td') => <Cell key={at}>{withEnglish(text)}</Cell>
