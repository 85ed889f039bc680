import { readFile } from 'node:fs/promises'
import { freePort } from '../support/free-port.mjs'
import { openMailServer } from '../support/mail-server.ts'
import { turn } from '../support/run.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { dealIn } from './deal.ts'
import { expect, logIn, openShop, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

const field = (name: string) => ({ name, exact: true })

test('a forgotten password: mail, link, new password; the old session ends, and the link works once', {
  tag: turn(0, 2),
}, async ({ browser }) => {
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
  // the login's field has the same name
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
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
  await expect(other.getByText('Your session has ended. Log in again to continue.')).toBeVisible()

  await page.goto(`${shop.url}/#/reset/${token}`)
  await expect(page.getByText('This link was used already, or a newer change has ended it.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL(/#\/forgot$/)

  await Promise.all([elsewhere.close(), here.close()])
  await shop.close()
  await mailServer.close()
})

test('an e-mail address is confirmed by a button, not by opening the link, also without a script', {
  tag: '@long',
}, async ({ browser }) => {
  const mailServer = await openMailServer()
  // the public address is the one that the browser opens, because the form may only lead there
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const shop = await openShop({
    SMTP_URL: mailServer.url,
    CONTACT_TO: 'desk@quay.example',
    PUBLIC_URL: url,
    PORT: String(port),
  })
  const token = await shop.adminToken()
  const confirmed = async (email: string) => {
    const users = await shop.api<{ email: string; isConfirmed: boolean }[]>('GET', '/users/', { token })
    return users.find((user) => user.email === email)?.isConfirmed
  }
  for (const javaScriptEnabled of [true, false]) {
    const customer = await shop.newCustomer()
    const mails = () =>
      mailServer.taken.filter(({ to, text }) => to === customer.email && text.includes('/users/confirm/'))
    await expect.poll(() => mails().length).toBe(1)
    const link = /http:\S+\/users\/confirm\/\S+/.exec(mails()[0]?.text ?? '')?.[0] ?? ''
    const context = await browser.newContext({
      javaScriptEnabled,
      locale: 'fr-FR',
      viewport: { width: 360, height: 740 },
    })
    const page = await context.newPage()
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirmez votre adresse e-mail')
    await expectNoSideways(page)
    if (javaScriptEnabled) await expectAccessible(page)
    expect(await confirmed(customer.email)).toBe(false)
    await page.getByRole('button', { name: 'Oui, confirmer' }).click()
    await expect(page).toHaveURL(`${url}/#/activation/${customer._id}`)
    expect(await confirmed(customer.email)).toBe(true)
    await context.close()
  }
  await shop.close()
  await mailServer.close()
})

// Firefox has no download events over WebDriver BiDi
test('the own account: another session is ended, the data is downloaded, the account is deleted', {
  tag: ['@chromium', ...turn(1, 2)],
}, async ({ browser, shop }) => {
  const deal = dealIn(shop)
  const customer = await shop.newCustomer()
  const open = await deal.request(customer, 1)
  const offered = await deal.offer((await deal.request(customer, 2))._id)
  await deal.say(offered._id, { kind: 'accept', offer: offered.events.at(-1)?._id ?? '' }, customer.token)
  await shop.api('POST', '/users/logout/', { token: customer.token })
  const [elsewhere, here] = await Promise.all([browser.newContext(), browser.newContext()])
  const [other, page] = await Promise.all([elsewhere.newPage(), here.newPage()])
  for (const one of [other, page]) {
    await one.goto(shop.url)
    await logIn(one, customer)
    await one.goto(`${shop.url}/#/profile`)
    await expect(one.getByText('This device')).toBeVisible()
  }

  const sessions = page.getByRole('listitem').filter({ hasText: 'Last used' })
  await expect(sessions).toHaveCount(2)
  await expectNoSideways(page)
  await expectAccessible(page)
  await sessions.getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('The session was ended.')).toBeVisible()
  await expect(sessions).toHaveCount(1)
  await expect(other.getByText('Your session has ended. Log in again to continue.')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^my-data-.+\.json$/)
  const text = await readFile(await file.path(), 'utf8')
  const data = JSON.parse(text)
  expect(data.account).toMatchObject({ _id: customer._id, email: customer.email })
  expect(data.requests.map(({ _id }: { _id: string }) => _id).sort()).toEqual([open._id, offered._id].sort())
  expect(text).not.toMatch(/argon|hash|token|password/i)

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('The password is wrong.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(customer.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account was deleted.')).toBeVisible()
  await expect(page.getByRole('button', { name: customer.name })).toHaveCount(0)
  const adminToken = await shop.adminToken()
  const saved = await Promise.all([open, offered].map(({ _id }) => deal.read(_id, adminToken)))
  expect(saved.map(({ state, user }) => [state, user.name])).toEqual([
    ['cancelled', customer.name],
    ['accepted', customer.name],
  ])

  await page.goto(`${shop.url}/#/login`)
  // the home page, which is shown until then, has a field `Email` too
  await expect(page.getByRole('textbox', field('Password'))).toBeVisible()
  await page.getByRole('textbox', field('Email')).fill(customer.email)
  await page.getByRole('textbox', field('Password')).fill(customer.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/#\/login/)
  await Promise.all([elsewhere.close(), here.close()])
})
