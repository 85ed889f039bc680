import { expect, fillOrder, logIn, ordersOf, sendAfterCut, test } from './test.ts'

/*
 * How WebKit draws what it draws by itself, and what a person gets where it lacks a feature.
 */

const selectLooks = `
  const { appearance, backgroundColor, color, minHeight } = getComputedStyle(document.querySelector(arguments[0]))
  return { appearance, backgroundColor, color, minHeight }`

test('selects have the colours of the shop, not those of the system', async ({ open, buyer, fishes }) => {
  const screen = await open({ width: 1280, height: 900 })
  await screen.sees('combobox', 'Language')
  expect(await screen.run(selectLooks, '.language-select')).toEqual({
    appearance: 'none',
    backgroundColor: 'rgb(11, 37, 64)',
    color: 'rgb(255, 255, 255)',
    minHeight: '44px',
  })
  await logIn(screen, buyer)
  await screen.goto(`/products/${fishes[0]._id}`)
  await screen.sees('combobox', 'Rating')
  expect(await screen.run(selectLooks, 'main select')).toEqual({
    appearance: 'none',
    backgroundColor: 'rgb(255, 255, 255)',
    color: 'rgb(12, 33, 54)',
    minHeight: '44px',
  })
})

// older versions have no `rel=expect`, which holds the first paint back: they paint the same page as it comes
test('the first screen has its products before any script of the app', async ({ open }) => {
  const noteFirst = `addEventListener('DOMContentLoaded', () => {
    const { length } = document.querySelectorAll('main .card')
    const isApp = document.querySelector('#entry') !== null
    Object.assign(window, { first: { isApp, cards: length > 3, heading: document.querySelector('main h1')?.innerText } })
  })`
  const screen = await open({ before: noteFirst })
  expect(await screen.run('return first')).toEqual({
    isApp: false,
    cards: true,
    heading: 'Fish and seafood for export, by the tonne',
  })
})

for (const [what, before] of [
  ['navigator.storage', 'delete Navigator.prototype.storage'],
  ['navigator.storage.estimate', 'delete StorageManager.prototype.estimate'],
] as const)
  test(`without ${what} the size is not shown, and a request is saved all the same`, async ({
    open,
    line,
    buyer,
    shop,
    fishes,
  }) => {
    const screen = await open({ before })
    await logIn(screen, buyer)
    await screen.goto('/offline')
    await screen.says('Last checked')
    expect(await screen.text()).not.toContain('Size of everything')
    await fillOrder(screen, fishes[0], '2')
    await sendAfterCut(screen, line)
    expect(await ordersOf(shop, buyer)).toHaveLength(1)
  })

const startPage = `
  const name = (await caches.keys()).find((each) => each.startsWith('start-')) ?? ''
  const page = await (await caches.open(name)).match(location.origin + '/')
  return (await page?.text()) ?? ''`

test('in a private window the page for the next start is a visitor’s, before and after the logout', async ({
  open,
  buyer,
}) => {
  const screen = await open({ flags: ['--private'] })
  await screen.savedForOffline()
  await logIn(screen, buyer)
  await screen.goto('/')
  await screen.reload()
  await screen.sees('button', buyer.name)
  const saved = () => screen.runAsync<string>(startPage)
  await expect.poll(saved).toContain('class="hero"')
  expect(await saved()).not.toContain(buyer.name)
  await screen.click('button', buyer.name)
  await screen.click('menuitem', 'Logout')
  await screen.misses('button', buyer.name)
  expect(await saved()).toContain('class="hero"')
  expect(await saved()).not.toContain(buyer.name)
})
