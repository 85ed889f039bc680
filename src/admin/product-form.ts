import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Fish, type FishInput } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import {
  bareDigits,
  fieldRow,
  isNumber,
  numberFields,
  type ProductFieldName,
  type ProductFields,
  productFieldNames,
  productFields,
  type RequiredText,
  requiredTexts,
} from '../../contract/product-fields.ts'
import { isGrouped, plainNumber, withoutTonnes } from '../../contract/texts/quantity.ts'
import { readShape } from '../api/exchange.ts'
import type { Messages } from '../forms/form-types.ts'
import { fieldTitle } from '../i18n/column-titles.ts'
import { quantityText } from '../i18n/numbers.ts'
import { recordOf } from '../lib/record.ts'

type OtherField = 'type' | 'countInStock' | 'image' | 'featured'
export type ProductField = RequiredText | ProductFieldName | OtherField
type ProductTexts = Record<Exclude<ProductField, 'featured'>, string> & { featured: boolean }
export interface ProductValues extends ProductTexts {
  /** the product that the form started from, possibly in an earlier visit; undefined for a new one */
  start: Fish | undefined
}

/** The texts of the fields, in the order of the screen. `image` stays empty: its field shows what is wrong with the pictures. */
export function productValues(fish: Fish | undefined, locale: Locale): ProductTexts {
  return {
    ...recordOf(requiredTexts, (name) => fish?.[name] ?? ''),
    type: fish?.type ?? 'fish',
    countInStock: fish ? quantityText(fish.countInStock, locale) : '',
    image: '',
    featured: fish?.featured === true,
    ...recordOf(productFieldNames, (name) => {
      const value = fish?.[name] || ''
      return typeof value === 'number' ? quantityText(value, locale) : value
    }),
  }
}

export function fromSavedProduct(saved: Record<string, unknown>): Record<string, unknown> {
  return { ...saved, start: readShape(Fish, saved.start) }
}

const otherLabels: Record<OtherField, MessageDescriptor> = {
  type: msg`Type`,
  countInStock: msg`Stock`,
  image: msg`Image`,
  featured: msg({ message: 'Featured', comment: 'products that stand out on the home page' }),
}
const isOther = (name: ProductField): name is OtherField => Object.hasOwn(otherLabels, name)

export function productLabel(
  name: ProductField,
  { locale, translate }: { locale: Locale; translate: (text: MessageDescriptor) => string },
): string {
  return isOther(name) ? translate(otherLabels[name]) : fieldTitle(name, locale)
}

/** Reads a number with a decimal point or comma; undefined for anything else and above `max`. */
function parseNumber(text: string, max: number): number | undefined {
  const plain = text.replace(',', '.')
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined
  const value = Number(plain)
  return value <= max ? value : undefined
}

export const parseStock = (text: string): number | undefined => parseNumber(withoutTonnes(text), limits.stockMax)

/** The largest number of an optional field. */
const mostOf = (name: ProductFieldName) => (fieldRow(name).kind === 'percent' ? limits.percentMax : limits.cartonNetMax)

/** Reads a percentage or kilograms, 0 for an empty text; undefined if it is invalid. */
function parseOptional(text: string, max: number): number | undefined {
  return text.trim() === '' ? 0 : parseNumber(plainNumber(text).replace(/\s*(%|kg)$/, ''), max)
}

export function checkStock(text: string, locale: Locale): MessageDescriptor | undefined {
  if (isGrouped(text, locale)) return msg`Write thousands without a separator: 1500.`
  if (text.trim() === '') return msg`Please fill in this field`
  return parseStock(text) === undefined ? msg`Please enter a number of tonnes, 0 or more` : undefined
}

/** What the schema does not say: numbers as people type them. `locale` decides what a comma separates. */
export function checkProduct(values: ProductTexts, locale: Locale): Messages<ProductTexts> {
  return {
    countInStock: checkStock(values.countInStock, locale),
    ...recordOf(numberFields, (name) => {
      const most = mostOf(name)
      return parseOptional(values[name], most) === undefined ? msg`Please enter a number from 0 to ${most}` : undefined
    }),
  }
}

/** Checks type and size; the server checks the content. */
export function checkPicture(file: File): MessageDescriptor | undefined {
  if (!file.type.startsWith('image/')) return msg`Please choose a picture`
  if (file.type === 'image/svg+xml') return msg`Please choose a JPEG, PNG, WebP or AVIF picture`
  return file.size > limits.uploadBytes ? msg`Please choose a picture of at most 12 MB` : undefined
}

/** The values as the contract wants them, if `checkProduct` finds nothing wrong. */
export function productInput(values: ProductTexts): FishInput {
  const read = (name: ProductFieldName) =>
    isNumber(productFields[name].kind) ? (parseOptional(values[name], mostOf(name)) ?? 0) : values[name].trim()
  // each value is of its field's kind
  const optional = recordOf(productFieldNames, read) as ProductFields
  return {
    ...recordOf(requiredTexts, (name) => values[name].trim()),
    ...{ ...optional, fao_code: optional.fao_code.toUpperCase(), hs_code: bareDigits(optional.hs_code) },
    type: values.type === 'seafood' ? 'seafood' : 'fish',
    countInStock: parseStock(values.countInStock) ?? 0,
    featured: values.featured,
  }
}

export function productForm(values: ProductTexts, file: File | undefined): FormData {
  const form = new FormData()
  const { featured, ...input } = productInput(values)
  for (const [name, value] of Object.entries({ ...input, ...(featured && { featured }) }))
    form.append(name, String(value))
  if (file) form.append('image', file, file.name)
  return form
}
