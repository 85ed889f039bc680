import { oneInTurn } from '../support/run.ts'
import { expect, goTo, heading, test } from './proof-device.ts'

/*
 * Typed values survive a lost connection, a reload, and a new version of the app. Offline after one visit, the shop works.
 */

const forms: Record<string, { route: string; fields: Record<string, string>; press: string; user: boolean }> = {
  contact: {
    route: '/contact',
    fields: { Subject: 'Hake', Name: 'Awa', Email: 'awa@example.org', Message: 'Is there hake on Friday?' },
    press: '',
    user: false,
  },
  shipping: {
    route: '/shipping',
    fields: { Phone: '1', Address: '2 quai', City: 'Dakar', 'Postal code': '12500', Country: '' },
    press: 'Continue',
    user: false,
  },
  register: { route: '/register', fields: { Name: 'Awa', Email: 'awa@example.org' }, press: 'Register', user: false },
  login: { route: '/login', fields: { Email: 'awa@example.org' }, press: 'Login', user: false },
  profile: { route: '/profile', fields: { Name: 'Another name' }, press: 'Save', user: true },
}

for (const [name, { route, fields, press, user }] of oneInTurn(Object.entries(forms))) {
  test(`the ${name} form does not lose typed values at a lost connection and a reload`, async ({
    phone,
    line,
    shop,
  }) => {
    const { page } = await phone({ saved: true, ...(user && { as: await shop.newCustomer() }) })
    await goTo(page, route)
    const button = page.getByRole('main').getByRole('button', { name: press, exact: true })
    // the home page, which stands until then, has a field `Email` too
    await expect(press === '' ? page.getByRole('textbox', { name: 'Subject' }) : button).toBeVisible()
    line.setDown(true)
    for (const [field, text] of Object.entries(fields)) {
      await page.getByRole('main').getByRole('textbox', { name: field, exact: true }).fill(text)
    }
    if (press !== '') await button.click()
    const saved = async () => {
      for (const [field, text] of Object.entries(fields)) {
        await expect(page.getByRole('main').getByRole('textbox', { name: field, exact: true })).toHaveValue(text)
      }
    }
    await expect(heading(page)).toBeVisible()
    await saved()
    await page.reload()
    await expect(heading(page)).toBeVisible()
    await saved()
  })
}

test('a review and a newsletter address survive a lost connection and a reload', { tag: '@long' }, async ({
  phone,
  line,
  shop,
  fishes,
}) => {
  const { page } = await phone({ saved: true, as: await shop.newCustomer() })
  await goTo(page, `/products/${fishes[1]?._id}`)
  await page.getByRole('combobox', { name: 'Rating' }).selectOption('2 Fair')
  line.setDown(true)
  await page.getByRole('textbox', { name: 'Comment' }).fill('Half a word')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Half a word')
  await expect(page.getByRole('combobox', { name: 'Rating' })).toHaveValue('2')

  await goTo(page, '/')
  const newsletter = page.getByRole('region', { name: 'Landings and offers by mail' })
  const address = newsletter.getByRole('textbox', { name: 'Email' })
  await address.fill('awa@gmail.com')
  const tried = page.waitForEvent('requestfailed', (request) => request.url().includes('/subscribe'))
  await newsletter.getByRole('button', { name: 'Subscribe' }).click()
  await tried
  await expect(address).toHaveValue('awa@gmail.com')
  await page.reload()
  await expect(address).toHaveValue('awa@gmail.com')
})
