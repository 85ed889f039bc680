// @vitest-environment node
import { expect, test } from 'vitest'
import { newShop } from '../../../../contract/shop.ts'
import { ShopUpdate } from '../../../../contract/shop-input.ts'
import { documentsText, readDocuments, shopUpdate, shopValues } from '../../../../src/admin/shop-form.ts'
import { refusedFields } from '../../../support/wrong-fields.ts'

test('documents by destination are one text of the form, and come back as they were', () => {
  const documents = [...newShop.documents, { to: 'FR', kind: 'analysis', required: false } as const]
  expect(readDocuments(documentsText(documents))).toEqual(documents)
  expect(readDocuments('EU unknown\n\n* other ?')).toEqual([{ to: '*', kind: 'other', required: false }])
})

test('the time for claims is a whole number of days', () => {
  const values = shopValues({ ...newShop, version: 1 })
  const wrongWith = (claimDays: string) => {
    const typed = { ...values, claimDays }
    return refusedFields(typed, { schema: ShopUpdate, body: shopUpdate(typed, 1) })
  }
  expect(shopUpdate({ ...values, claimDays: '7' }, 1)).toMatchObject({ claimDays: 7, documents: newShop.documents })
  expect(wrongWith('7')).toEqual([])
  for (const typed of ['', '0', '61', '1.5', 'five']) expect(wrongWith(typed)).toEqual(['claimDays'])
})
