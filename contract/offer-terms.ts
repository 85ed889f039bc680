/* Terms of offers. */

/** Terms of delivery (Incoterms 2020). */
export const incoterms = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP'] as const
export type Incoterm = (typeof incoterms)[number]

/** Currencies of a shop whose settings name no others. */
export const defaultCurrencies = ['EUR', 'USD', 'GBP', 'XOF'] as const

/** Whether a text of the form `2026-11-30` is a real calendar day. */
export function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
