import type { NeededDocument } from '../shop.ts'
import { countryCode } from '../texts/countries.ts'
import { type DocumentKind, documentKinds } from './claims.ts'

/** The members of the European Union (ISO 3166). */
const members = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

export interface Needed {
  kind: DocumentKind
  required: boolean
}

/** The documents that go with goods to a country, which is written in any of our languages; each kind once. */
export function neededDocuments(documents: readonly NeededDocument[], country: string): Needed[] {
  const code = countryCode(country)
  const asked = documents.filter(
    ({ to }) => to === '*' || to === code || (to === 'EU' && code !== undefined && members.has(code)),
  )
  return documentKinds.flatMap((kind) => {
    const same = asked.filter((each) => each.kind === kind)
    return same.length > 0 ? [{ kind, required: same.some(({ required }) => required) }] : []
  })
}

/** The required kinds that are not here. `papers`: the kinds that are, as `Shipment` has them. */
export const missingDocuments = (needed: readonly Needed[], papers: readonly string[] = []): DocumentKind[] =>
  needed.filter(({ kind, required }) => required && !papers.includes(kind)).map(({ kind }) => kind)
