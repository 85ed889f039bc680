import { readFile } from 'node:fs/promises'
import { acceptedOrder, fillIn, giveAccount, seller } from '../e2e/paper-deal.ts'
import { admin } from '../e2e/shop.ts'
import { pdfText } from '../support/pdf-text.ts'
import { expect, logIn, test } from './test.ts'

test('an exporter makes a pro forma and saves it as a file', async ({ open, buyer, shop }) => {
  const token = await shop.adminToken()
  await fillIn(shop, token)
  await giveAccount(shop, token)
  const { _id, reference } = await acceptedOrder(shop, buyer)
  const screen = await open({ width: 820, height: 1180 })
  await logIn(screen, admin)
  await screen.goto(`/order/${_id}`)
  // what comes late moves the buttons
  for (const late of ['No paper was made yet.', 'Draft of packing list', 'Add files', 'comes next'])
    await screen.says(late)
  await screen.click('button', 'Preview')
  await screen.click('button', 'Issue')
  await screen.says(/PF-\d{4}-\d{4} is made\. The buyer finds it/)
  await screen.click('button', /^Save PF-\d{4}-\d{4}\.pdf as a file$/, { within: 'main' })
  const text = pdfText(await readFile(await screen.downloaded())).join('\n')
  for (const part of [seller.legalName, reference, 'Pro forma invoice PF-']) expect(text).toContain(part)
})
