import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { rights as allRights, type Right } from '../../../contract/accounts.ts'
import { type CallName, callOf, calls } from '../../../contract/calls.ts'
import type { JsonSchema } from '../../../server/http/validation.ts'
import { openTestShop, type TestUser } from '../harness.ts'
import { inputs, makeWorld, pathOf, type World } from '../valid-calls.ts'
import { actors, open, rights } from './rights-table.ts'

/** Calls that leave the other things as they are, so that the next call finds them. */
const adding: readonly CallName[] = [
  ...(['createFish', 'uploadPicture', 'register', 'login', 'forgotPassword', 'createOrder', 'addOrderEvent'] as const),
  ...(['mailConfirmation', 'savePushSubscription', 'subscribe', 'sendContact', 'updateMessage', 'makePaper'] as const),
  ...(['updateShop', 'uploadLogo', 'updateSeller', 'updateShopText', 'testWebhook', 'updateWebhook'] as const),
  ...(['openInvitation', 'makeApiKey', 'invite', 'makeResetLink', 'importFishes', 'createReview'] as const),
  ...(['updateFish', 'setStock', 'makeOfferLink', 'createWebhook', 'resendWebhookDelivery'] as const),
  ...(['typePassword', 'renewInvitation', 'createLot', 'updateLot', 'addLotFile', 'previewPaper'] as const),
]
// the keys are those of the table
const names = Object.keys(calls) as CallName[]

let world: World
let tokens: Record<(typeof actors)[number], string | undefined>
const holders = {} as Record<'only' | 'all but', Record<Right, TestUser>>
const t = await openTestShop({ env: { PUBLIC_URL: 'https://quay.example' } })
// one administrator stays when others are deleted
await t.addUser({ admin: true })
const holding = async (has: (right: Right, each: Right) => boolean) => {
  const users = allRights.map(async (right) => {
    return [right, await t.addUser({ rights: allRights.filter((each) => has(right, each)) })] as const
  })
  return Object.fromEntries(await Promise.all(users)) as Record<Right, TestUser>
}
holders.only = await holding((right, each) => right === each)
holders['all but'] = await holding((right, each) => right !== each)
await prepare()
afterAll(() => t.close())

/** Creates the data that calls are about. */
async function prepare() {
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
}

/** Paths of all fields that a value has and its schema does not tell of. */
function undescribed(value: unknown, schema: JsonSchema | undefined, path = ''): string[] {
  if (!schema) return [path]
  if (schema.anyOf || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => undescribed(one, schema.items, `${path}[]`))
  const fields = Object.entries(value)
  return fields.flatMap(([name, child]) => undescribed(child, schema.properties?.[name], `${path}.${name}`))
}

/** The fields of good answers that the description of the API does not have. */
const untold = new Set<string>()
const { paths } = (await t.call('GET', '/openapi.json')).json

/** Another form of the path: without its slash at the end, or with one. */
const turned = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)

async function send(name: CallName, token: string | undefined, path = pathOf(name, world)) {
  const answer = await t.call(calls[name].method, path, { ...(await inputs[name]?.(world)), token })
  expect(answer.headers['x-shop-api']).toBe('1')
  const { method, path: named } = calls[name]
  const described = paths[`/api${named.replace(/:(\w+)/g, '{$1}')}`][method.toLowerCase()].responses[answer.status]
  const fields = undescribed(answer.json, described?.content?.['application/json']?.schema)
  if (answer.status < 300 && answer.json !== undefined) for (const field of fields) untold.add(`${name}${field}`)
  return answer
}

/** All tables but those of the limits, which count what is refused. */
const tables = (await t.db.query.introspection.getTables())
  .map(({ name }) => name)
  .filter((name) => name !== 'rate_limit')

/** How many rows there are. */
async function counts() {
  const numbers = tables.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`)
  return (await sql`select ${sql.join(numbers)}`.execute(t.db.query)).rows
}

it('refuses every caller who lacks the right, and changes nothing', async () => {
  const found: string[] = []
  const wanted: string[] = []
  for (const name of names) {
    const [, , lacking = 0, , , right] = rights[name]
    const callers = actors.map((actor, at) => [actor, tokens[actor], Number(rights[name][at])] as const)
    // with a second right that does as well, somebody with neither of them
    const without = callOf(name).also ? holders.only.people : right && holders['all but'][right]
    const others = without ? [[`all rights but ${right}`, without.token, lacking] as const] : []
    for (const [actor, token, status] of [...callers, ...others].filter(([, , code]) => code >= 400)) {
      const before = await counts()
      const { status: answered, json, headers } = await send(name, token)
      const isSame = JSON.stringify(await counts()) === JSON.stringify(before)
      const isProblem = headers['content-type'] === 'application/problem+json' && /\S/.test(json.detail)
      const type = actor === 'deleted' ? 'about:quayside/account-gone' : json.type
      wanted.push(`${name} by ${actor}: ${status} ${type}`)
      found.push(
        `${name} by ${actor}: ${answered} ${json.type}${isSame && isProblem ? '' : ' with a change or no words'}`,
      )
    }
  }
  expect(found).toEqual(wanted)
})

it('lets in whoever has the right, by the path with and without its slash', async () => {
  const found: string[] = []
  const wanted: string[] = []
  for (const name of names) {
    const { who, right, also } = callOf(name)
    // somebody with the one right stands for administrators with all of them
    const first = who === 'public' ? (['visitor', 'deleted'] as const) : who ? (['owner'] as const) : []
    const last = right
      ? (['only', ...(also ? (['also'] as const) : [])] as const)
      : who === 'user' && rights[name][2] < 400
        ? (['other'] as const)
        : []
    for (const actor of [...first, ...last]) {
      const path = pathOf(name, world)
      const isHolder = actor === 'only' || actor === 'also'
      const held = isHolder ? { only: right, also }[actor] : undefined
      const token = isHolder ? held && holders.only[held].token : tokens[actor]
      const answer = await send(name, token, actor === 'visitor' || actor === 'owner' ? path : turned(path))
      const status = rights[name][isHolder ? 3 : actors.indexOf(actor)]
      wanted.push(`${name} by ${actor}: ${status}`)
      found.push(
        `${name} by ${actor}: ${answer.status}${answer.status === status ? '' : ` ${answer.text.slice(0, 200)}`}`,
      )
      if (calls[name].method !== 'GET' && !adding.includes(name)) await prepare()
    }
  }
  expect(found).toEqual(wanted)
  // and answers what its schema tells, and no more
  expect([...untold]).toEqual([])
})

it('opens no other call to everybody', () => {
  const named = names.filter((name) => callOf(name).who === 'public')
  expect(named.sort()).toEqual([...open].sort())
})
