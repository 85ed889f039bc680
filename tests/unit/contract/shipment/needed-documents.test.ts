import { describe, expect, test } from 'vitest'
import { missingDocuments, neededDocuments } from '../../../../contract/shipment/needed-documents.ts'
import { type NeededDocument, newShop } from '../../../../contract/shop.ts'
import { countryCode } from '../../../../contract/texts/countries.ts'

const kindsTo = (country: string, documents = newShop.documents) =>
  neededDocuments(documents, country).map(({ kind }) => kind)
const everywhere = ['bill-of-lading', 'certificate-of-origin', 'invoice', 'packing-list']

describe('the documents that go with goods', () => {
  test.each(['Spain', 'espagne', ' ESPAÑA ', 'es', 'Germany', 'Allemagne', 'Países Bajos'])(
    'by the start list, to the European Union: %s',
    (country) => expect(kindsTo(country)).toEqual(['catch-certificate', 'health-certificate', ...everywhere]),
  )

  test.each(['United Kingdom', 'Suisse', 'Senegal', 'Atlantis', ''])('elsewhere those for all: %s', (country) =>
    expect(kindsTo(country)).toEqual(everywhere),
  )

  test('a country has its own; a kind that several rows ask for stands once, required if one of them says so', () => {
    const documents: NeededDocument[] = [
      { to: 'EU', kind: 'analysis', required: false },
      { to: 'FR', kind: 'analysis', required: true },
      { to: 'GB', kind: 'insurance', required: true },
      { to: '*', kind: 'other', required: false },
    ]
    expect(neededDocuments(documents, 'France')).toEqual([
      { kind: 'analysis', required: true },
      { kind: 'other', required: false },
    ])
    expect(neededDocuments(documents, 'Italie')[0]).toEqual({ kind: 'analysis', required: false })
    expect(kindsTo('Royaume-Uni', documents)).toEqual(['insurance', 'other'])
  })

  test('only required ones are missing', () => {
    const needed = neededDocuments([{ to: '*', kind: 'insurance', required: false }, ...newShop.documents], 'Senegal')
    expect(missingDocuments(needed)).toEqual(everywhere)
    expect(missingDocuments(needed, ['invoice', 'bill-of-lading', 'insurance'])).toEqual([
      'certificate-of-origin',
      'packing-list',
    ])
  })

  test('a country’s former code leads to today’s', () => {
    expect(countryCode('Deutschland')).toBeUndefined()
    expect([countryCode('Germany'), countryCode('Royaume-Uni'), countryCode('Sénégal')]).toEqual(['DE', 'GB', 'SN'])
  })
})
