import { expect, it } from 'vitest'
import { type Document, operationsOf, type Schema } from '../../attack/fuzz/operations.ts'
import { openTestShop } from '../harness.ts'

/** Texts of several lines, and secrets, which may have any characters. */
const otherTexts = [
  'createOrder.wishes.note',
  'addOrderEvent.note',
  'addOrderEvent.text',
  'addOrderEvent.offer.note',
  'createReview.comment',
  'sendContact.user_message',
  ...['lead', 'about'].flatMap((name) => ['en', 'fr', 'es'].map((language) => `updateShop.${name}.${language}`)),
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

/** The texts of a schema, by path. */
function textsOf(schema: Schema, path: string): [path: string, Schema][] {
  const { properties = {}, items, anyOf = [], type } = schema
  return [
    ...Object.entries(properties).flatMap(([name, each]) => textsOf(each, `${path}.${name}`)),
    ...(items ? textsOf(items, path) : []),
    ...anyOf.flatMap((each) => textsOf(each, path)),
    ...(type === 'string' && schema.const === undefined && schema.format !== 'binary'
      ? [[path, schema] as [string, Schema]]
      : []),
  ]
}

function accepts({ pattern, allOf = [], enum: values, ...rest }: Schema, text: string): boolean {
  if (values) return values.includes(text)
  const patterns = [pattern, ...allOf.map((each) => each.pattern)].filter((each) => each !== undefined)
  return text.length <= (rest.maxLength ?? text.length) && patterns.every((each) => new RegExp(each, 'u').test(text))
}

it('no one-line text of any call accepts line breaks or control characters', async () => {
  const t = await openTestShop({ on: 'sqlite' })
  const document: Document = (await t.app.inject('/api/openapi.json')).json()
  await t.close()
  const texts = operationsOf(document).flatMap(({ name, bodies }) =>
    bodies.flatMap(({ schema }) => textsOf(schema, name)),
  )
  expect(texts.length).toBeGreaterThan(100)
  const breaks = ['\n', '\r', '\u0085', '\u2028', '\u2029', '\v', '\t', '\0', '\u001b', '\u007f']
  // three characters, so that a FAO code is long enough
  const open = texts.filter(([, schema]) => breaks.some((each) => accepts(schema, `A${each}B`)))
  const found = [...new Set(open.map(([path]) => path))].sort()
  expect(found).toEqual(otherTexts.sort())
})
