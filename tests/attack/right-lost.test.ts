import { afterAll, expect, it } from 'vitest'
import { type Call, type CallName, calls } from '../../contract/calls.ts'
import { hashToken, openSession } from '../../server/accounts/sessions.ts'
import type { TestUser } from '../server/harness.ts'
import { inputs, makeWorld, pathOf } from '../server/valid-calls.ts'
import { oneInTurn } from '../support/run.ts'
import { openAttackedShop } from './shop.ts'

/** What happens to the caller after the call was admitted, while its body arrives. */
const losses = ['right', 'account', 'session'] as const
type Loss = (typeof losses)[number]
const expected: Record<Loss, number> = { right: 403, account: 401, session: 401 }

const all: [CallName, Call][] = Object.entries(calls).map(([name, endpoint]) => [
  // its keys
  name as CallName,
  endpoint,
])
const cases = all
  .filter(([, { method, who }]) => method !== 'GET' && who !== 'public')
  .flatMap(([name, { who }]) =>
    oneInTurn(losses.filter((loss) => loss !== 'right' || who !== 'user')).map((loss) => [name, loss] as const),
  )

const t = await openAttackedShop({ env: { PUBLIC_URL: 'https://quay.example' } })
// one administrator stays when others are deleted
await t.addUser({ admin: true })
let { world } = await makeWorld(t)
afterAll(() => t.close())

/** Every row, and the files of pictures. */
async function everything() {
  const stored = await t.everyRow()
  const pictures: string[] = []
  for await (const { key } of t.pictures.list()) pictures.push(key)
  return { ...stored, pictures: pictures.sort() }
}

async function lose(loss: Loss, { id }: TestUser) {
  const { query } = t.db
  if (loss === 'right') await query.updateTable('account').set({ rights: '' }).where('id', '=', id).execute()
  else if (loss === 'account') await query.deleteFrom('account').where('id', '=', id).execute()
  else await query.deleteFrom('login_session').where('account_id', '=', id).execute()
}

it.each(cases)('%s changes nothing without the %s of its caller', async (name, loss) => {
  const { who }: Call = calls[name]
  const isOwners = loss !== 'right' && (who === 'owner' || ['endSession', 'updateProfile'].includes(name))
  const user = isOwners ? world.owner : await t.addUser({ admin: who !== 'user' })
  const token = await openSession(t.shop, t.db, user.id)
  let before: object | undefined
  const meanwhile = async () => {
    // the first use of a session is recorded as soon as the call is admitted
    const used = () =>
      t.db.query.selectFrom('login_session').select('device').where('token_hash', '=', hashToken(token)).execute()
    await expect.poll(async () => (await used())[0]?.device).not.toBe('')
    await lose(loss, user)
    before = await everything()
  }
  const input = { ...(await inputs[name]?.(world)), token, meanwhile }
  const said = await t.trickle(calls[name].method, pathOf(name, world), input)
  expect(said).toMatch(new RegExp(`^HTTP/1.1 ${expected[loss]} `))
  expect(await everything()).toEqual(before)
  if (isOwners) ({ world } = await makeWorld(t))
})
