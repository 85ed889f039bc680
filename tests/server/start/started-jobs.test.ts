import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMailServer } from '../../support/mail-server.ts'
import { productWith } from '../../support/product-with.ts'
import { fastFolder } from '../../support/tools.mjs'
import { pushInput } from '../accounts/push-service.ts'
import { orderBody, password } from '../harness.ts'
import { type ServerProcess, startServer } from '../process.ts'
import { isSigned, openReceiver } from '../webhooks/receiver.ts'

const fastChores = pathToFileURL(join(import.meta.dirname, '../../support/fast-jobs.mjs')).href
const boss = { email: 'boss@example.org', password: 'secret word' }

/** Each job is tested through the server as it is started, since all other tests call the jobs themselves. */
describe('the started server', () => {
  let folder: string
  let server: ServerProcess
  let said: string
  let mails: Awaited<ReturnType<typeof openMailServer>>
  beforeEach(async () => {
    folder = await mkdtemp(join(fastFolder(), 'jobs-'))
    mails = await openMailServer()
  })
  afterEach(async () => {
    server.child.kill('SIGTERM')
    await server.ended
    await mails.close()
    await rm(folder, { recursive: true })
  })

  /** Starts a server and waits until it is open. */
  async function start(env: Record<string, string> = {}) {
    server = startServer({
      DATA_DIR: folder,
      NODE_OPTIONS: `--import ${fastChores}`,
      LOG_LEVEL: 'info',
      SMTP_URL: mails.url,
      CONTACT_TO: 'desk@quay.example',
      PUBLIC_URL: 'https://quay.example',
      PUSH_HOSTS: 'push.invalid',
      ADMIN_EMAIL: boss.email,
      ADMIN_PASSWORD: boss.password,
      ...env,
    })
    said = ''
    server.child.stdout?.on('data', (chunk) => {
      said += chunk
    })
    const address = await server.address
    return async (method: string, path: string, { body, token }: { body?: unknown; token?: string } = {}) => {
      const answer = await fetch(`${address}/api${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)])
      return answer.status === 204 ? undefined : answer.json()
    }
  }
  const database = () => new DatabaseSync(join(folder, 'shop.db'), { timeout: 5000 })
  /** Writes an ended counter, and tells when it is gone. */
  async function isCleaned() {
    const db = database()
    db.exec("insert into rate_limit (bucket, hits, ends_at) values ('old', 1, '2020-01-01T00:00:00.000Z')")
    await expect.poll(() => db.prepare("select * from rate_limit where bucket = 'old'").all()).toEqual([])
    db.close()
  }

  it('sends mails, push messages and events of webhooks, and stops at once while a webhook does not answer', async () => {
    const call = await start({ MAIL_FROM: 'no-reply@quay.example', WEBHOOK_PRIVATE: 'on' })
    const { data: admin } = await call('POST', '/users/login/', {
      body: { username: boss.email, password: boss.password },
    })
    const { data: buyer } = await call('POST', '/users/register/', {
      body: { name: 'Berta', email: 'berta@example.org', password },
    })
    await call('POST', '/contact/', { body: { user_email: 'vera@example.org', user_message: 'Hello' } })
    const body = { rows: [productWith('Cod')] }
    const imported = await call('POST', '/fishes/import/', { token: admin.token, body })
    const { _id: fish } = imported.rows[0]
    await call('PUT', '/push/subscriptions/', { token: buyer.token, body: pushInput('https://push.invalid/a') })
    const { data: order } = await call('POST', '/orders/add/', { token: buyer.token, body: orderBody([{ _id: fish }]) })
    const message = { kind: 'message', text: 'Any question?' }
    await call('POST', `/orders/${order._id}/events/`, { token: admin.token, body: message })
    const subjects = () => mails.taken.map(({ source }) => /^Subject: (?:Q-\S+: )?(.+?)\r?$/m.exec(source)?.[1]).sort()
    await expect
      .poll(subjects)
      .toEqual([
        'Confirm your e-mail address',
        'Message from the contact form',
        'New message',
        'New request for a quote',
        'We have received your request',
      ])
    for (const { source, text } of mails.taken) {
      expect(source).toMatch(/^From: .+ <no-reply@quay\.example>\r$/m)
      expect(text).toContain('<html lang="en">')
      expect(text).toContain('<a class="button" href="https://quay.example/')
    }
    // there is no such push service
    await expect.poll(() => said).toContain('a push message could not be sent')

    const receiver = await openReceiver()
    const hook = await call('POST', '/webhooks/', {
      token: admin.token,
      body: { url: receiver.url, events: ['order.created'] },
    })
    const other = orderBody([{ _id: fish }])
    await call('POST', '/orders/add/', { token: admin.token, body: other })
    await expect.poll(() => receiver.taken.length).toBe(1)
    const [event] = receiver.taken
    expect(event && isSigned(event, hook.secret)).toBe(true)
    const open = receiver.hold()
    await call('POST', '/orders/add/', { token: admin.token, body: other })
    await expect.poll(() => receiver.taken.length).toBe(2)
    server.child.kill('SIGTERM')
    await server.ended
    open()
    // the try that was cut off is no failed one
    const db = database()
    const waiting = db.prepare('select attempts from outbox where kind = ? and next_at is not null').all('webhook')
    db.close()
    expect(waiting).toEqual([{ attempts: 0 }])
    await receiver.close()
  })

  it('deletes what has expired and unused pictures', { tags: '@long' }, async () => {
    const picture = join(folder, 'pictures', '0123456789abcdef')
    await mkdir(picture, { recursive: true })
    await writeFile(join(picture, '640.webp'), 'old')
    await utimes(join(picture, '640.webp'), 1e9, 1e9)
    await start()
    await isCleaned()
    await expect.poll(() => stat(join(picture, '640.webp')).catch(() => 'gone')).toBe('gone')
  })
})
