import { afterAll, expect, it } from 'vitest'
import { dayPattern } from '../../../contract/offers.ts'
import { mostErrors } from '../../../server/http/refusal.ts'
import { caller, openTestShop } from '../harness.ts'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  maxLength?: number
  maxItems?: number
  additionalProperties?: unknown
}
/** A place in a body: its schema, and what leads there; `*` is each entry of a list. */
interface Place {
  schema: Schema
  path: string[]
}

function placesOf(schema: Schema, path: string[] = []): Place[] {
  const below = [
    ...Object.entries(schema.properties ?? {}).map(([name, each]) => placesOf(each, [...path, name])),
    ...(schema.items ? [placesOf(schema.items, [...path, '*'])] : []),
    ...(schema.anyOf ?? []).map((each) => placesOf(each, path)),
  ]
  return [{ schema, path }, ...below.flat()]
}

/** A body with nothing but a value at a place. */
function bodyWith([first, ...rest]: string[], value: unknown): unknown {
  if (first === undefined) return value
  return first === '*' ? [bodyWith(rest, value)] : { [first]: bodyWith(rest, value) }
}

const isOf = (schema: Schema, type: string) => [schema.type].flat().includes(type)
/** A pattern that allows no more characters than it names. */
const isShort = ({ pattern = '' }: Schema) => /^\^[^*+]*\$$/.test(pattern)

function accepts({ pattern, allOf = [], enum: values, ...rest }: Schema, text: string): boolean {
  if (values) return values.includes(text)
  const patterns = [pattern, ...allOf.map((each) => each.pattern)].filter((each) => each !== undefined)
  return text.length <= (rest.maxLength ?? text.length) && patterns.every((each) => new RegExp(each, 'u').test(text))
}

/** Texts of several lines, and secrets, which may have any characters. */
const otherTexts = [
  'createOrder.wishes.note',
  'addOrderEvent.note',
  'addOrderEvent.text',
  'addOrderEvent.refused',
  'createLot.note',
  'updateLot.note',
  'addOrderEvent.offer.note',
  'createReview.comment',
  'sendContact.user_message',
  ...['lead', 'about', 'footerText', 'newsletterText'].flatMap((name) =>
    ['en', 'fr', 'es'].map((language) => `updateShop.${name}.${language}`),
  ),
  ...['createFish', 'updateFish', 'importFishes.rows'].flatMap((name) =>
    ['description', 'description_fr', 'description_es'].map((text) => `${name}.${text}`),
  ),
  ...['consignee', 'notifyParty'].flatMap((name) => [`createOrder.parties.${name}`, `updateProfile.parties.${name}`]),
  ...['en', 'fr', 'es'].map((language) => `updateShopText.${language}`),
  // compared, but not stored
  'login.username',
  ...[
    'register',
    'login',
    'resetPassword',
    'updateProfile',
    'deleteOwnAccount',
    'typePassword',
    'changeBank',
    'confirmBank',
  ].map((name) => `${name}.password`),
  'resetPassword.token',
  'acceptInvitation.password',
  ...['openInvitation', 'acceptInvitation', 'joinByInvitation'].map((name) => `${name}.token`),
]

const t = await openTestShop({ on: 'sqlite' })
const admin = await t.addUser({ admin: true })
const { paths } = (await t.call('GET', '/openapi.json')).json
const methods = Object.entries<
  Record<string, { operationId: string; requestBody?: { content: Record<string, { schema: Schema }> } }>
>(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
)
const calls = methods.flatMap(({ path, method, operation }) => {
  const content = Object.entries(operation.requestBody?.content ?? {}).filter(([, { schema }]) => schema.properties)
  const [first] = content
  if (!first) return []
  return {
    name: operation.operationId,
    method: method.toUpperCase() as 'POST',
    path: path.replace(/^\/api/, '').replace(/\{\w+\}/g, '0199c0de-0000-7000-8000-000000000000'),
    types: content.map(([type]) => type),
    places: content.flatMap(([, { schema }]) => placesOf(schema)),
  }
})
afterAll(() => t.close())

const named = (isWanted: (schema: Schema, path: string[]) => boolean) =>
  calls.flatMap(({ path, places }) =>
    places.filter(({ schema, path: at }) => isWanted(schema, at)).map((place) => `${path} ${place.path.join('.')}`),
  )
const send = (call: (typeof calls)[number], body: unknown) =>
  caller(t.app)(call.method, call.path, {
    token: admin.token,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

it('are found', () => {
  expect(calls.length).toBeGreaterThan(25)
})

it('have a longest text and a longest list everywhere, and no names of their own', () => {
  const isEndless = (schema: Schema) =>
    (isOf(schema, 'string') && !schema.enum && schema.const === undefined && !schema.maxLength && !isShort(schema)) ||
    (isOf(schema, 'array') && schema.maxItems === undefined) ||
    (schema.additionalProperties !== undefined && schema.additionalProperties !== false) ||
    (!schema.type && !schema.anyOf && !schema.enum)
  expect(named((schema) => schema.format !== 'binary' && isEndless(schema))).toEqual([])
})

it('are refused for a list that is too long, at any depth, before its entries are looked at', async () => {
  const seen = []
  for (const call of calls.filter(({ types }) => types.includes('application/json')))
    for (const { schema, path } of call.places) {
      if (schema.maxItems === undefined) continue
      const long = Array.from({ length: schema.maxItems + 1 }, () => ({}))
      const { status, json } = await send(call, bodyWith(path, long))
      const [error, ...more] = json.errors ?? []
      expect([call.path, status, error?.path, error?.rule, more]).toEqual([
        ...[call.path, 422, path.join('.').replaceAll('*', '0'), 'maxItems', []],
      ])
      seen.push(path.join('.'))
    }
  expect(seen).toEqual(expect.arrayContaining(['offer.lines', 'offer.charges', 'loaded.lines', 'orderItems']))
})

it(`are refused with at most ${mostErrors} errors, however many of their parts are wrong`, async () => {
  /** The value with the most wrong parts. */
  const worst = (schema: Schema): unknown => {
    const [first] = schema.anyOf ?? []
    if (first) return worst(first)
    if (schema.items) return Array.from({ length: schema.maxItems ?? 0 }, () => worst(schema.items ?? {}))
    if (!schema.properties) return []
    return Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, worst(each)]))
  }
  for (const call of calls.filter(({ types }) => types.includes('application/json'))) {
    const { status, json } = await send(call, worst(call.places[0]?.schema ?? {}))
    expect([call.path, status < 500, (json?.errors ?? []).length <= mostErrors]).toEqual([call.path, true, true])
  }
})

it('take no day that does not exist, in any field for a day', async () => {
  const isDayField = (schema: Schema, path: string[]) =>
    /^(on|et[ad]|neededBy|validUntil|readyFrom)$/.test(path.at(-1) ?? '') || schema.pattern === dayPattern
  const days = calls.flatMap((call) =>
    call.places.filter(({ schema, path }) => isDayField(schema, path)).map((place) => ({ call, ...place })),
  )
  expect(days.map(({ path }) => path.at(-1))).toEqual(
    expect.arrayContaining(['on', 'etd', 'eta', 'neededBy', 'validUntil', 'readyFrom']),
  )
  for (const { call, path } of days)
    for (const day of ['2026-02-30', '2027-02-29', '2026-13-01', '2026-04-31', '0000-01-01', '9999-12-31']) {
      const { json } = await send(call, bodyWith(path, day))
      expect([day, json.errors]).toEqual([
        day,
        expect.arrayContaining([expect.objectContaining({ path: path.join('.').replaceAll('*', '0'), rule: 'day' })]),
      ])
    }
})

it('accept line breaks and control characters in no text of one line', () => {
  const breaks = ['\n', '\r', '\u0085', '\u2028', '\u2029', '\v', '\t', '\0', '\u001b', '\u007f']
  const isText = (schema: Schema) => isOf(schema, 'string') && schema.const === undefined && schema.format !== 'binary'
  // three characters, so that a FAO code is long enough
  const isOpen = (schema: Schema) => isText(schema) && breaks.some((each) => accepts(schema, `A${each}B`))
  const found = calls.flatMap(({ name, places }) =>
    places
      .filter(({ schema }) => isOpen(schema))
      .map(({ path }) => [name, ...path.filter((part) => part !== '*')].join('.')),
  )
  expect([...new Set(found)].sort()).toEqual(otherTexts.sort())
})
