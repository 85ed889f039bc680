import { expect, test } from 'vitest'
import { newShop } from '../../../../contract/shop.ts'
import { createDatabase, putValue } from '../../../../src/db/database.ts'
import { getSavedShop } from '../../../../src/db/saved-shop.ts'

test('settings that an earlier version of the app saved have a default for what it did not know', async () => {
  const db = createDatabase(`shop-${Math.random()}`)
  expect(await getSavedShop(db)).toBeUndefined()
  const { answerPromise: _later, ...older } = { ...newShop, name: 'Old Quay', version: 4, copyrightYear: 1998 }
  // what such a version saved
  await putValue(db, 'shop', older as typeof newShop)
  expect(await getSavedShop(db)).toEqual({ ...older, answerPromise: newShop.answerPromise })
})
