import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendAccountMails } from '../../../server/accounts/account-mails.ts'
import { sendWebhooks } from '../../../server/hooks/send-webhooks.ts'
import { mailContacts } from '../../../server/inbox/contact.ts'
import { sendOrderMails } from '../../../server/orders/order-mails.ts'
import { sendOrderPushes } from '../../../server/orders/order-pushes.ts'
import { claimWebhook } from '../../../server/outgoing/webhooks-table.ts'
import { sendBankMails } from '../../../server/papers/bank.ts'
import { dueNow } from '../../../server/platform/due.ts'
import { openPushService, pushBrowser } from '../accounts/push-service.ts'
import { dialects, password } from '../harness.ts'
import { openReceiver } from '../hooks/receiver.ts'
import { notOpened, openDeal } from '../orders/deal.ts'
import { bankAccount } from '../papers/bank-accounts.ts'

const minute = 60_000
const ahead = 25 * 24 * 60 * minute

describe.each(dialects)('a clock that was once 25 days ahead, on %s', (dialect) => {
  let { t, buyer, admin, fish, deal } = notOpened
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let service: Awaited<ReturnType<typeof openPushService>>
  let mailFails: boolean
  beforeEach(async () => {
    mailFails = false
    ;[receiver, service] = [await openReceiver(), await openPushService()]
    const env = { PUBLIC_URL: 'https://quay.example', WEBHOOK_PRIVATE: 'on' }
    const shop = { env, mailFails: () => mailFails, pushAgent: service.agent }
    ;({ t, buyer, admin, fish, deal } = await openDeal(dialect, { shop }))
  })
  afterEach(async () => {
    await t.close()
    await Promise.all([receiver.close(), service.close()])
  })

  async function send() {
    await sendOrderMails(t.shop)
    await sendAccountMails(t.shop)
    await sendBankMails(t.shop)
    await mailContacts(t.shop)
    await sendOrderPushes(t.shop)
    await sendWebhooks(t.shop)
    const subjects = [...t.notices.splice(0), ...t.mails.splice(0)].map(({ subject }) => subject)
    return { subjects, pushes: service.taken.splice(0).length, events: receiver.types().length }
  }

  it.each([
    ['queued', 0],
    ['queued, and tried once', 1],
  ])('holds up nothing that was %s then', async (_, tries) => {
    const hook = { url: receiver.url, events: ['order.created'] }
    expect((await t.call('POST', '/webhooks/', { token: admin.token, body: hook })).status).toBe(201)
    t.clock.pass(ahead)
    await t.call('PUT', '/push/subscriptions/', { token: buyer.token, body: pushBrowser().input })
    const order = await deal.request([fish])
    await deal.must(order, admin.token, { kind: 'message', text: 'Any question?' })
    await t.call('POST', '/users/forgot/', { body: { email: buyer.email } })
    await t.call('POST', '/contact/', { body: { user_email: 'v@example.org', user_message: 'Hi' } })
    await t.call('POST', '/shop/bank/', { token: admin.token, body: { ...bankAccount(), password } })
    if (tries > 0) {
      mailFails = true
      service.answerNext({ status: 503 })
      receiver.answerNext(500)
      await send()
      mailFails = false
    }
    t.clock.pass(-ahead)
    const { subjects, pushes, events } = await send()
    expect(subjects).toEqual([
      `${order.reference}: New request for a quote`,
      `${order.reference}: We have received your request`,
      `${order.reference}: New message`,
      'Choose a new password',
      // an administrator each
      ...['A bank account was given', 'A bank account was given'],
      expect.stringContaining('contact form'),
    ])
    expect([pushes, events]).toEqual([1, 1 + tries])
    // and once
    expect(await send()).toEqual({ subjects: [], pushes: 0, events: 1 + tries })
  })

  it('leaves what waits for its next try to wait', async () => {
    await deal.request([fish])
    mailFails = true
    await send()
    mailFails = false
    expect((await send()).subjects).toEqual([])
    t.clock.pass(minute)
    expect((await send()).subjects).toHaveLength(2)
  })

  it('leaves no webhook to an instance that died then', async () => {
    const body = { url: receiver.url, events: ['order.created'] }
    const hook = (await t.call('POST', '/webhooks/', { token: admin.token, body })).json
    const claim = () => {
      const lease = dueNow(t.shop.clock, 30_000)
      const until = new Date(t.clock.now() + 30_000).toISOString()
      return claimWebhook(t.db, hook._id, { lease, until })
    }
    t.clock.pass(ahead)
    expect(await claim()).toBeDefined()
    expect(await claim()).toBeUndefined()
    t.clock.pass(-ahead)
    expect(await claim()).toBeDefined()
    expect(await claim()).toBeUndefined()
  })
})
