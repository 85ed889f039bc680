import type { Fish } from '../../contract/fishes.ts'
import type { Locale } from '../../contract/locales.ts'
import { translatePacking } from '../../contract/texts/packing-texts.ts'

/** Size grade, packing and weight of a product in the reader's language, on one line; empty where it has none of them. */
export function packingLine(
  { size, packing, weight }: Pick<Fish, 'size' | 'weight' | 'packing'>,
  locale: Locale,
): string {
  const texts = [size, packing, weight].flatMap((text) => (text ? [translatePacking(text, locale)] : []))
  // some products say the same in two fields
  return [...new Set(texts)].join(' · ')
}
