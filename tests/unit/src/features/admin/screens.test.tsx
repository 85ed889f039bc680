import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Fish } from '../../../../../contract/fishes.ts'
import { rights } from '../../../../../contract/rights.ts'
import { newShop } from '../../../../../contract/texts/shop-texts.ts'
import { demoShop } from '../../../../../server/demo/demo-shop.ts'
import type { Session } from '../../../../../src/data/rows.ts'
import { putValue } from '../../../../../src/data/values.ts'
import { preloadDialogs } from '../../../../../src/ui/dialogs/dialog.tsx'
import { offline, refusal, type Seen } from '../../../../support/fake-server.ts'
import { admin, customer, openShop } from '../../../../support/open-shop.tsx'
import { orderWith } from '../../../../support/some-orders.ts'

// the dialog's code takes a while to compile
beforeAll(async () => expect(await preloadDialogs()).toBe(true), 60_000)

const id = (n: number) => `0190a1b2-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`
const fish = (n: number): Fish => ({
  _id: id(n),
  trade_name: `Hake ${n}`,
  trade_name_fr: `Merlu ${n}`,
  trade_name_es: `Merluza ${n}`,
  classe: 'Actinopterygii',
  category: 'Merlucciidae',
  type: 'fish',
  image: '',
  size: '',
  weight: '',
  countInStock: n,
  rating: 0,
  numReviews: 0,
  updated_at: '2026-01-01T00:00:00.000Z',
})
const detail = (n: number) => ({ body: { ...fish(n), reviews: [] } })
const awa = { _id: customer.userId, name: 'Awa Diop', email: 'awa@example.com', isAdmin: false }
const self = { _id: admin.userId, name: admin.name, email: admin.email, isAdmin: true }
const users = { body: [awa, self], headers: { 'x-total-count': '2' } }

/** The list of products, six per page. A page past the end repeats the last one. */
function catalogue(count: { now: number }) {
  return ({ path }: Seen) => {
    const query = new URLSearchParams(path.split('?')[1])
    const pages = Math.max(1, Math.ceil(count.now / 6))
    const page = Math.min(Number(query.get('page')), pages)
    const all = Array.from({ length: count.now }, (_, n) => fish(n + 1))
    return { body: { fishes: all.slice((page - 1) * 6, page * 6), page, pages, total: count.now } }
  }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const bodyOf = (seen: Seen | undefined) => seen?.body as FormData | undefined

/** All at once: each key would draw the whole form again. */
function fillIn(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields))
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

test.each(['/dashboard', '/admin/products', '/admin/order', '/users', '/admin/messages', '/subscribes'])(
  '%s redirects visitors and customers to the login',
  async (path) => {
    expect((await openShop(path)).place()).toBe(`/login?redirect=${path}`)
    const { place, unmount } = await openShop(path, { session: customer })
    expect(place()).toBe(`/login?redirect=${path}`)
    unmount()
  },
)

test('a product needs its names, Famille, Classe and Stock; with them it is created as a multipart form', async () => {
  const shop = await openShop('/admin/products', {
    session: admin,
    answers: { 'GET /fish/': catalogue({ now: 0 }), 'POST /fishes/create/': { ...detail(1), status: 201 } },
  })
  await shop.user.click(await button('Add product'))
  await shop.user.click(await button('Save'))
  expect(screen.getAllByText('Please fill in this field')).toHaveLength(6)
  expect(document.activeElement).toBe(screen.getByLabelText('Trade name'))
  const texts = { 'Trade name': 'Hake', 'Trade name (French)': 'Merlu', 'Trade name (Spanish)': 'Merluza' }
  fillIn({ ...texts, Famille: 'Merlucciidae', Classe: 'Actinopterygii', Stock: '2,5' })
  await shop.user.upload(screen.getByLabelText('Image'), new File(['x'], 'hake.png', { type: 'image/png' }))
  await shop.user.click(await button('Save'))
  expect(await screen.findByText('The product was saved.')).toBeTruthy()
  const sent = bodyOf(shop.server.callsTo('POST /fishes/create/')[0])
  expect(sent?.get('trade_name_fr')).toBe('Merlu')
  expect(sent?.get('countInStock')).toBe('2.5')
  expect(sent?.get('type')).toBe('fish')
  expect(sent?.get('image')).toBeInstanceOf(File)
  expect(shop.server.callsTo('GET /fish/').length).toBeGreaterThan(1)
})

test('a failed upload is reported at the picture, saves nothing and loses no input', async () => {
  const shop = await openShop('/admin/products', {
    session: admin,
    answers: { 'GET /fish/': catalogue({ now: 1 }), 'POST /fishes/upload/': refusal(422, 'bad-picture') },
  })
  await shop.user.click(await button('Edit Hake 1'))
  await screen.findByRole('dialog', { name: 'Edit Hake 1' })
  fillIn({ Stock: '7' })
  await shop.user.upload(screen.getByLabelText('Image'), new File(['x'], 'hake.png', { type: 'image/png' }))
  await shop.user.click(await button('Save'))
  const sentence = 'This picture cannot be read. Take a JPEG, PNG, WebP or AVIF file.'
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Image')))
  expect(screen.getAllByText(sentence).some((error) => error.closest('[aria-live]') !== null)).toBe(true)
  expect(shop.server.callsTo(`PUT /fishes/update/${id(1)}/`)).toEqual([])
  shop.server.sayings['POST /fishes/upload/'] = { body: '/images/0123456789abcdef/640.webp' }
  shop.server.sayings[`PUT /fishes/update/${id(1)}/`] = detail(1)
  await shop.user.click(await button('Save'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(shop.server.callsTo(`PUT /fishes/update/${id(1)}/`)[0]?.body).toMatchObject({
    _id: id(1),
    image: '/images/0123456789abcdef/640.webp',
    countInStock: 7,
  })
})

test('deleting asks first; without its last row, the last page is replaced by the one before', async () => {
  const count = { now: 7 }
  const shop = await openShop('/admin/products?page=2', {
    session: admin,
    answers: {
      'GET /fish/': catalogue(count),
      [`DELETE /fishes/delete/${id(7)}/`]: () => {
        count.now = 6
        return { status: 204 }
      },
    },
  })
  await shop.user.click(await button('Delete Hake 7'))
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure want to delete?' })
  expect(dialog.textContent).toContain('Orders keep their own copy')
  await shop.user.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(shop.server.callsTo(`DELETE /fishes/delete/${id(7)}/`)).toEqual([])
  await shop.user.click(await button('Delete Hake 7'))
  await shop.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await button('Edit Hake 1')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull()
})

test('the list of users says which rights an administrator has', async () => {
  const colleague = { ...self, _id: id(9), email: 'coumba@example.com', rights: ['orders', 'people'] }
  const body = [awa, colleague]
  await openShop('/users', { session: admin, answers: { 'GET /users/': { body } } })
  const rowOf = async (email: string) => within((await screen.findByText(email)).closest('tr') ?? document.body)
  expect((await rowOf('coumba@example.com')).getByText('Orders · People')).toBeTruthy()
  expect((await rowOf('awa@example.com')).queryByText(/Orders|Products|People|Shop/)).toBeNull()
})

test('offline, a list shows the saved copy with its age, and deleting reports the missing connection', async () => {
  const first = await openShop('/users', { session: admin, answers: { 'GET /users/': users } })
  await screen.findByText('awa@example.com')
  await waitFor(async () => expect(await first.deps.db.views.count()).toBeGreaterThan(0))
  first.unmount()
  const answers = { 'GET /users/': offline, [`DELETE /users/delete/${awa._id}/`]: offline }
  const { user } = await openShop('/users', { session: admin, device: first.deps.db, answers })
  const row = (await screen.findByText('awa@example.com')).closest('tr')
  expect((await screen.findByText(/is saved on this device/)).textContent).toMatch(
    /\d{1,2} [A-Z][a-z]+ \d{4}, \d{1,2}:\d\d [ap]m/,
  )
  await user.click(within(row ?? document.body).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('There is no connection to the shop.')
})

test('offline, users and their invitations say once what is wrong; a retry brings both', async () => {
  const invitation = {
    _id: id(8),
    email: 'bo@example.com',
    rights: ['orders'],
    at: '2026-01-02T03:04:05.000Z',
    by: 'Ana',
    until: '2030-01-09T03:04:05.000Z',
  }
  const calls = ['GET /users/', 'GET /invitations/']
  const { user, server } = await openShop('/users', {
    session: admin,
    answers: { 'GET /users/': offline, 'GET /invitations/': offline },
  })
  await screen.findByText(/There is no connection to the shop/)
  await waitFor(() => expect(calls.map((call) => server.callsTo(call).length)).toEqual([1, 1]))
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1)
  Object.assign(server.sayings, { 'GET /users/': users, 'GET /invitations/': { body: [invitation] } })
  await user.click(await button('Retry'))
  await screen.findByText('awa@example.com')
  await screen.findByRole('article', { name: 'bo@example.com' })
})

test('offline, the dashboard lists the saved orders, also on a page that was never fetched', async () => {
  const changed = Array.from({ length: 21 }, (_, n) =>
    orderWith([], {
      _id: `o${n}`,
      reference: `Q-${String(n).padStart(4, '0')}`,
      created_at: `2026-06-${String(n + 1).padStart(2, '0')}T10:00:00.000Z`,
    }),
  )
  await openShop('/dashboard?page=2', {
    session: admin,
    answers: {
      'GET /orders/': offline,
      'GET /orders/changes/': { body: { changed, deleted: [], next: 'c', more: false } },
    },
  })
  const row = (await screen.findByText('Q-0000')).closest('tr')
  expect(row?.parentElement?.children).toHaveLength(1)
  await screen.findByText(/is saved on this device/)
})

test('a user is edited with the Is Admin checkbox; the input survives a refusal', async () => {
  const call = `PUT /users/update/${awa._id}/`
  const shop = await openShop('/users', {
    session: admin,
    answers: { 'GET /users/': users, [call]: refusal(409, 'last-admin') },
  })
  const row = (await screen.findByText('awa@example.com')).closest('tr') ?? document.body
  await shop.user.click(within(row).getByRole('button', { name: 'Edit' }))
  await screen.findByRole('dialog', { name: 'Edit user' })
  fillIn({ Name: 'Awa D.' })
  await shop.user.click(screen.getByLabelText('Is Admin'))
  await shop.user.click(await button('Save Changes'))
  expect((await screen.findByRole('alert')).textContent).toContain('last administrator')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Awa D.')
  shop.server.sayings[call] = { body: { ...awa, name: 'Awa D.', isAdmin: true } }
  await shop.user.click(await button('Save Changes'))
  expect(await screen.findByText('The user was saved.')).toBeTruthy()
  expect(shop.server.callsTo(call)[1]?.body).toEqual({
    _id: awa._id,
    name: 'Awa D.',
    email: awa.email,
    isAdmin: true,
    rights,
  })
})

test('the search box follows the address without interrupting the typing', async () => {
  const shop = await openShop('/users', { session: admin, answers: { 'GET /users/': users } })
  const box = await screen.findByRole('searchbox', { name: 'Search users' })
  const boxSays = (text: string) => waitFor(() => expect(box).toHaveProperty('value', text))
  act(() => shop.history.push('/users?keyword=hake'))
  await boxSays('hake')
  act(() => shop.history.back())
  await boxSays('')
  // a trailing space belongs to the next word: it stays in the box, but not in the address
  await shop.user.type(box, 'awa ')
  await waitFor(() => expect(shop.place()).toBe('/users?keyword=awa'))
  await shop.user.type(box, 'diop')
  await waitFor(() => expect(shop.place()).toBe('/users?keyword=awa%20diop'))
  expect(box.isConnected).toBe(true)
  await boxSays('awa diop')
  await shop.user.tab()
  act(() => shop.history.push('/users'))
  await boxSays('')
})

test('a counter whose list is missing shows a dash, not 0', async () => {
  await openShop('/dashboard', {
    session: admin,
    answers: {
      'GET /fish/count/': { body: { count: 60 } },
      'GET /orders/': refusal(503, 'database-away'),
      'GET /users/': users,
      'GET /messages/': ({ path }) => ({
        body: [],
        headers: { 'x-total-count': path.includes('state=new') ? '3' : '9' },
      }),
    },
  })
  const main = screen.getByRole('main')
  expect(await within(main).findByRole('link', { name: '60 Products' })).toBeTruthy()
  expect(await within(main).findByRole('link', { name: '2 Users' })).toBeTruthy()
  expect(await within(main).findByRole('link', { name: '3 New messages' })).toBeTruthy()
  expect(within(main).getByRole('link', { name: '– Orders' })).toBeTruthy()
})

test('subscribers are requested with the token', async () => {
  const { server } = await openShop('/subscribes', {
    session: admin,
    answers: {
      'GET /subscribers/': { body: [{ _id: id(9), email: 's@gmail.com', created_at: '2026-01-02T03:04:05.000Z' }] },
    },
  })
  expect(await screen.findByText('s@gmail.com')).toBeTruthy()
  expect(server.callsTo('GET /subscribers/')[0]?.headers.get('authorization')).toBe(`Bearer ${admin.token}`)
})

test('the settings have a tab for each language; a refused text in a hidden one opens it, and what was typed is sent', async () => {
  const settings = { ...demoShop, version: 1 }
  let refuses = true
  const shop = await openShop('/admin/shop', {
    session: admin,
    answers: {
      'GET /shop/': { body: settings },
      'PUT /shop/': ({ body }) =>
        refuses
          ? refusal(422, 'invalid-fields', [{ path: 'lead.es', detail: 'Too long.' }])
          : { body: { ...Object(body), version: 2 } },
    },
  })
  const panel = (name: string) => screen.findByRole('textbox', { name })
  expect(await panel('Headline (English)')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Headline (French)' })).toBe(null)
  const texts = within(screen.getByRole('tablist', { name: 'Language of the texts' }))
  await shop.user.click(texts.getByRole('tab', { name: 'French' }))
  const french = await panel('Headline (French)')
  await shop.user.clear(french)
  await shop.user.type(french, 'De Dakhla')
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.queryByRole('textbox', { name: 'Introduction (Spanish)' })),
  )
  expect(texts.getByRole('tab', { name: 'Spanish 1 error' }).getAttribute('aria-selected')).toBe('true')
  refuses = false
  await shop.user.click(texts.getByRole('tab', { name: 'English' }))
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(shop.server.calls.at(-1)?.body).toMatchObject({ tagline: { fr: 'De Dakhla' } }))
})

test('the settings stay as typed while somebody else saves; a discarded change and a saved one begin with the newest', async () => {
  let settings = { ...newShop, ...demoShop, version: 1 }
  const shop = await openShop('/admin/shop', {
    session: admin,
    answers: {
      'GET /shop/': () => ({ body: settings }),
      'PUT /shop/': ({ body }) => {
        settings = { ...settings, ...Object(body), version: settings.version + 1 }
        return { body: settings }
      },
    },
  })
  const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the shop' })
  const typed = await name()
  await shop.user.type(typed, ' Two')
  settings = { ...settings, name: 'Theirs', version: 2 }
  await act(() => putValue(shop.deps.db, 'shop', settings))
  expect([await name(), typed.value, document.activeElement]).toEqual([typed, `${demoShop.name} Two`, typed])
  await shop.user.click(screen.getByRole('button', { name: 'Discard changes' }))
  await waitFor(async () => expect((await name()).value).toBe('Theirs'))
  for (const version of [2, 3]) {
    await shop.user.type(await name(), '!')
    const before = await name()
    await shop.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(await name()).not.toBe(before))
    expect(shop.server.callsTo('PUT /shop/').at(-1)?.body).toMatchObject({ version })
  }
  expect((await name()).value).toBe('Theirs!!')
})

test('screens, links and buttons are there only with their rights', async () => {
  const session: Session = { ...admin, rights: ['people'] }
  const shop = await openShop('/users', { session, answers: { 'GET /users/': users } })
  const nav = await screen.findByRole('navigation', { name: 'Administration' })
  const links = within(nav).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Dashboard', 'Users', 'Profile', 'Messages', 'Subscribers'])
  const row = (await screen.findByText('awa@example.com')).closest('tr') ?? document.body
  await shop.user.click(within(row).getByRole('button', { name: 'Edit' }))
  await screen.findByRole('dialog', { name: 'Edit user' })
  expect(screen.queryByLabelText('Is Admin')).toBeNull()
  act(() => shop.history.push('/admin/order'))
  expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeTruthy()
})

test('an administrator gets some of the rights by ticks', async () => {
  const call = `PUT /users/update/${awa._id}/`
  const saved = { body: { ...awa, isAdmin: true, rights: ['orders'] } }
  const shop = await openShop('/users', { session: admin, answers: { 'GET /users/': users, [call]: saved } })
  const row = (await screen.findByText('awa@example.com')).closest('tr') ?? document.body
  await shop.user.click(within(row).getByRole('button', { name: 'Edit' }))
  await shop.user.click(await screen.findByLabelText('Is Admin'))
  for (const name of ['Products', 'People', 'Shop']) await shop.user.click(screen.getByRole('checkbox', { name }))
  await shop.user.click(await button('Save Changes'))
  expect(await screen.findByText('The user was saved.')).toBeTruthy()
  expect(shop.server.callsTo(call)[0]?.body).toMatchObject({ isAdmin: true, rights: ['orders'] })
})

test('a change of the name leaves the rights alone', async () => {
  const clerk = { ...awa, isAdmin: true, rights: ['orders'] }
  const call = `PUT /users/update/${awa._id}/`
  const list = { body: [clerk], headers: { 'x-total-count': '1' } }
  const answers = { 'GET /users/': list, [call]: { body: { ...clerk, name: 'Awa D.' } } }
  const shop = await openShop('/users', { session: admin, answers })
  await shop.user.click(await button('Edit'))
  await screen.findByRole('dialog', { name: 'Edit user' })
  fillIn({ Name: 'Awa D.' })
  await shop.user.click(await button('Save Changes'))
  expect(await screen.findByText('The user was saved.')).toBeTruthy()
  expect(shop.server.callsTo(call)[0]?.body).toEqual({ _id: awa._id, name: 'Awa D.', email: awa.email })
})
