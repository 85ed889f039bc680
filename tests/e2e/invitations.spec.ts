import { openMailServer } from '../support/mail-server.ts'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { admin, expect, openShop, signIn, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

const field = (name: string) => ({ name, exact: true })

test('a colleague: invited by mail in another language, comes in by the link with these rights; a second link, and one withdrawn', {
  tag: '@long',
}, async ({ browser }) => {
  const mailServer = await openMailServer()
  const mail = { SMTP_URL: mailServer.url, CONTACT_TO: 'desk@quay.example', PUBLIC_URL: 'https://quay.example' }
  const shop = await openShop(mail)
  const small = { baseURL: shop.url, viewport: { width: 360, height: 740 } }
  const [office, home] = await Promise.all([browser.newContext(small), browser.newContext(small)])
  const [boss, guest] = await Promise.all([office.newPage(), home.newPage()])
  await signIn(boss, shop, admin)
  await boss.goto(`${shop.url}/#/users`)

  await boss.getByRole('button', { name: 'Invite a colleague' }).click()
  await boss.getByRole('textbox', { name: 'Email' }).fill('ana@example.org')
  await boss.getByRole('combobox', { name: 'Language of the mail' }).selectOption('es')
  await boss.getByRole('button', field('Invite')).click()
  await expect(boss.getByText('Please choose at least one.')).toBeVisible()
  await expectNoSideways(boss)
  await expectAccessible(boss)
  await boss.getByRole('checkbox', { name: 'Orders' }).check()
  await boss.getByRole('button', field('Invite')).click()
  const link = boss.getByRole('textbox', { name: 'Link of the invitation' })
  await expect(link).toHaveValue(/^https:\/\/quay\.example\/#\/invitation\/[\w-]{43}$/)
  await expect(boss.getByRole('heading', { name: 'Link of the invitation' })).toBeFocused()
  await expect(boss.getByRole('article', { name: 'ana@example.org' })).toContainText('Orders')
  await expectNoSideways(boss)
  await expectAccessible(boss)

  const invitations = () => mailServer.taken.filter(({ to }) => to === 'ana@example.org')
  await expect.poll(() => invitations().length).toBe(1)
  expect(invitations()[0]?.text).toContain('Únase al equipo de nuestra tienda')
  const token = /#\/invitation\/([\w-]{43})/.exec(invitations()[0]?.text ?? '')?.[1]
  await guest.goto(`${shop.url}/#/invitation/${token}`)
  await expect(guest.getByText('Sees and answers requests')).toBeVisible()
  await expect(guest.getByText('ana@example.org')).toBeVisible()
  await guest.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(guest.getByRole('textbox', field('Name'))).toBeFocused()
  await expectNoSideways(guest)
  await expectAccessible(guest)
  await guest.getByRole('textbox', field('Name')).fill('Ana')
  await guest.getByRole('textbox', field('Password')).fill('a good password')
  await guest.getByRole('textbox', field('Confirm Password')).fill('a good password')
  await guest.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(guest).toHaveURL(/#\/dashboard/)
  await expect(guest.getByText('You are part of the team now.')).toBeVisible()
  await guest.goto(`${shop.url}/#/invitation/${token}`)
  await expect(guest.getByText('This link was used already, or a newer change has ended it.')).toBeVisible()
  await expectAccessible(guest)

  // a link that is passed on gives an account more rights, once its owner is logged in
  await boss.reload()
  // in the list of users: the saved list of invitations, which is shown first, still has her address too
  await expect(boss.getByRole('row').filter({ hasText: 'ana@example.org' })).toBeVisible()
  await expect(boss.getByText('Open invitations')).toBeHidden()
  await boss.getByRole('button', { name: 'Invite a colleague' }).click()
  await boss.getByRole('checkbox', { name: 'Products' }).check()
  await boss.getByRole('button', field('Invite')).click()
  const passed = async () => (await link.inputValue()).replace('https://quay.example', shop.url)
  await guest.goto(await passed())
  await expect(guest.getByText('You are logged in as Ana (ana@example.org).')).toBeVisible()
  await expectNoSideways(guest)
  await expectAccessible(guest)
  await guest.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(guest).toHaveURL(/#\/dashboard/)
  await guest.goto(`${shop.url}/#/admin/products`)
  await expect(guest.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()

  // withdrawn while somebody has its form open
  await boss.reload()
  await boss.getByRole('button', { name: 'Invite a colleague' }).click()
  await boss.getByRole('checkbox', { name: 'Shop' }).check()
  await boss.getByRole('button', field('Invite')).click()
  await guest.goto(await passed())
  await expect(guest.getByRole('button', { name: 'Accept the invitation' })).toBeVisible()
  await boss.getByRole('button', { name: 'Withdraw' }).click()
  await boss.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(boss.getByText('The invitation was withdrawn.')).toBeVisible()
  await guest.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(guest.getByText('This invitation is no longer valid. Ask the shop for a new one.')).toBeVisible()
  await expectAccessible(guest)
  await boss.goto(`${shop.url}/#/admin/log`)
  await expect(boss.getByText('Invitation withdrawn')).toBeVisible()

  await Promise.all([office.close(), home.close()])
  await shop.close()
  await mailServer.close()
})
