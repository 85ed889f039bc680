import { expectAccessible, expectNoSideways } from './accessible.ts'
import { expect, test, withoutWorker } from './shop.ts'

test.use(withoutWorker)

const field = (name: string) => ({ name, exact: true })

test('a person registers while ordering, changes the profile, logs out and in again', async ({ page }) => {
  await page.goto('/#/register?redirect=/shipping')
  await page.getByRole('textbox', field('Name')).fill('Moussa Sow')
  await page.getByRole('textbox', field('Email')).fill('moussa@example.org')
  await page.getByRole('textbox', field('Password')).fill('secret-1')
  await page.getByRole('textbox', field('Confirm Password')).fill('secret-2')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('The "Password" and "Confirm Password" fields must match.')).toBeVisible()
  await expect(page.getByRole('textbox', field('Confirm Password'))).toBeFocused()
  await page.getByRole('textbox', field('Confirm Password')).fill('secret-1')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/#\/shipping$/)

  await page.goto('/#/profile')
  // until this screen has come, the registration's is shown, with the same fields
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await page.getByRole('textbox', field('Name')).fill('Moussa S.')
  await page.getByRole('textbox', field('Password')).fill('another-1')
  await page.getByRole('textbox', field('Confirm Password')).fill('another-1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your profile was saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Moussa S.' })).toBeVisible()

  await page.getByRole('navigation', { name: 'My account' }).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/#\/$/)
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
  await page.goto('/#/profile')
  await expect(page).toHaveURL(/#\/login\?redirect=\/profile$/)
  // the newsletter of the home page, which is still there for a moment, has a field of the same name
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.getByRole('textbox', field('Email')).fill('moussa@example.org')
  await page.getByRole('textbox', field('Password')).fill('secret-1')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toContainText('The email or the password is wrong.')
  await page.getByRole('textbox', field('Password')).fill('another-1')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/#\/profile$/)
  await expect(page.getByRole('textbox', field('Name'))).toHaveValue('Moussa S.')
})

test('login and registration are accessible with their errors shown, and fit a phone', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/#/login')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Please fill in this field').first()).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.goto('/#/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Please fill in this field').first()).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
})
