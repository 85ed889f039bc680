import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newShop } from '../../../../contract/shop.ts'
import { demoShop } from '../../../../server/demo/demo-shop.ts'
import { putValue } from '../../../../src/db/database.ts'
import { refusal, type Saying } from '../../../support/fake-server.ts'
import { admin, openAs } from '../../../support/open-shop.tsx'

test('the settings have a tab for each language; a refused text in a hidden one opens it, and what was typed is sent', {
  tags: '@long',
}, async () => {
  const settings = { ...demoShop, version: 1 }
  let refuses = true
  const shop = await openAs(admin, '/admin/shop', {
    'GET /shop/': { body: settings },
    'PUT /shop/': ({ body }) =>
      refuses
        ? refusal(422, 'invalid-fields', [{ path: 'lead.es', detail: 'Too long.' }])
        : { body: { ...Object(body), version: 2 } },
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
  const shop = await openAs(admin, '/admin/shop', {
    'GET /shop/': () => ({ body: settings }),
    'PUT /shop/': ({ body }) => {
      settings = { ...settings, ...Object(body), version: settings.version + 1 }
      return { body: settings }
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

test('while a logo is uploaded the settings wait with it; discarded ones do not come back with it', {
  tags: '@long',
}, async () => {
  const logo = 'logo-0190a1b2-0000-7000-8000-000000000009'
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  let settings = { ...newShop, ...demoShop, version: 1 }
  const shop = await openAs(admin, '/admin/shop', {
    'GET /shop/': () => ({ body: settings }),
    'POST /shop/logo/': () => late.then(() => ({ body: logo })),
    'PUT /shop/': ({ body }) => {
      settings = { ...settings, ...Object(body), version: 2 }
      return { body: settings }
    },
  })
  const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the shop' })
  const choose = async () => {
    await shop.user.upload(await screen.findByLabelText(/^Logo/), new File(['x'], 'logo.png', { type: 'image/png' }))
    await shop.user.click(await screen.findByRole('button', { name: 'Use this part' }))
  }
  await shop.user.type(await name(), '!')
  await choose()
  await waitFor(() => expect(shop.server.callsTo('POST /shop/logo/')).toHaveLength(1))
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(shop.server.callsTo('PUT /shop/')).toEqual([])
  const typed = await name()
  await shop.user.click(screen.getByRole('button', { name: 'Discard changes' }))
  await waitFor(async () => expect(await name()).not.toBe(typed))
  await act(async () => answer())
  // longer than the delay before a draft is saved
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)))
  expect(await shop.deps.db.keyValue.get('form:shop')).toBeUndefined()
  await choose()
  await screen.findByRole('button', { name: 'Remove: Logo' })
  await shop.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The settings were saved.')
  expect(shop.server.callsTo('PUT /shop/').map(({ body }) => Object(body).logo)).toEqual([logo])
})

test('what the operator has to set for mails is named, and a test mail says what has become of it', async () => {
  const setup = { hasName: true, hasLogo: true, hasCatalogue: true, hasPublicAddress: true, hasSecondAdmin: true }
  const { user } = await openAs(admin, '/admin/shop', {
    'GET /shop/': { body: { ...demoShop, version: 1 } },
    'GET /shop/setup/': { body: { ...setup, hasMail: false, mailVariables: ['CONTACT_TO'], isDemonstration: false } },
    'POST /shop/mail/test/': { body: { isSent: false, email: admin.email, problem: '550 No such mailbox' } },
  })
  await screen.findByText('Mails cannot be sent yet: whoever runs the server sets CONTACT_TO.')
  await user.click(screen.getByRole('button', { name: 'Send me a test mail' }))
  await screen.findByText(`The mail to ${admin.email} was not sent: 550 No such mailbox`)
})

const terms = 'PUT /shop/texts/terms/'

async function openTerms(answers: Record<string, Saying>) {
  const shop = await openAs(admin, '/admin/shop', answers)
  await shop.user.click(await screen.findByRole('button', { name: 'Terms and conditions' }))
  const field = () => screen.findByRole('textbox', { name: 'Terms and conditions (English)' })
  await field()
  return { ...shop, field, form: within(screen.getByRole('form', { name: 'Terms and conditions' })) }
}

test('what was typed into a page is discarded, on the device too; the field has the focus then', async () => {
  const { user, deps, field, form } = await openTerms({
    'GET /shop/texts/terms/': { body: { en: 'Old', fr: '', es: '', version: 1 } },
  })
  expect(form.queryByRole('button', { name: 'Discard changes' })).toBeNull()
  await user.type(await field(), ' and mine')
  await waitFor(async () => expect(await deps.db.keyValue.get('form:legal-terms')).toBeTruthy())
  await user.click(form.getByRole('button', { name: 'Discard changes' }))
  expect(await field()).toHaveProperty('value', 'Old')
  expect(document.activeElement).toBe(await field())
  await waitFor(async () => expect(await deps.db.keyValue.get('form:legal-terms')).toBeUndefined())
})

test('who discards a text after somebody else has changed it reads theirs, without the question', {
  tags: '@long',
}, async () => {
  let text = { en: 'Old', fr: '', es: '', version: 1 }
  const { user, deps, field, form } = await openTerms({
    'GET /shop/texts/terms/': () => ({ body: text }),
    [terms]: refusal(409, 'edited-meanwhile'),
  })
  await user.type(await field(), ' and mine')
  await waitFor(async () => expect(await deps.db.keyValue.get('form:legal-terms')).toBeTruthy())
  text = { ...text, en: 'Theirs', version: 2 }
  await user.click(form.getByRole('button', { name: /^Save/ }))
  await form.findByText(/Somebody else has saved this meanwhile/)
  await user.click(form.getByRole('button', { name: 'Discard changes' }))
  expect(document.activeElement).toBe(await field())
  expect(screen.queryByText(/Somebody else has saved this meanwhile/)).toBeNull()
  await waitFor(async () => expect(await deps.db.keyValue.get('form:legal-terms')).toBeUndefined())
  expect(await field()).toHaveProperty('value', 'Theirs')
})

test('on a device without room, settings and texts that the server has saved are said to be saved', {
  tags: '@long',
}, async () => {
  const { user, deps, field, form } = await openTerms({
    'GET /shop/': { body: { ...newShop, ...demoShop, version: 1 } },
    'PUT /shop/': ({ body }) => ({ body: { ...newShop, ...Object(body), version: 2 } }),
    'GET /shop/texts/terms/': { body: { en: 'Old', fr: '', es: '', version: 1 } },
    [terms]: ({ body }) => ({ body: { ...Object(body), version: 2 } }),
  })
  vi.spyOn(deps.db.keyValue, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  onTestFinished(() => void vi.restoreAllMocks())
  await user.type(await field(), ' and mine')
  await user.click(form.getByRole('button', { name: /^Save/ }))
  await screen.findByText('The text was saved.')
  await user.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement)
  await screen.findByText('The settings were saved.')
  expect(screen.queryByText(/no room/i)).toBeNull()
})
