import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rights as allRights } from '../../../contract/accounts.ts'
import { type CallName, calls } from '../../../contract/calls.ts'
import { dialects, openTestShop, type TestShop } from '../harness.ts'
import { inputs, makeWorld, pathOf, type World } from '../valid-calls.ts'
import { actors, open, rights } from './rights-table.ts'

/** Calls that leave the other things as they are, so that the next call finds them. */
const adding: readonly CallName[] = [
  ...(['createFish', 'uploadPicture', 'register', 'login', 'forgotPassword', 'createOrder', 'addOrderEvent'] as const),
  ...(['mailConfirmation', 'savePushSubscription', 'subscribe', 'sendContact', 'updateMessage', 'makePaper'] as const),
  ...(['updateShop', 'uploadLogo', 'updateSeller', 'updateShopText', 'testWebhook', 'updateWebhook'] as const),
  ...(['openInvitation', 'makeApiKey', 'invite', 'makeResetLink'] as const),
]

describe.each(dialects)('rights on %s', (dialect) => {
  let t: TestShop
  let world: World
  let tokens: Record<(typeof actors)[number], string | undefined>
  /** Whether the data must be created again: a successful call may have changed or taken away what the next one needs. */
  let isChanged = true
  beforeAll(async () => {
    t = await openTestShop(dialect, { env: { PUBLIC_URL: 'https://quay.example' } })
    // one administrator stays when others are deleted
    await t.addUser({ admin: true })
  })
  afterAll(() => t.close())

  async function prepare() {
    if (!isChanged) return
    const made = await makeWorld(t)
    world = made.world
    const { other, admin, deleted } = made
    tokens = {
      visitor: undefined,
      owner: world.owner.token,
      other: other.token,
      admin: admin.token,
      deleted: deleted.token,
    }
    isChanged = false
  }

  async function send(name: CallName, path: string, token: string | undefined) {
    const { method } = calls[name]
    const answer = await t.call(method, path, { ...(await inputs[name]?.(world)), token })
    isChanged = answer.status < 400 && method !== 'GET' && !adding.includes(name)
    return answer
  }

  describe.each(Object.keys(calls) as CallName[])('%s', (name) => {
    it.each(actors.map((actor, at) => [actor, Number(rights[name][at])] as const))('%s: %d', async (actor, status) => {
      await prepare()
      const rowsBefore = await counts()
      const answer = await send(name, pathOf(name, world), tokens[actor])
      expect([answer.status, answer.text.slice(0, status >= 400 ? 0 : 200)]).toEqual([status, expect.any(String)])
      expect(answer.headers['x-shop-api']).toBe('1')
      if (status < 400) return
      expect(await counts()).toEqual(rowsBefore)
      expect(answer.json).toMatchObject({ status, detail: expect.stringMatching(/\S/), title: expect.any(String) })
      expect(answer.headers['content-type']).toBe('application/problem+json')
      if (actor === 'deleted') expect(answer.json.type).toBe('about:quayside/account-gone')
    })

    const [, , other = 0, admin = 0, , right] = rights[name]
    const holders = [['only', admin] as const, ['all but', other] as const]
    it.each(right ? holders : [])(`with %s the right '${right}': %d`, async (which, status) => {
      await prepare()
      const holder = await t.addUser({ rights: allRights.filter((each) => (each === right) === (which === 'only')) })
      const rowsBefore = await counts()
      const answer = await send(name, pathOf(name, world), holder.token)
      expect([answer.status, answer.text.slice(0, 200)]).toEqual([status, expect.any(String)])
      if (status >= 400) expect(await counts()).toEqual(rowsBefore)
    })

    it('answers with and without the slash', async () => {
      await prepare()
      const { path } = calls[name]
      const turned = path.endsWith('/') ? pathOf(name, world).slice(0, -1) : `${pathOf(name, world)}/`
      const isOwners = ['updateProfile', 'endSession'].includes(name)
      const token = isOwners ? tokens.owner : tokens.admin
      const answer = await send(name, turned, token)
      expect(answer.status).toBe(rights[name][isOwners ? 1 : 3])
    })
  })

  /** How many rows there are: one query, since there are thousands of tests. */
  async function counts() {
    const tables = [
      'fish',
      'account',
      'account_link',
      'outbox',
      'review',
      'shop_order',
      'order_event',
      'offer_link',
      'api_key',
      'invitation',
      'invitation_link',
      'subscriber',
      'contact_message',
      'admin_action',
      'bank_account',
    ] as const
    const numbers = tables.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`)
    return (await sql`select ${sql.join(numbers)}`.execute(t.db.query)).rows
  }
})

it('opens no other call to everybody', () => {
  const named = Object.keys(calls).filter((name) => calls[name as CallName].who === 'public')
  expect(named.sort()).toEqual([...open].sort())
})
