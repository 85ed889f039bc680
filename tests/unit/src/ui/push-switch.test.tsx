import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getValue } from '../../../../src/db/database.ts'
import { signOut } from '../../../../src/db/sign-out.ts'
import { noteConnection } from '../../../../src/sync/connection.ts'
import { offline, refusal, type Saying } from '../../../support/fake-server.ts'
import { admin, customer, openAs } from '../../../support/open-shop.tsx'
import { oneInTurn } from '../../../support/run.ts'
import { orderWith } from '../../../support/some-orders.ts'

const order = orderWith([], { user: { _id: customer.userId, name: customer.name, email: customer.email } })
const changes = { changed: [order], deleted: [], next: 'c1', more: false }
const answers: Record<string, Saying> = {
  'GET /orders/changes/': { body: changes },
  'GET /orders/o1/': { body: order },
  'GET /push/key/': { body: { key: 'BAEC' } },
  'PUT /push/subscriptions/': { status: 204 },
  'DELETE /push/subscriptions/': { status: 204 },
}
const endpoint = 'https://fcm.googleapis.com/fcm/send/a'

/** A browser with a push service. */
let asked: number
let answered: NotificationPermission
let subscription: PushSubscription | null
let subscribe: () => Promise<PushSubscription>
beforeEach(() => {
  ;[asked, answered, subscription] = [0, 'granted', null]
  const made = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      subscription = null
      return true
    },
    // the properties of a subscription that the app uses
  } as unknown as PushSubscription
  subscribe = async () => made
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      subscription = await subscribe()
      return subscription
    },
  }
  const registration = { pushManager }
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    startMessages: () => undefined,
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  vi.stubGlobal('PushManager', class {})
  const notification = {
    permission: 'default' as NotificationPermission,
    async requestPermission() {
      asked += 1
      notification.permission = answered
      return answered
    },
  }
  vi.stubGlobal('Notification', notification)
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  noteConnection(true)
})

const name = 'Tell me when the answer comes'
const open = (more: Record<string, Saying> = {}) => openAs(customer, '/order/o1', { ...answers, ...more })

describe('“Tell me when the answer comes”', () => {
  it('asks for permission only when pressed, and says when it is on', async () => {
    const { user, server, deps } = await open()
    const button = await screen.findByRole('button', { name })
    expect([asked, button.getAttribute('aria-pressed')]).toEqual([0, 'false'])
    await user.click(button)
    await screen.findByText('This device tells you when we answer, also while the shop is closed.')
    expect(screen.getByRole('button', { name, pressed: true })).toBeTruthy()
    const [call] = server.callsTo('PUT /push/subscriptions/')
    expect(call?.body).toEqual({ endpoint, keys: { p256dh: 'p', auth: 'a' }, language: 'en' })
    await user.click(screen.getByRole('button', { name }))
    await screen.findByRole('button', { name, pressed: false })
    await waitFor(() => expect(server.callsTo('DELETE /push/subscriptions/')).toHaveLength(1))
    expect([subscription, await getValue(deps.db, 'push')]).toEqual([null, undefined])
  })

  it('stays off if the prompt was dismissed, and says how to allow notifications after they were denied', async () => {
    answered = 'default'
    const { user, server } = await open()
    await user.click(await screen.findByRole('button', { name }))
    await screen.findByText(/Notifications are off: you did not allow them/)
    expect(server.callsTo('PUT /push/subscriptions/')).toEqual([])
    answered = 'denied'
    await user.click(screen.getByRole('button', { name, pressed: false }))
    await screen.findByText(/Allow notifications for this site in the browser’s settings/)
    expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('says that it needs a connection, and does not ask for permission then', async () => {
    const { user } = await open({ 'GET /push/key/': offline })
    const button = await screen.findByRole('button', { name })
    noteConnection(false)
    await user.click(button)
    await screen.findByText('This needs a connection. Please try again when you have one.')
    expect(asked).toBe(0)
    noteConnection(true)
    await user.click(button)
    await waitFor(() => expect(asked).toBe(1))
    await screen.findByText('This needs a connection. Please try again when you have one.')
  })

  it.each(
    oneInTurn<[string, Record<string, Saying>, Error | undefined]>([
      ['the shop does not know', { 'PUT /push/subscriptions/': refusal(422, 'invalid-fields') }, undefined],
      ['does not answer', {}, new DOMException('no push service', 'AbortError')],
    ]),
  )('says it of a push service that %s', async (_what, more, failure) => {
    if (failure) subscribe = () => Promise.reject(failure)
    const { user } = await open(more)
    await user.click(await screen.findByRole('button', { name }))
    await screen.findByText(/Notifications do not work in this browser/)
    expect(screen.getByRole('button', { name, pressed: false })).toBeTruthy()
  })

  it('is hidden if the browser has no push messages', async () => {
    Reflect.deleteProperty(globalThis, 'Notification')
    await open()
    await screen.findByRole('heading', { name: /Quote request/ })
    expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('is turned off at logout, also without a connection', async () => {
    const { user, deps } = await open({ 'POST /users/logout/': offline })
    await user.click(await screen.findByRole('button', { name }))
    await screen.findByRole('button', { name, pressed: true })
    await signOut(deps, customer)
    await waitFor(async () => expect([subscription, await getValue(deps.db, 'push')]).toEqual([null, undefined]))
  })
})

it('the board can notify of new requests', { tags: '@long' }, async () => {
  const { user, server } = await openAs(admin, '/admin/order', answers)
  await user.click(await screen.findByRole('button', { name: 'Tell me about new requests' }))
  await screen.findByText('This device tells you of new requests and answers, also while the shop is closed.')
  expect(server.callsTo('PUT /push/subscriptions/')).toHaveLength(1)
})
