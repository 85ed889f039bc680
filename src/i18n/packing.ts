import type { Fish } from '../../contract/fishes.ts'
import type { Locale } from '../../contract/locales.ts'
import { translatePacking } from '../../contract/packing-texts.ts'

/** Size grade and packing of a product in the reader's language, on one line; empty where it has neither. */
export function packingLine(product: Pick<Fish, 'size' | 'weight'>, locale: Locale): string {
  return [product.size, product.weight]
    .filter(Boolean)
    .map((text) => translatePacking(text, locale))
    .join(' · ')
}
