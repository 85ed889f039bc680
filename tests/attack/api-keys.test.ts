import { afterAll, expect, it } from 'vitest'
import { rights as allRights } from '../../contract/accounts.ts'
import { type Call, type CallName, callOf, calls } from '../../contract/calls.ts'
import { inputs, makeWorld, pathOf, type World } from '../server/valid-calls.ts'
import { sendRequest } from '../support/http-call.ts'
import { isLong, oneInTurn, runSeed } from '../support/run.ts'
import { bodyOf, openAttackedShop } from './shop.ts'

const names = (Object.keys(calls) as CallName[]).filter((name) => callOf(name).who !== 'public')

/** Written apart from the rule of the server, on purpose: what a key may do, and with which right. */
const open: Record<(typeof allRights)[number], readonly string[]> = {
  orders: [
    ...['listOrders', 'orderChanges', 'orderCounts', 'getOrder', 'listOrderEvents', 'addOrderEvent'],
    ...['listOfferLinks', 'makeOfferLink', 'revokeOfferLink', 'deleteOrder', 'getFile', 'listPapers', 'makePaper'],
    ...['listCustomers', 'getCustomer', 'listSnoozes', 'snoozeOrder', 'getDossier', 'previewPaper'],
  ],
  products: [
    ...['createFish', 'updateFish', 'setStock', 'importFishes', 'uploadPicture', 'deleteFish', 'deleteReview'],
    ...['addPicture', 'setPictures', 'addCertificate', 'removeCertificate', 'changeFishes'],
    ...['listLots', 'createLot', 'updateLot', 'deleteLot', 'addLotFile', 'removeLotFile', 'listLotOrders'],
  ],
  people: ['listUsers', 'getUser', 'listSubscribers', 'listMessages'],
  shop: ['shopSetup'],
}

let world: World
/** Whether the data must be created again: a call that was taken may have changed it. */
let isChanged = true
const t = await openAttackedShop({ env: { PUBLIC_URL: 'https://quay.example' } })
const admin = await t.addUser({ admin: true })
afterAll(() => t.close())

async function prepare() {
  if (isChanged) ({ world } = await makeWorld(t))
  isChanged = false
}

async function keyFor(rights: readonly string[], readOnly = false): Promise<{ _id: string; key: string }> {
  const body = { name: 'K', rights, readOnly }
  const made = await t.call('POST', '/keys/', { token: admin.token, body })
  expect(made.status).toBe(201)
  return bodyOf<{ _id: string; key: string }>(made)
}

const everything = () => t.everyRow(/^(api_key|login_session)/)

it.each(names)('%s', async (name) => {
  const { method, also }: Call = calls[name]
  await prepare()
  const path = pathOf(name, world)
  const input = await inputs[name]?.(world)
  const holder = allRights.find((right) => open[right].includes(name))
  const before = await everything()
  const keys = [
    // all but the right; all of them for what is not for keys
    { rights: allRights.filter((right) => right !== holder && right !== also), readOnly: false },
    ...(holder && method !== 'GET' ? [{ rights: allRights, readOnly: true }] : []),
  ]
  for (const { rights, readOnly } of keys) {
    const { _id, key } = await keyFor(rights, readOnly)
    const refused = await t.call(method, path, { ...input, token: key })
    expect([refused.status, bodyOf(refused).type]).toEqual([
      403,
      `about:quayside/${holder ? (readOnly ? 'api-key-read-only' : 'forbidden') : 'api-key-not-allowed'}`,
    ])
    await t.db.query.deleteFrom('api_key').where('id', '=', _id).execute()
  }
  const actions = (stored: Record<string, unknown>) => ({ ...stored, admin_action: undefined })
  expect(actions(await everything())).toEqual(actions(before))
  if (!holder) return
  isChanged = method !== 'GET'
  const { _id, key } = await keyFor([holder], method === 'GET')
  // a file is no JSON, so its answer does not keep the conventions of the others
  const answer = await sendRequest(t.url, { method, path: `/api${path}`, ...input, token: key })
  // this order has nothing to put on paper, which is found out before anything is written
  expect([answer.status < 300, answer.text.slice(0, 200)]).toEqual([true, expect.any(String)])
  await t.db.query.deleteFrom('api_key').where('id', '=', _id).execute()
})

/** Half of them in a short run: each looks again at the key when its body has come. */
const writing = names
  .filter((name) => calls[name].method !== 'GET' && allRights.some((right) => open[right].includes(name)))
  .filter((_, at) => isLong || at % 2 === runSeed % 2)
const endings = ['revoked', 'ended'] as const
it.each(writing.flatMap((name) => oneInTurn(endings).map((how) => [name, how] as const)))(
  '%s changes nothing with a key that is %s while the body arrives',
  async (name, how) => {
    await prepare()
    const { _id, key } = await keyFor(allRights)
    let before: object | undefined
    const row = () => t.db.query.selectFrom('api_key').select('used_at').where('id', '=', _id).executeTakeFirstOrThrow()
    const meanwhile = async () => {
      // the use is recorded when the call is admitted
      await expect.poll(async () => (await row()).used_at).not.toBeNull()
      const ended = t.db.query.updateTable('api_key').set({ until: '2020-01-01T00:00:00.000Z' }).where('id', '=', _id)
      if (how === 'ended') await ended.execute()
      else await t.call('DELETE', `/keys/${_id}/`, { token: admin.token })
      before = await everything()
    }
    const input = { ...(await inputs[name]?.(world)), token: key, meanwhile }
    const answer = await t.trickle(calls[name].method, pathOf(name, world), input)
    expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*api-key-unknown/)
    expect(await everything()).toEqual(before)
  },
)
