import { msg } from '@lingui/core/macro'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import { isGrouped, plainNumber } from '../../contract/texts/quantity.ts'
import { type ReadAmount, type Reading, readAmount } from '../i18n/amounts.ts'
import type { FieldError } from './form-types.ts'

/** The amount that is typed; undefined for an empty text. */
export function amountOf(typed: string, reading: Reading): ReadAmount | undefined {
  return typed.trim() === '' ? undefined : readAmount(typed.trim(), reading)
}

export const isPrice = (minor: number): boolean => minor >= 0 && minor <= limits.priceMax

export const fillIn = { rule: 'required' } as const

export function checkPrice(typed: string, reading: Reading): FieldError | undefined {
  const price = amountOf(typed, reading)
  if (!price) return msg`Please enter a price, or tick “Not available”`
  if (price.kind === 'amount' && price.minor < 0) return { rule: 'minimum', params: { limit: 0 } }
  return checkAmount(price, reading)
}

export function checkAmount(amount: ReturnType<typeof amountOf>, { digits }: Reading): FieldError | undefined {
  if (!amount) return fillIn
  if (amount.kind === 'unclear') return msg`Please enter an amount, with thousands without a separator: 1500`
  if (amount.kind === 'decimals') return { rule: 'decimals', params: { limit: digits } }
  return isPrice(Math.abs(amount.minor)) ? undefined : msg`This amount is too large`
}

/** Kilograms above zero as people type them; undefined for what is none, or may have thousands separators. */
export function readKilograms(typed: string, locale: Locale): number | undefined {
  const text = plainNumber(typed).replace(/\s*kg\.?$/i, '')
  if (isGrouped(text, locale) || !/^\d{1,9}([.,]\d{1,3})?$/.test(text)) return undefined
  const kg = Number(text.replace(',', '.'))
  return kg > 0 && kg <= limits.kilogramsMax ? kg : undefined
}
