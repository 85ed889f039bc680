import { lineFields, productFieldNames, productFields, searchedFields } from '../../contract/product-fields.ts'

/** One more row in the table of a product's fields, as somebody would add it; imported before all that reads the table. */
Object.assign(productFields, {
  lot: {
    kind: 'text',
    label: { en: 'Lot', fr: 'Lot', es: 'Lote' },
    isSearched: true,
    isOnLine: true,
    isFact: true,
  },
})
for (const names of [productFieldNames, searchedFields, lineFields]) (names as string[]).push('lot')

/** The columns that come with it. */
export const columns = ['fish', 'order_item'].map(
  (table) => `alter table ${table} add column lot text not null default ''`,
)
