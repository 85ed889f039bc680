import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { followNavigation } from '../../../../src/app/focus.ts'
import { watchMenus } from '../../../../src/app/menus.ts'

const cleanups: (() => void)[] = []
beforeEach(() => {
  document.body.innerHTML =
    '<button popovertarget="menu">Menu</button><nav id="menu" popover="auto"><a href="#/">Home</a></nav>'
  cleanups.push(watchMenus())
})
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
  document.body.innerHTML = ''
})

const menu = () => document.querySelector('nav')
const isOpen = () => menu()?.classList.contains('popover-open')
const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()

async function openWith() {
  const root = createRootRoute()
  const routes = ['/', '/about'].map((path) => createRoute({ getParentRoute: () => root, path }))
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() })
  cleanups.push(followNavigation(router))
  await router.load()
  press('button')
  expect(isOpen()).toBe(true)
  return router
}

test('an open menu stays open when the data of its screen is read again', async () => {
  const router = await openWith()
  await router.invalidate()
  expect(isOpen()).toBe(true)
})

test('a navigation closes an open menu', async () => {
  const router = await openWith()
  void router.navigate({ to: '/about' })
  await expect.poll(isOpen).toBe(false)
})

test('a link to the screen that is shown closes its menu', async () => {
  await openWith()
  press('a')
  expect(isOpen()).toBe(false)
})
