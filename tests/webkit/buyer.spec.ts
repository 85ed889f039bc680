import { expect, fillOrder, logIn, ordersOf, register, test } from './test.ts'

test('somebody registers, logs out and in again', async ({ open }) => {
  const person = { name: 'Amina Benali', email: 'amina.webkit@example.org', password: 'a good password' }
  const screen = await open()
  await register(screen, person)
  await screen.click('button', 'Amina Benali')
  await screen.click('menuitem', 'Logout')
  await screen.misses('button', 'Amina Benali')
  await logIn(screen, person)
  await screen.sees('button', 'Amina Benali')
})

test('a request is sent at once, with tonnes typed as in English and as in French', async ({
  open,
  shop,
  buyer,
  fishes,
}) => {
  const [fish] = fishes
  const screen = await open()
  await logIn(screen, buyer)
  await fillOrder(screen, fish, '2.5')
  await screen.click('button', 'Send Order')
  await screen.isAt('#/order/')
  await screen.says(/Sent \d{1,2} [A-Z][a-z]+ \d{4}/)
  await screen.choose(/^(Language|Langue|Idioma)$/, 'fr')
  await screen.says('Envoyée')
  await screen.goto(`/cart/${fish._id}?qty=1`)
  await screen.fill(/./, '12,5', { role: 'spinbutton', within: 'main' })
  await screen.click('button', 'Continuer')
  // the button of the cart, which is still there for a moment, has the same name
  await screen.sees('heading', 'Livraison')
  await screen.click('button', 'Continuer')
  await screen.click('button', 'Envoyer la demande')
  await screen.says('Envoyée')
  await expect
    .poll(async () => (await ordersOf(shop, buyer)).map(({ orderItems }) => orderItems[0]?.qty))
    .toEqual([12.5, 2.5])
})

test('the shop speaks three languages, and stays with the chosen one', async ({ open, fishes }) => {
  const [fish] = fishes
  const screen = await open()
  for (const [language, name] of [
    ['fr', fish.trade_name_fr],
    ['es', fish.trade_name_es],
    ['en', fish.trade_name],
  ] as const) {
    await screen.choose(/^(Language|Langue|Idioma)$/, language)
    await expect.poll(() => screen.run('return document.documentElement.lang')).toBe(language)
    await screen.goto(`/products/${fish._id}`)
    await screen.sees('heading', name)
  }
  await screen.choose(/^(Language|Langue|Idioma)$/, 'es')
  await expect.poll(() => screen.run('return document.documentElement.lang')).toBe('es')
  await screen.reload()
  await screen.sees('heading', fish.trade_name_es)
})

test('search, pages and categories stand in the address and survive a reload', async ({ open }) => {
  const screen = await open()
  await screen.goto('/products')
  await screen.click('button', 'Page 2')
  await screen.isAt(/^#\/products\?page=2$/)
  await screen.fill('Search products', 'merlu', { role: 'searchbox', within: 'main' })
  await screen.isAt(/^#\/products\?keyword=merlu$/)
  await screen.reload()
  await expect.poll(() => screen.valueOf('searchbox', 'Search products')).toBe('merlu')
  await screen.goto('/products/category/seafood')
  await screen.sees('article')
})

test('two tabs on the same request are one order', async ({ open, buyer, shop, fishes }) => {
  const [fish] = fishes
  const screen = await open()
  await logIn(screen, buyer)
  await fillOrder(screen, fish, '4')
  const other = await screen.newTab('/placeorder')
  await other.sees('button', 'Send Order')
  await other.click('button', 'Send Order')
  await other.says(/Sent \d{1,2} [A-Z][a-z]+ \d{4}/)
  const first = await screen.activate()
  await first.says(/Your cart is empty|Sent \d{1,2} [A-Z][a-z]+ \d{4}/)
  expect(await ordersOf(shop, buyer)).toHaveLength(1)
})

test('in a private window a request reaches the shop', async ({ open, buyer, shop, fishes }) => {
  const [fish] = fishes
  const screen = await open({ flags: ['--private'] })
  await logIn(screen, buyer)
  await fillOrder(screen, fish, '2.5')
  await screen.click('button', 'Send Order')
  await screen.says(/Sent \d{1,2} [A-Z][a-z]+ \d{4}/)
  expect(await ordersOf(shop, buyer)).toHaveLength(1)
})
