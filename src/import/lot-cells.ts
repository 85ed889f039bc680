import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Lot, LotInput } from '../../contract/lots.ts'
import { isDay } from '../../contract/offers.ts'
import { plainNumber } from '../../contract/texts/quantity.ts'
import type { ColumnName, LotColumn } from '../i18n/column-titles.ts'
import { lotDays, lotFields, neededOfLot } from '../i18n/lot-titles.ts'

export type LotRow = Partial<Record<LotColumn, string>>

/** What is sent of a row, and the lot of the book that it changes. */
export interface LotToSend {
  body: LotInput
  at: Pick<Lot, '_id'> | undefined
}

export const isDayColumn = (name: ColumnName) => lotDays.some((each) => each === name)
const isNeeded = (name: string) => neededOfLot.some((each) => each === name)
export const isOptionalOfLot = (name: ColumnName) => lotFields.some((each) => each === name) && !isNeeded(name)

/** Whether the days of a column begin with the day or with the month; undefined where nothing proves it. */
export type DayOrder = boolean | undefined

const parts = (text: string) => /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(plainNumber(text))

export function dayOrderOf(texts: readonly string[]): DayOrder {
  const found = texts.flatMap((text) => {
    const [, a, b] = parts(text) ?? []
    return Number(a) > 12 ? [true] : Number(b) > 12 ? [false] : []
  })
  return found.every((each) => each === found[0]) ? found[0] : undefined
}

/** Reads a day as spreadsheets write it: `2026-06-01`, `1/6/2026` where its column proves the order. */
export function readDay(text: string, dayFirst: DayOrder): { value: string } | { wrong: MessageDescriptor } {
  const plain = plainNumber(text).slice(0, 10)
  const [, a = '', b = '', year = ''] = parts(text) ?? []
  const isEither = year !== '' && dayFirst === undefined && a !== b
  if (isEither && Number(a) <= 12 && Number(b) <= 12)
    return { wrong: msg`Which is the month here? Please write year, month and day, such as 2026-06-01` }
  const [month, day] = (dayFirst ?? Number(a) > 12) ? [b, a] : [a, b]
  const value = year === '' ? plain : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(value) ? { value } : { wrong: msg`Please write year, month and day, such as 2026-06-01` }
}
