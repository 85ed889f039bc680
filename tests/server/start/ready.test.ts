import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { watchDependencies } from '../../../server/http/health.ts'
import { createMailer } from '../../../server/outbox/mailer.ts'
import { openMailServer } from '../../support/mail-server.ts'
import { openTestShop, type TestShop } from '../harness.ts'

const partTimes = { every: 20, again: 20, timeout: 100 }
const ready = { query: { ready: '' } }

describe('readiness', () => {
  let t: TestShop
  afterEach(() => t.close())

  it('tells mail and pictures, and comes back when they do', async () => {
    let isAway = false
    t = await openTestShop({ partTimes, mailFails: () => isAway })
    const answer = () => t.call('GET', '/health/', ready)
    await expect
      .poll(async () => (await answer()).json)
      .toEqual({
        status: 'ok',
        database: 'ok',
        mail: 'ok',
        pictures: 'ok',
      })
    isAway = true
    // a busy disk may be late with the pictures too
    await expect.poll(async () => (await answer()).json.detail).toBe('Not ready: mail cannot be reached.')
    // the shop sells without mail
    expect((await t.call('GET', '/health/')).json).toEqual({ status: 'ok', database: 'ok' })
    isAway = false
    await expect.poll(async () => (await answer()).status).toBe(200)
  })

  it('is not ready while the pictures cannot be reached', async () => {
    t = await openTestShop({ partTimes, picturesFail: true })
    const answer = () => t.call('GET', '/health/', ready)
    await expect.poll(async () => (await answer()).json.detail).toMatch(/pictures cannot/)
    expect((await t.call('GET', '/health/')).status).toBe(200)
  })
})

describe('the check of the mail server', () => {
  const settings = (smtpUrl: string) => ({ smtpUrl, contactTo: 'desk@quay.example' })

  it('succeeds without a mail, and fails where nobody listens', async () => {
    const mails = await openMailServer()
    await createMailer(settings(mails.url)).check()
    expect(mails.taken).toEqual([])
    await mails.close()
    await expect(createMailer(settings(mails.url)).check()).rejects.toThrow('The mail server does not answer')
  })

  it('runs beside the calls: a server that takes connections and says nothing delays none', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const mailer = createMailer(settings(`smtp://127.0.0.1:${port}`))
    const warnings: string[] = []
    const log = { info: () => {}, warn: (_: object, message: string) => warnings.push(message) }
    const mail = { name: 'mail' as const, check: () => mailer.check(), hint: 'Check SMTP_URL.' }
    const parts = watchDependencies([mail], { log, times: partTimes })
    parts.start()
    expect(parts.states().get('mail')).toBe('unknown')
    await expect.poll(() => parts.states().get('mail')).toBe('away')
    expect(warnings).toEqual(['It does not answer. Check SMTP_URL.'])
    parts.stop()
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})
