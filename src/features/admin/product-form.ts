import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Fish, FishInput } from '../../../contract/fishes.ts'
import { limits } from '../../../contract/limits.ts'
import type { Locale } from '../../../contract/locales.ts'
import { isGrouped } from '../../../contract/quantity.ts'
import { type TradeText, tradeTexts } from '../../../contract/trade-texts.ts'
import { readFish } from '../../api/read-fish.ts'
import { quantityText } from '../../i18n/numbers.ts'
import { parseJson } from '../../lib/record.ts'
import type { FieldMessages } from '../../ui/forms/form-types.ts'

export type ProductField =
  | 'trade_name'
  | 'trade_name_fr'
  | 'trade_name_es'
  | 'category'
  | 'classe'
  | 'type'
  | 'countInStock'
  | 'image'
  | 'scientific_name'
  | 'fao_code'
  | 'size'
  | 'weight'
  | 'code'
  | 'glazing'
  | TradeText
  /** the product that the form started from, as JSON */
  | 'start'
export type ProductValues = Record<ProductField, string>

/** What the form starts from. `image` is the name of a chosen file, so it always starts empty. */
export function productValues(fish: Fish | undefined, locale: Locale): ProductValues {
  return {
    trade_name: fish?.trade_name ?? '',
    trade_name_fr: fish?.trade_name_fr ?? '',
    trade_name_es: fish?.trade_name_es ?? '',
    category: fish?.category ?? '',
    classe: fish?.classe ?? '',
    type: fish?.type ?? 'fish',
    countInStock: fish ? quantityText(fish.countInStock, locale) : '',
    image: '',
    scientific_name: fish?.scientific_name ?? '',
    fao_code: fish?.fao_code ?? '',
    size: fish?.size ?? '',
    weight: fish?.weight ?? '',
    code: fish?.code ?? '',
    glazing: fish?.glazing ? quantityText(fish.glazing, locale) : '',
    ...textsOf((name) => fish?.[name] ?? ''),
    start: fish ? JSON.stringify(fish) : '',
  }
}

/** The product that a form started from, maybe days ago. */
export function startOf({ start }: Pick<ProductValues, 'start'>): Fish | undefined {
  return readFish(parseJson(start))
}

function textsOf(text: (name: TradeText) => string): Record<TradeText, string> {
  const texts = tradeTexts.map((name) => [name, text(name)] as const)
  // the entries name each text of the trade
  return Object.fromEntries(texts) as Record<TradeText, string>
}

/** The labels of the fields. */
export const productLabels: Record<Exclude<ProductField, 'start'>, MessageDescriptor> = {
  trade_name: msg`Trade name`,
  trade_name_fr: msg`Trade name (French)`,
  trade_name_es: msg`Trade name (Spanish)`,
  category: msg`Famille`,
  classe: msg`Classe`,
  type: msg`Type`,
  countInStock: msg`Stock`,
  image: msg`Image`,
  code: msg`Article number`,
  scientific_name: msg`Scientific name`,
  fao_code: msg`FAO code`,
  size: msg({ message: 'Size', comment: 'size grade of a fish' }),
  weight: msg({ message: 'Weight', comment: 'weight of a piece or a carton' }),
  presentation: msg({ message: 'Presentation', comment: 'of a fish: whole, gutted, fillet' }),
  treatment: msg({ message: 'Treatment', comment: 'of a fish: fresh, frozen, IQF, block' }),
  glazing: msg`Glazing (%)`,
  origin: msg({ message: 'Origin', comment: 'where the fish was caught: an area of the FAO' }),
  packing: msg`Packing`,
  certificates: msg`Certificates`,
}

/** A number as people type it, with a point or a comma; undefined for anything else and for more than `max`. */
function parseNumber(text: string, max: number): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined
  const value = Number(plain)
  return value <= max ? value : undefined
}

/** Tonnes; undefined for anything that is no stock. */
export function parseStock(text: string): number | undefined {
  return parseNumber(text, limits.stockMax)
}

/** Per cent, 0 for nothing; undefined for anything that is no share. */
export function parseGlazing(text: string): number | undefined {
  return text.trim() === '' ? 0 : parseNumber(text, limits.glazingMax)
}

const need = (text: string) => (text.trim() ? undefined : msg`Please fill in this field`)

/** What is wrong with a text as a number of tonnes. */
export function checkStock(text: string, locale: Locale): MessageDescriptor | undefined {
  if (isGrouped(text, locale)) return msg`Write thousands without a sign between the digits.`
  return need(text) ?? (parseStock(text) === undefined ? msg`Please enter a number of tonnes, 0 or more` : undefined)
}

interface Surroundings {
  /** the chosen picture */
  file: File | undefined
  /** the reader's language: it decides what a comma means */
  locale: Locale
}

/** The rules of specification section 5, product form. */
export function checkProduct(values: ProductValues, { file, locale }: Surroundings): FieldMessages<ProductField> {
  return {
    trade_name: need(values.trade_name),
    trade_name_fr: need(values.trade_name_fr),
    trade_name_es: need(values.trade_name_es),
    category: need(values.category),
    classe: need(values.classe),
    countInStock: checkStock(values.countInStock, locale),
    image: file && checkPicture(file),
    fao_code: /^([A-Z]{3})?$/i.test(values.fao_code.trim()) ? undefined : msg`The FAO code has three letters`,
    glazing: parseGlazing(values.glazing) === undefined ? msg`Please enter a number from 0 to 100` : undefined,
  }
}

/** By name and size; whether the bytes are a picture is the server's to check. */
function checkPicture(file: File) {
  if (!file.type.startsWith('image/')) return msg`Please choose a picture`
  if (file.type === 'image/svg+xml') return msg`Please choose a JPEG, PNG, WebP or AVIF picture`
  return file.size > limits.uploadBytes ? msg`Please choose a picture of at most 12 MB` : undefined
}

/** The fields as the contract wants them. Call it with values that `checkProduct` has passed. */
export function productInput(values: ProductValues): FishInput {
  return {
    trade_name: values.trade_name.trim(),
    trade_name_fr: values.trade_name_fr.trim(),
    trade_name_es: values.trade_name_es.trim(),
    category: values.category.trim(),
    classe: values.classe.trim(),
    type: values.type === 'seafood' ? 'seafood' : 'fish',
    countInStock: parseStock(values.countInStock) ?? 0,
    size: values.size.trim(),
    weight: values.weight.trim(),
    scientific_name: values.scientific_name.trim(),
    fao_code: values.fao_code.trim().toUpperCase(),
    code: values.code.trim(),
    glazing: parseGlazing(values.glazing) ?? 0,
    ...textsOf((name) => values[name].trim()),
  }
}

/** The same fields as a multipart form, for a new product. */
export function productForm(values: ProductValues, file: File | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(productInput(values))) form.append(name, String(value))
  if (file) form.append('image', file, file.name)
  return form
}
