import type { Parties } from '../../contract/papers/parties.ts'

/** Parties as a row has them, without spaces around them. */
export function partiesText(parties: Parties): string {
  const filled = Object.entries(parties).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []))
  return JSON.stringify(Object.fromEntries(filled))
}

/** The parties of a row; undefined where none is filled in. */
export function readParties(text = '{}'): Parties | undefined {
  // only `partiesText` writes this column
  const parties = JSON.parse(text) as Parties
  return Object.keys(parties).length > 0 ? parties : undefined
}
