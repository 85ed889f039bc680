import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { AccountMenu } from '../../../../src/app/header.tsx'
import { cartLineOf, putCartLine } from '../../../../src/db/cart.ts'
import { fish } from '../../../support/fishes.ts'
import { admin, customer, openAs, openShop } from '../../../support/open-shop.tsx'

// as on a wide screen, where the menu is always open: jsdom does not load the style sheet
beforeAll(() => {
  const style = document.createElement('style')
  style.textContent = '[popover] { display: block !important }'
  document.head.append(style)
})

const names = (inside: HTMLElement, role: string) =>
  within(inside)
    .getAllByRole(role)
    .map((each) => each.getAttribute('aria-label') ?? each.textContent)

test('the header of a visitor', async () => {
  await openShop('/about')
  const menu = await screen.findByRole('navigation', { name: 'Main menu' })
  expect(names(menu, 'link')).toEqual(['Home', 'Products', 'About', 'Contact', 'Login', 'SignUp'])
  expect(screen.getByRole('combobox', { name: 'Language' })).toBeTruthy()
  expect(within(menu).getByRole('link', { name: 'About' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Cart' })).toBeTruthy()
})

test('a customer has an account menu, and a sidebar on the account screens', async () => {
  const { user } = await openAs(customer, '/profile')
  await user.click(await screen.findByRole('button', { name: customer.name }))
  const menu = await screen.findByRole('menu', { name: customer.name })
  expect(names(menu, 'menuitem')).toEqual(['My orders', 'Profile', 'Logout'])
  const sidebar = screen.getByRole('navigation', { name: 'My account' })
  expect(names(sidebar, 'link')).toEqual(['My orders', 'Profile'])
  expect(within(sidebar).getByRole('button', { name: 'Logout' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'SignUp' })).toBeNull()
})

test('an administrator has the administration sidebar, and neither cart nor footer', async () => {
  const { user } = await openAs(admin, '/profile')
  const sidebar = await screen.findByRole('navigation', { name: 'Administration' })
  const screens = ['Dashboard', 'Orders', 'Products', 'Customers', 'Messages']
  expect(names(sidebar, 'link')).toEqual([...screens, 'View shop', 'Profile'])
  await user.click(within(sidebar).getByRole('button', { name: 'Settings', expanded: false }))
  const settings = ['Shop settings', 'Lots', 'Users', 'API keys', 'Webhooks', 'Subscribers', 'Log']
  expect(names(sidebar, 'link')).toEqual([...screens, ...settings, 'View shop', 'Profile'])
  expect(within(sidebar).getByRole('button', { name: 'Logout' })).toBeTruthy()
  expect(screen.queryByRole('contentinfo')).toBeNull()
  expect(names(screen.getByRole('navigation', { name: 'Main menu' }), 'link')).toEqual(['Dashboard'])
  expect(screen.queryByRole('link', { name: /^Cart/ })).toBeNull()
})

test('the badge has room for ninety-nine new answers; the name of the button tells their number', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const menu = (unopened: number) => (
    <I18nProvider i18n={i18n}>
      <AccountMenu user={customer} unopened={unopened} isAnnounced={false} onLogout={() => {}} />
    </I18nProvider>
  )
  const { rerender } = render(menu(99))
  expect(screen.getByRole('button', { name: `${customer.name}, 99 new answers` }).textContent).toContain('99')
  rerender(menu(1000))
  const button = screen.getByRole('button', { name: `${customer.name}, 1000 new answers` })
  expect(within(button).getByText('99+')).toBeTruthy()
})

test('the cart link counts the lines live', async () => {
  const { deps } = await openShop('/about')
  await screen.findByRole('link', { name: 'Cart' })
  await act(async () => putCartLine(deps.db, cartLineOf(fish(), 1, 1)))
  expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeTruthy()
  await act(async () => putCartLine(deps.db, cartLineOf(fish({ _id: 'two' }), 1, 2)))
  expect(await screen.findByRole('link', { name: 'Cart, 2 items' })).toBeTruthy()
})

test('an unknown address shows the not-found view', async () => {
  await openShop('/no/such/place')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  // set in an effect, a moment after the heading
  await waitFor(() => expect(document.title).toBe('Page not found · Quayside'))
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('#/')
})
