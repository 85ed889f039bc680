import { Global } from '@emotion/react'
import { correction, generate } from 'lean-qr'
import { Fragment } from 'react'
import type { Order } from '../../contract/orders.ts'
import type { PaperPairs, PaperParts, PaperTable } from '../../contract/papers/paper-content.ts'
import { offerPaper } from '../../contract/papers/paper-parts.ts'
import { paperStyle } from '../../contract/papers/paper-style.ts'
import { pictureUrl } from '../../contract/picture.ts'
import { useShop } from '../db/use-deps.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import type { NumberedOffer } from './shown-order.ts'

export function OfferPaper({ order, offer }: { order: Order; offer: NumberedOffer }) {
  const [shop, language] = [useShop(), useLocale()]
  const parts = offerPaper({ ...offer, order, shop, language })
  return <PaperSheet parts={parts} orderId={order._id} />
}

const css = `${paperStyle}
@media screen { .paper:not(.preview) { display: none } }`

interface PaperSheetProps {
  parts: PaperParts
  orderId: string
  /** on the screen, where it is not printed */
  isPreview?: boolean
}

/** An offer or a draft on A4 pages, with a QR code that leads to the order. */
export function PaperSheet({ parts: { letterhead, title, lines, parts }, orderId, isPreview }: PaperSheetProps) {
  const { name, contact, logo, isWide } = letterhead
  const logoUrl = pictureUrl(logo, isWide ? 640 : 320, 'webp')
  const Title = isPreview ? 'h3' : 'h1'
  return (
    <div className={isPreview ? 'paper preview' : 'paper'}>
      <Global styles={css} />
      <header className="letterhead">
        {logoUrl && <img src={logoUrl} alt="" />}
        <div>
          {(!isWide || !logoUrl) && <b>{name}</b>}
          <p>{contact}</p>
        </div>
        {!isPreview && <QrCode text={`${location.origin}${location.pathname}#/order/${orderId}`} />}
      </header>
      <Title>{withEnglish(title)}</Title>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {parts.map((part, at) => {
        const shown = part.kind === 'table' ? <Rows table={part} /> : <Pairs {...part} />
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a paper never change their order
        return <Fragment key={at}>{shown}</Fragment>
      })}
    </div>
  )
}

function QrCode({ text }: { text: string }) {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const all = Array.from({ length: code.size ** 2 }, (_, at) => [at % code.size, Math.floor(at / code.size)] as const)
  const squares = all.filter(([x, y]) => code.get(x, y)).map(([x, y]) => `M${x},${y}h1v1h-1z`)
  return (
    <svg viewBox={`0 0 ${code.size} ${code.size}`} width="24mm" height="24mm" aria-hidden="true">
      <path d={squares.join('')} />
    </svg>
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
    <dl className="pairs">
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
function Rows({ table: { titles, rows, sum, after = [] } }: { table: PaperTable }) {
  return (
    <table className="lines">
      <thead>
        <tr>{titles.map((title, at) => cell(title, at, 'th'))}</tr>
      </thead>
      <tbody>
        {[...rows, sum, ...after].map(({ kind, text, small = [], note, numbers }, at) => {
          const empty = kind === 'charge' || kind === 'total' ? numbers.filter((number) => number === '').length : 0
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a paper never change their order
            <tr key={at} className={kind}>
              <th scope="row" colSpan={1 + empty}>
                {kind === 'charge' ? text : withEnglish(text)}
                {small.map((line, language) => (
                  <small key={line} lang={language === 1 ? 'en' : undefined}>
                    {line}
                  </small>
                ))}
                {note && <div>{note}</div>}
              </th>
              {numbers.slice(empty).map((number, column) => cell(number, column))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const cell = (text: string, at: number, Cell: 'th' | 'td' = 'td') => (
  <Cell key={at} className={Cell === 'th' && at === 0 ? undefined : 'number'}>
    {withEnglish(text)}
  </Cell>
)
