import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Fish } from '../../../../contract/fishes.ts'
import { demoShop } from '../../../../server/demo/demo-shop.ts'
import { refusal, type Seen } from '../../../support/fake-server.ts'
import { bareFish } from '../../../support/fishes.ts'
import { admin, type OpenShop, openAs, openShop } from '../../../support/open-shop.tsx'

const hake = bareFish({
  ...{ _id: '0190a1b2-0000-7000-8000-000000000101', trade_name: 'Hake', type: 'fish', countInStock: 5 },
  ...{ image: '/images/aaaaaaaaaaaaaaaa/640.webp', updated_at: '2026-01-01T00:00:00.000Z' },
})
const update = `PUT /fishes/update/${hake._id}/`
const second = '/images/bbbbbbbbbbbbbbbb/640.webp'

/** A server with one product that refuses outdated updates. */
function products() {
  const state = { saved: { ...hake }, seconds: 0 }
  const write = (change: Partial<Fish>) => {
    state.seconds += 1
    state.saved = { ...state.saved, ...change, updated_at: `2026-01-01T00:00:0${state.seconds}.000Z` }
  }
  const guarded = (make: (seen: Seen) => object) => (seen: Seen) =>
    seen.headers.get('if-match') === `"${state.saved.updated_at}"` ? make(seen) : refusal(409, 'edited-meanwhile')
  return {
    state,
    /** saves as somebody else */
    write,
    answers: {
      'GET /fish/': () => ({ body: { fishes: [state.saved], page: 1, pages: 1, total: 1 } }),
      [`GET /fishes/${hake._id}`]: () => ({ body: { ...state.saved, reviews: [] } }),
      [update]: guarded(({ body }) => {
        write(Object(body))
        return { body: { ...state.saved, reviews: [] } }
      }),
      [`POST /fishes/${hake._id}/pictures/`]: () => {
        write({ images: [hake.image, second] })
        return { body: { ...state.saved, reviews: [] } }
      },
    },
  }
}

const save = async ({ user }: OpenShop) => user.click(await screen.findByRole('button', { name: 'Save' }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
// by label and text, since role queries in a whole dialog take seconds on a busy machine
const field = (name: string) => screen.getByLabelText(name, { selector: 'input' })
const legend = { selector: 'legend' }
const choice = async (name: string, side: 'Your value' | 'Saved value') =>
  within((await screen.findByText(name, legend)).closest('fieldset') ?? document.body).getByLabelText(
    new RegExp(`^${side}`),
  )

/** All at once: each key would draw the whole form again. */
function fillIn(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) fireEvent.change(field(label), { target: { value: text } })
}

async function edit(answers: ReturnType<typeof products>['answers'], device?: OpenShop['deps']['db']) {
  const shop = await openShop('/admin/products', { session: admin, answers, ...(device && { device }) })
  await shop.user.click(await screen.findByRole('button', { name: 'Edit Hake' }))
  await screen.findByRole('dialog', { name: 'Edit Hake' })
  return shop
}

test('two edits of a product are merged; the second person chooses where both changed a field', async () => {
  const { state, write, answers } = products()
  const shop = await edit(answers)
  fillIn({ Stock: '7', Packing: '10 kg', Size: 'L' })
  write({ countInStock: 6, packing: '5 kg', origin: 'FAO 34' })
  await save(shop)
  expect(await choice('Stock', 'Your value')).toHaveProperty('checked', true)
  expect(document.activeElement?.textContent).toContain('Somebody else has saved this meanwhile')
  expect(screen.queryByText('Size', legend)).toBeNull()
  expect(field('Origin')).toHaveProperty('value', 'FAO 34')
  await shop.user.click(await choice('Packing', 'Saved value'))
  expect(field('Packing')).toHaveProperty('value', '5 kg')
  // choosing back and forth loses nothing
  await shop.user.click(await choice('Stock', 'Saved value'))
  expect(field('Stock')).toHaveProperty('value', '6')
  await shop.user.click(await choice('Stock', 'Your value'))
  expect(field('Stock')).toHaveProperty('value', '7')
  await save(shop)
  await isClosed()
  expect(state.saved).toMatchObject({ countInStock: 7, packing: '5 kg', size: 'L', origin: 'FAO 34' })
  expect(shop.server.callsTo(update)).toHaveLength(2)
})

test('a correction after the conflict is the reader’s own value', { tags: '@long' }, async () => {
  const { state, write, answers } = products()
  const shop = await edit(answers)
  fillIn({ Packing: '10 kg' })
  write({ packing: '5 kg' })
  await save(shop)
  await choice('Packing', 'Your value')
  fillIn({ Packing: '12 kg' })
  await shop.user.click(await choice('Packing', 'Saved value'))
  await shop.user.click(await choice('Packing', 'Your value'))
  expect(field('Packing')).toHaveProperty('value', '12 kg')
  await save(shop)
  await isClosed()
  expect(state.saved.packing).toBe('12 kg')
})

test('a third edit before the choice is a new conflict; the earlier choices stay', { tags: '@long' }, async () => {
  const { state, write, answers } = products()
  const shop = await edit(answers)
  fillIn({ Stock: '7', Packing: '10 kg' })
  write({ countInStock: 6, packing: '5 kg' })
  await save(shop)
  await choice('Stock', 'Your value')
  write({ countInStock: 8 })
  await save(shop)
  await waitFor(async () => expect((await choice('Stock', 'Saved value')).closest('label')?.textContent).toContain('8'))
  expect(screen.queryByText('Packing', legend)).toBeNull()
  await save(shop)
  await isClosed()
  expect(state.saved).toMatchObject({ countInStock: 7, packing: '10 kg' })
})

test('a new picture causes no conflict with the texts that are typed, and survives them', async () => {
  const { state, answers } = products()
  const shop = await edit(answers)
  await shop.user.upload(screen.getByLabelText('Image'), new File(['x'], 'hake.png', { type: 'image/png' }))
  await screen.findByRole('button', { name: 'Remove picture 2' })
  fillIn({ Stock: '7' })
  await save(shop)
  await isClosed()
  expect(state.saved).toMatchObject({ countInStock: 7, images: [hake.image, second] })
})

test('a draft from before a reload is compared with the product it started from', async () => {
  const { state, write, answers } = products()
  const first = await edit(answers)
  fillIn({ Stock: '7' })
  const typed = () => first.deps.db.keyValue.get(`form:fish-${hake._id}`)
  await waitFor(async () => expect(await typed()).toMatchObject({ value: { countInStock: '7' } }))
  first.unmount()
  write({ countInStock: 6, packing: '5 kg' })
  const shop = await edit(answers, first.deps.db)
  await waitFor(() => expect(field('Stock')).toHaveProperty('value', '7'))
  await save(shop)
  await shop.user.click(await choice('Stock', 'Saved value'))
  await save(shop)
  await isClosed()
  expect(state.saved).toMatchObject({ countInStock: 6, packing: '5 kg' })
})

test('settings of the shop that were left half typed open with all that was typed', {
  tags: '@long',
}, async () => {
  const answers = { 'GET /shop/': { body: { ...demoShop, version: 1 } } }
  const first = await openAs(admin, '/admin/shop', answers)
  const value = {
    ...{ street: 'Quay 3', tagline: { fr: 'De Dakhla' }, newsletterGmailOnly: false },
    start: { ...demoShop, version: 1, newsletterGmailOnly: true },
  }
  await first.deps.db.keyValue.put({ name: 'form:shop', value })
  first.unmount()
  await openShop('/admin/shop', { session: admin, answers, device: first.deps.db })
  await waitFor(() => expect(screen.getByLabelText('Street')).toHaveProperty('value', 'Quay 3'))
  expect(screen.getByLabelText('Headline (French)')).toHaveProperty('value', 'De Dakhla')
  expect(screen.getByLabelText('Headline (English)')).toHaveProperty('value', demoShop.tagline.en)
  await waitFor(() => expect(screen.getByLabelText(/Only Gmail/)).toHaveProperty('checked', false))
})
