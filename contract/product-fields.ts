import type { PlainRule } from './fields.ts'
import { limits } from './limits.ts'
import { inEach, type Locale } from './locales.ts'
import { packingLine, translatePacking } from './texts/packing-texts.ts'

type Label = Record<Locale, string>

/** What an optional field of a product is. Its name is its name in calls and its column in the database. */
interface Row {
  /** `lines`: a text in several lines */
  kind: 'text' | 'lines' | 'percent' | 'kilograms'
  /** of the form, the product's page and, with `(%)` for a percentage, of a spreadsheet's column */
  label: Label
  /** characters; by default `limits.textLength` */
  maxLength?: number
  /** of the whole text, and the rule that says it; by default any, of the kind `text` on one line */
  pattern?: { source: string; rule: PlainRule }
  /** the search finds products by it */
  isSearched?: true
  /** a line of an order copies it */
  isOnLine?: true
  /** the product's page names it among the facts */
  isFact?: true
  /** its words are those of the trade, which readers see in their language (`translatePacking`) */
  hasTradeWords?: boolean
  /** how it reads among others on one line, instead of the bare value */
  phrase?: Record<Locale, (value: string) => string>
}

/** The texts without which there is no product, and their labels. Class and family are French in English on purpose (specification, product page). */
export const requiredLabels = {
  trade_name: inEach('Trade name', 'Nom commercial', 'Nombre comercial'),
  trade_name_fr: inEach('Trade name (French)', 'Nom commercial (français)', 'Nombre comercial (francés)'),
  trade_name_es: inEach('Trade name (Spanish)', 'Nom commercial (espagnol)', 'Nombre comercial (español)'),
  category: inEach('Famille', 'Famille', 'Familia'),
  classe: inEach('Classe', 'Classe', 'Clase'),
} satisfies Record<string, Label>

export type RequiredText = keyof typeof requiredLabels
// the keys are those of the table
export const requiredTexts = Object.keys(requiredLabels) as RequiredText[]
/** All of them but the names. */
export const requiredFacts = requiredTexts.filter((name) => !name.startsWith('trade_name'))
const everywhere = { isSearched: true, isOnLine: true, isFact: true } as const
const searchedFact = { kind: 'text', isSearched: true, isFact: true } as const
/** On the line of an order, in the words of the trade. */
const ofTrade = { kind: 'text', isOnLine: true, hasTradeWords: true } as const
const paragraphs = { kind: 'lines', maxLength: limits.descriptionLength } as const
const article = (value: string) => `Art. ${value}`

/** The optional fields of a product, from which schema, form, page, spreadsheet, search and lines are made. A new one also needs its columns. */
export const productFields = {
  code: {
    kind: 'text',
    label: inEach('Article number', 'Référence article', 'Referencia del artículo'),
    maxLength: limits.codeLength,
    ...everywhere,
    phrase: { en: article, fr: article, es: article },
  },
  scientific_name: {
    kind: 'text',
    label: inEach('Scientific name', 'Nom scientifique', 'Nombre científico'),
    isSearched: true,
  },
  fao_code: {
    ...searchedFact,
    label: inEach('FAO code', 'Code FAO', 'Código FAO'),
    maxLength: 3,
    pattern: { source: '^([A-Z]{3})?$', rule: 'faoCode' },
  },
  size: { ...ofTrade, label: inEach('Size', 'Calibre', 'Calibre') },
  packing: { ...ofTrade, isSearched: true, label: inEach('Packing', 'Conditionnement', 'Embalaje') },
  weight: { ...ofTrade, label: inEach('Weight', 'Poids', 'Peso') },
  presentation: { ...ofTrade, ...everywhere, label: inEach('Presentation', 'Présentation', 'Presentación') },
  treatment: { ...ofTrade, ...everywhere, label: inEach('Treatment', 'Traitement', 'Tratamiento') },
  glazing: {
    kind: 'percent',
    label: inEach('Glazing', 'Glazurage', 'Glaseado'),
    isOnLine: true,
    isFact: true,
    phrase: {
      en: (share) => `${share} glazing`,
      fr: (share) => `glazurage ${share}`,
      es: (share) => `glaseado ${share}`,
    },
  },
  origin: { ...searchedFact, label: inEach('Origin', 'Origine', 'Origen') },
  hs_code: {
    kind: 'text',
    label: inEach('HS code', 'Code SH', 'Código SA'),
    maxLength: 10,
    pattern: { source: '^(\\d{6,10})?$', rule: 'hsCode' },
    isFact: true,
  },
  carton_net: {
    kind: 'kilograms',
    label: inEach('Net weight of a carton', 'Poids net d’un carton', 'Peso neto por caja'),
  },
  storage: {
    kind: 'text',
    label: inEach('Storage temperature (°C)', 'Température de stockage (°C)', 'Temperatura de conservación (°C)'),
    maxLength: 20,
    isFact: true,
  },
  certificates: { ...searchedFact, label: inEach('Certificates', 'Certificats', 'Certificados') },
  description: { ...paragraphs, label: inEach('Description', 'Description', 'Descripción') },
  description_fr: {
    ...paragraphs,
    label: inEach('Description (French)', 'Description (français)', 'Descripción (francés)'),
  },
  description_es: {
    ...paragraphs,
    label: inEach('Description (Spanish)', 'Description (espagnol)', 'Descripción (español)'),
  },
} satisfies Record<string, Row>

type Fields = typeof productFields
export type ProductFieldName = keyof Fields
type Having<Part> = { [N in ProductFieldName]: Fields[N] extends Part ? N : never }[ProductFieldName]
type NumberKind = 'percent' | 'kilograms'
/** The value of each of these fields: a text, or a number of per cent or kilograms. */
type ValuesOf<N extends ProductFieldName> = { [Name in N]: Fields[Name]['kind'] extends NumberKind ? number : string }
export type ProductFields = ValuesOf<ProductFieldName>

/** The row of a field, with what only some rows have. */
export const fieldRow = (name: ProductFieldName): Row => productFields[name]
export const isProductField = (name: string): name is ProductFieldName => Object.hasOwn(productFields, name)
// the keys are those of the table
export const productFieldNames = Object.keys(productFields) as ProductFieldName[]
export const isNumber = (kind: Row['kind']): kind is NumberKind => kind === 'percent' || kind === 'kilograms'
export const numberFields = productFieldNames.filter((name) => isNumber(productFields[name].kind)) as Having<{
  kind: NumberKind
}>[]
export const searchedFields = productFieldNames.filter((name) => fieldRow(name).isSearched) as Having<{
  isSearched: true
}>[]

/** A customs code as tariffs print it, `0303.53.10`. */
export const bareDigits = (code: string) => code.replace(/[\s.]/g, '')

/** The fields that a line of an order copies. */
export const lineFields = productFieldNames.filter((name) => fieldRow(name).isOnLine) as Having<{
  isOnLine: true
}>[]
export type LineFieldName = (typeof lineFields)[number]
export type LineFields = ValuesOf<LineFieldName>

/** A field of a kind that a product does not have. */
export const emptyValue = (name: ProductFieldName) => (isNumber(productFields[name].kind) ? 0 : '')

export function filledFields<N extends ProductFieldName>(
  of: { [Name in N]?: ProductFields[Name] | undefined },
  names: readonly N[],
): Partial<ValuesOf<N>> {
  const filled = names.flatMap((name) => (of[name] ? [[name, of[name]]] : []))
  // each value is the one of its name
  return Object.fromEntries(filled) as Partial<ValuesOf<N>>
}

/** A product's description in the reader's language; where that is missing, in English, else in any. */
export function descriptionIn(
  of: Partial<Pick<ProductFields, 'description' | 'description_fr' | 'description_es'>>,
  locale: Locale,
): string {
  const { description: en, description_fr: fr, description_es: es } = of
  return { en, fr, es }[locale] || en || fr || es || ''
}

/** What was asked for, as the product was then. A fact is absent where it had none, and on requests from before they were copied. */
export type LineFacts = Partial<LineFields>

/** The facts of a product or a line, empty ones too. */
export function pickFacts<P extends Pick<P, LineFieldName>>(of: P): Pick<P, LineFieldName> {
  // the keys are those of the list
  return Object.fromEntries(lineFields.map((name) => [name, of[name]])) as Pick<P, LineFieldName>
}

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
const onOneLine = () => [...lineFields.filter((name) => name !== 'code'), 'code'] as const

/** The facts in the reader's language, on one line: `T6 (0.8–1.2 kg) · 20 kg carton · frozen · Art. OCT-T6`. */
export function factsLine(of: LineFacts, locale: Locale): string {
  const texts = onOneLine().flatMap((name) => {
    const value = valueIn(of, name, locale)
    return value ? [fieldRow(name).phrase?.[locale](value) ?? value] : []
  })
  // some products say the same in two fields
  return [...new Set(texts)].join(' · ')
}

type Fact = [label: string, value: string]

const sizeAndPacking: Label = inEach('Size and packing', 'Calibre et conditionnement', 'Calibre y embalaje')

/** The facts of a product's page in the reader's language, without what is empty. */
export function productFacts(fish: Partial<ProductFields> & Record<RequiredText, string>, locale: Locale): Fact[] {
  const fact = (name: ProductFieldName): Fact => [productFields[name].label[locale], valueIn(fish, name, locale)]
  const facts: Fact[] = [
    ...(fish.packing
      ? (['size', 'packing', 'weight'] as const).map(fact)
      : [[sizeAndPacking[locale], packingLine(fish, locale)] satisfies Fact]),
    // the class comes first
    ...[...new Set<RequiredText>(['classe', ...requiredFacts])].map(
      (name): Fact => [requiredLabels[name][locale], fish[name]],
    ),
    ...productFieldNames.filter((name) => fieldRow(name).isFact).map(fact),
  ]
  return facts.filter(([, value]) => value)
}
