import {
  lineFields,
  productFieldNames,
  productFields,
  requiredFacts,
  requiredLabels,
  requiredTexts,
  searchedFields,
} from '../../contract/product-fields.ts'

/** One more row in both tables of a product's fields, as somebody would add it; imported before all that reads them. */
Object.assign(requiredLabels, { gear: { en: 'Fishing gear', fr: 'Engin de pêche', es: 'Arte de pesca' } })
for (const names of [requiredTexts, requiredFacts]) (names as string[]).push('gear')
Object.assign(productFields, {
  batch: {
    kind: 'text',
    pattern: { source: '^[-0-9A-Z ]*$', rule: 'allowedCharacters' },
    label: { en: 'Batch', fr: 'Série', es: 'Partida' },
    isSearched: true,
    isOnLine: true,
    isFact: true,
  },
})
for (const names of [productFieldNames, searchedFields, lineFields]) (names as string[]).push('batch')

/** The columns that come with them. */
export const columns = ['fish add column gear', 'fish add column batch', 'order_item add column batch'].map(
  (column) => `alter table ${column} text not null default ''`,
)
