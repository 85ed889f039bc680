import { nameIn } from '../../contract/locales.ts'
import type { CartLine } from '../db/rows.ts'
import { packingLine } from '../i18n/packing.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Picture } from './picture.tsx'

/** A line of a cart or an order: the picture, the name that leads to the product, size and packing. */
export function LineName({ line }: { line: Omit<CartLine, 'qty' | 'addedAt' | 'countInStock'> }) {
  const locale = useLocale()
  return (
    <span className="row-name">
      <span className="line-picture">
        <Picture
          image={line.image}
          alt=""
          type={line.type}
          sizes="5rem"
          {...(line.placeholder && { placeholder: line.placeholder })}
        />
      </span>
      <span>
        <a className="line-name" href={`#/products/${encodeURIComponent(line.fishe)}`}>
          {nameIn(line, locale)}
        </a>
        <span className="row-quiet">{packingLine(line, locale)}</span>
      </span>
    </span>
  )
}
