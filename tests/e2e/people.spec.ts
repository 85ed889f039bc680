import { openMailServer } from '../support/mail-server.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { expect, logIn, openShop, test } from './shop.ts'

const field = (name: string) => ({ name, exact: true })

test('a forgotten password: mail, link, new password; the old session ends, and the link works once', async ({
  browser,
}) => {
  const mailServer = await openMailServer()
  const mail = { SMTP_URL: mailServer.url, CONTACT_TO: 'desk@quay.example', PUBLIC_URL: 'https://quay.example' }
  const shop = await openShop(mail)
  const customer = await shop.newCustomer()
  const [elsewhere, here] = await Promise.all([browser.newContext(), browser.newContext()])
  const [other, page] = await Promise.all([elsewhere.newPage(), here.newPage()])
  await other.goto(shop.url)
  await logIn(other, customer)

  await page.goto(`${shop.url}/#/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('textbox', field('Email')).fill(customer.email)
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If there is an account for ${customer.email}`)).toBeVisible()
  await expectAccessible(page)
  const resets = () => mailServer.taken.filter(({ to, text }) => to === customer.email && text.includes('#/reset/'))
  await expect.poll(() => resets().length).toBe(1)
  const token = /#\/reset\/([\w-]+)/.exec(resets()[0]?.text ?? '')?.[1]

  await page.goto(`${shop.url}/#/reset/${token}`)
  await page.getByRole('textbox', field('Password')).fill('a better password')
  await page.getByRole('textbox', field('Confirm Password')).fill('a better password')
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/#\/login$/)
  await page.getByRole('textbox', field('Email')).fill(customer.email)
  await page.getByRole('textbox', field('Password')).fill('a better password')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: customer.name })).toBeVisible()

  await other.goto(`${shop.url}/#/profile`)
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('alert').getByText('Please log in again.')).toBeVisible()

  await page.goto(`${shop.url}/#/reset/${token}`)
  await expect(page.getByText('This link was used already, or a newer change has ended it.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL(/#\/forgot$/)

  await Promise.all([elsewhere.close(), here.close()])
  await shop.close()
  await mailServer.close()
})
