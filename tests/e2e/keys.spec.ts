import { expectAccessible, expectNoSideways } from './accessible.ts'
import { admin, expect, openShop, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

test('an API key: added, shown until it was taken, used by a program and revoked', { tag: '@long' }, async ({
  browser,
}) => {
  const shop = await openShop()
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await signIn(page, shop, admin)
  await page.goto('/#/admin/shop')
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect(page.getByText('No program has a key yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add an API key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('ERP')
  await page.getByRole('checkbox', { name: 'Orders' }).check()
  await page.getByRole('checkbox', { name: 'Only reads' }).check()
  await page.getByLabel('Works until').fill('2001-01-01')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Please choose today or a later day')).toBeVisible()
  await expect(page.getByLabel('Works until')).toBeFocused()
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.getByLabel('Works until').fill('')
  // as if the password had been typed more than ten minutes ago
  const body = { type: 'about:quayside/password-needed', title: 'Password needed', status: 409, detail: 'Password' }
  const late = { status: 409, contentType: 'application/problem+json', headers: { 'x-shop-api': '1' } }
  await page.route('**/api/keys/', (route) => route.fulfill({ ...late, json: body }), { times: 1 })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Is it you?' }).getByRole('textbox', { name: 'Your password' })
  await expect(asked).toBeFocused()
  await expectNoSideways(page)
  await expectAccessible(page)
  await asked.fill(admin.password)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('textbox', { name: 'Key of ERP' })
  await expect(shown).toHaveValue(/^qs_/)
  await expect(page.getByRole('heading', { name: 'Key of ERP' })).toBeFocused()
  const key = await shown.inputValue()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 300)
  await expect(shown).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have it' }).click()
  await expect(shown).toBeHidden()
  const call = async () => {
    const answer = await fetch(`${shop.url}/api/orders/`, { headers: { authorization: `Bearer ${key}` } })
    return answer.status
  }
  await expect(page.getByText('Never used')).toBeVisible()
  expect(await call()).toBe(200)
  await page.reload()
  await expect(page.getByText('Last used:')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke ERP' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('No program has a key yet.')).toBeVisible()
  expect(await call()).toBe(401)
  await page.goto('/#/admin/log')
  await expect(page.getByText('API key revoked')).toBeVisible()
  await context.close()
  await shop.close()
})
