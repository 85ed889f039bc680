import type { Fish } from './fishes.ts'
import type { Locale } from './locales.ts'
import {
  fieldRow,
  filledFields,
  type LineFieldName,
  type LineFields,
  lineFields,
  type ProductFieldName,
  type ProductFields,
  productFieldNames,
  productFields,
} from './product-fields.ts'
import { packingLine, translatePacking } from './texts/packing-texts.ts'

/**
 * What was asked for, as the product was at the time of the request. A fact is absent where the product has none, and on
 * requests from before they were copied.
 */
export type LineFacts = Partial<LineFields>

/** The facts of a product or a line, empty ones too. */
export function pickFacts<P extends Pick<P, LineFieldName>>(of: P): Pick<P, LineFieldName> {
  // the keys are those of the list
  return Object.fromEntries(lineFields.map((name) => [name, of[name]])) as Pick<P, LineFieldName>
}

/** The facts that are filled in. */
export const filledFacts = (of: LineFacts): LineFacts => filledFields(of, lineFields)

/** What the buyer adds to a line of a product; absent where it is empty. */
export interface Written {
  note?: string
}

export const writtenOn = ({ note }: { [Name in keyof Written]: string | undefined }): Written => (note ? { note } : {})

/** The value of a field in the reader's language; empty where the product has none. */
function valueIn(of: Partial<ProductFields>, name: ProductFieldName, locale: Locale): string {
  const value = of[name]
  if (!value) return ''
  if (typeof value === 'number')
    return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(value / 100)
  return fieldRow(name).hasTradeWords ? translatePacking(value, locale) : value
}

/** The order of the facts on one line: the article number comes last. */
const onOneLine = [...lineFields.filter((name) => name !== 'code'), 'code'] as const

/** The facts in the reader's language, on one line: `T6 (0.8–1.2 kg) · 20 kg carton · frozen · Art. OCT-T6`. */
export function factsLine(of: LineFacts, locale: Locale): string {
  const texts = onOneLine.flatMap((name) => {
    const value = valueIn(of, name, locale)
    return value ? [fieldRow(name).phrase?.[locale](value) ?? value] : []
  })
  // some products say the same in two fields
  return [...new Set(texts)].join(' · ')
}

type Fact = [label: string, value: string]

/** The English labels of the zoological class and family are French on purpose (specification, product page). */
const classLabels: Record<Locale, [classe: string, category: string, sizeAndPacking: string]> = {
  en: ['Classe', 'Famille', 'Size and packing'],
  fr: ['Classe', 'Famille', 'Calibre et conditionnement'],
  es: ['Clase', 'Familia', 'Calibre y embalaje'],
}

/** The facts of a product's page in the reader's language, without what is empty. */
export function productFacts(fish: Fish, locale: Locale): Fact[] {
  const [classe, category, sizeAndPacking] = classLabels[locale]
  const fact = (name: ProductFieldName): Fact => [productFields[name].label[locale], valueIn(fish, name, locale)]
  const facts: Fact[] = [
    ...(fish.packing
      ? (['size', 'packing', 'weight'] as const).map(fact)
      : [[sizeAndPacking, packingLine(fish, locale)] satisfies Fact]),
    [classe, fish.classe],
    [category, fish.category],
    ...productFieldNames.filter((name) => productFields[name].isFact).map(fact),
  ]
  return facts.filter(([, value]) => value)
}
