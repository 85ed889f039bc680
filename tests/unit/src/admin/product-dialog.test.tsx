import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import Dexie from 'dexie'
import { expect, test } from 'vitest'
import { requiredLabels, requiredTexts } from '../../../../contract/product-fields.ts'
import { pause } from '../../../../src/lib/cancel.ts'
import { refusal, type Seen } from '../../../support/fake-server.ts'
import { bareFish } from '../../../support/fishes.ts'
import { admin, type OpenShop, openAs } from '../../../support/open-shop.tsx'

const id = (n: number) => `0190a1b2-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`
const fish = (n: number) =>
  bareFish({
    _id: id(n),
    trade_name: `Hake ${n}`,
    trade_name_fr: `Merlu ${n}`,
    type: 'fish',
    image: '',
    countInStock: n,
  })
const detail = (n: number) => ({ body: { ...fish(n), reviews: [] } })

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
const saved = ({ deps }: OpenShop, name: string) => deps.db.keyValue.get(`form:${name}`)

/** All at once: each key would draw the whole form again. */
function fillIn(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields))
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

test('a product needs its names, Famille, Classe and Stock; with them it is created as a multipart form', async () => {
  const shop = await openAs(admin, '/admin/products', {
    'GET /fish/': catalogue({ now: 0 }),
    'POST /fishes/create/': { ...detail(1), status: 201 },
  })
  await shop.user.click(await button('Add product'))
  await shop.user.click(await button('Save'))
  expect(screen.getAllByText('Please fill in this field')).toHaveLength(requiredTexts.length + 1)
  expect(document.activeElement).toBe(screen.getByLabelText('Trade name'))
  const texts = Object.fromEntries(requiredTexts.map((name) => [requiredLabels[name].en, name]))
  fillIn({ ...texts, Stock: '2,5' })
  await shop.user.upload(screen.getByLabelText('Image'), new File(['x'], 'hake.png', { type: 'image/png' }))
  await shop.user.click(await button('Save'))
  expect(await screen.findByText('The product was saved.')).toBeTruthy()
  const sent = bodyOf(shop.server.callsTo('POST /fishes/create/')[0])
  expect(sent?.get('trade_name_fr')).toBe('trade_name_fr')
  expect(sent?.get('countInStock')).toBe('2.5')
  expect(sent?.get('type')).toBe('fish')
  expect(sent?.get('image')).toBeInstanceOf(File)
  expect(shop.server.callsTo('GET /fish/').length).toBeGreaterThan(1)
})

test('one name can stand for all languages, and pictures of a saved product are ordered at once', async () => {
  const images = ['/images/a/640.webp', '/images/b/640.webp']
  const pictured = { ...fish(1), image: images[0] ?? '', images }
  const pictures = `PUT /fishes/${id(1)}/pictures/`
  const shop = await openAs(admin, '/admin/products', {
    'GET /fish/': { body: { fishes: [pictured], page: 1, pages: 1, total: 1 } },
    [pictures]: ({ body }: Seen) => ({ body: { ...pictured, ...Object(body), reviews: [] } }),
  })
  await shop.user.click(await button('Edit Hake 1'))
  await shop.user.click(await screen.findByRole('checkbox', { name: 'Same name in all languages' }))
  expect(screen.queryByLabelText('Trade name (French)')).toBeNull()
  await shop.user.click(await button('Move picture 1 back'))
  expect(await screen.findByText('Picture 1 is now number 2.')).toBeTruthy()
  expect(shop.server.callsTo(pictures)[0]?.body).toEqual({ images: images.toReversed(), seen: images })
})

test('a picture that is refused is reported at its field and loses no input; of a new product it makes no second one', async () => {
  const shop = await openAs(admin, '/admin/products', {
    'GET /fish/': catalogue({ now: 1 }),
    'POST /fishes/create/': { ...detail(2), status: 201 },
    [`POST /fishes/${id(2)}/pictures/`]: refusal(422, 'bad-picture'),
    [`PUT /fishes/update/${id(2)}/`]: detail(2),
    [`POST /fishes/${id(1)}/pictures/`]: refusal(422, 'bad-picture'),
  })
  const sentence = 'This picture cannot be read. Take a JPEG, PNG, WebP or AVIF file.'
  const photo = (name: string) => new File([name], name, { type: 'image/png' })
  const isTold = () => screen.getAllByText(sentence).some((error) => error.closest('[aria-live]') !== null)
  await shop.user.click(await button('Add product'))
  const texts = Object.fromEntries(requiredTexts.map((name) => [requiredLabels[name].en, name]))
  fillIn({ ...texts, Stock: '7' })
  await shop.user.upload(screen.getByLabelText('Image'), [photo('one.png'), photo('two.png'), photo('three.png')])
  await shop.user.click(await button('Move picture 3 forward'))
  await shop.user.click(await button('Save'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Image')))
  expect(isTold()).toBe(true)
  shop.server.sayings[`POST /fishes/${id(2)}/pictures/`] = detail(2)
  await shop.user.click(await button('Save'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(shop.server.callsTo('POST /fishes/create/')).toHaveLength(1)
  const sent = shop.server.callsTo(`POST /fishes/${id(2)}/pictures/`).map((seen) => bodyOf(seen)?.get('image'))
  expect(sent.map((file) => file instanceof File && file.name)).toEqual(['three.png', 'three.png', 'two.png'])
  await shop.user.click(await button('Edit Hake 1'))
  await screen.findByRole('dialog', { name: 'Edit Hake 1' })
  fillIn({ Stock: '7' })
  await shop.user.upload(screen.getByLabelText('Image'), photo('hake.png'))
  await waitFor(() => expect(isTold()).toBe(true))
  expect(screen.getByLabelText('Stock')).toHaveProperty('value', '7')
})

test('deleting asks first; without its last row, the last page is replaced by the one before', async () => {
  const count = { now: 7 }
  const shop = await openAs(admin, '/admin/products?page=2', {
    'GET /fish/': catalogue(count),
    [`DELETE /fishes/delete/${id(7)}/`]: () => {
      count.now = 6
      return { status: 204 }
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
  // it closes after the list was read again
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull()
})

const hake = fish(5)
const products = { body: { fishes: [hake], page: 1, pages: 1, total: 1 } }
const answers = { 'GET /fish/': products }
const rename = (label: string, text: string) => fillIn({ [label]: text })

test('closing the dialog discards the edit of a product, but not a new product', async () => {
  const shop = await openAs(admin, '/admin/products', answers)
  const typeInto = async (opener: string, label: string, text: string) => {
    await shop.user.click(await button(opener))
    await screen.findByRole('dialog')
    rename(label, text)
    await shop.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await typeInto('Edit Hake 5', 'Stock', '77')
  await typeInto('Add product', 'Trade name', 'Half a cod')
  await waitFor(async () =>
    expect(await saved(shop, 'fish-new')).toMatchObject({ value: { trade_name: 'Half a cod' } }),
  )
  expect(await saved(shop, `fish-${hake._id}`)).toBeUndefined()
  await shop.user.click(await button('Edit Hake 5'))
  expect(await screen.findByLabelText('Stock')).toHaveProperty('value', '5')
})

test('on a slow device a dialog stays open while the search is applied to the address', { tags: '@long' }, async () => {
  const { user, deps, place } = await openAs(admin, '/admin/products', answers)
  await screen.findByText('Hake 5')
  // the guard reads the session for longer than the delay of the pending component
  const { get } = deps.db.keyValue
  let guarded = 0
  const slowly = async (name: string) => {
    // a transaction would end during the pause
    if (name === 'session' && !Dexie.currentTransaction) {
      await pause(600)
      guarded += 1
    }
    return Reflect.apply(get, deps.db.keyValue, [name])
  }
  Object.assign(deps.db.keyValue, { get: slowly })
  await user.type(screen.getByRole('searchbox'), 'hake')
  await user.click(await button('Add product'))
  const dialog = await screen.findByRole('dialog', { name: 'New product' })
  await waitFor(() => expect(place()).toContain('keyword=hake'))
  await waitFor(() => expect(guarded).toBeGreaterThan(0))
  await waitFor(() => expect(screen.getByRole('dialog')).toBe(dialog))
})
