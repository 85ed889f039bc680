import { freePort } from '../support/free-port.mjs'
import { openMailServer } from '../support/mail-server.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { expect, openShop, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

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
