/*
 * What terms an offer can have, without a schema: for the app as well.
 */

/** Terms of delivery (Incoterms 2020). */
export const incoterms = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP'] as const
export type Incoterm = (typeof incoterms)[number]

/** What a shop offers in unless its settings say otherwise. */
export const defaultCurrencies = ['EUR', 'USD', 'GBP', 'XOF'] as const

/** Whether a text of the form `2026-11-30` is a day of the calendar. */
export function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
