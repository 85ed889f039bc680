import { createECDH } from 'node:crypto'
import fc from 'fast-check'
import { oneLinePattern } from '../../../contract/fields.ts'
import { claimReasons, documentKinds } from '../../../contract/shipment/claims.ts'
import { milestoneSteps, paymentParts } from '../../../contract/shipment/milestones.ts'
import type { ShopUpdate } from '../../../contract/shop-input.ts'
import { webhookEvents } from '../../../contract/webhooks.ts'
import { password } from '../../server/harness.ts'
import { eachText } from '../../support/product-with.ts'

/** The parts of an OpenAPI document that requests are made from. */
export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  format?: string
  pattern?: string
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: Schema
}

export interface Operation {
  name: string
  method: string
  path: string
  signedIn: boolean
  parameters: Parameter[]
  bodies: { type: string; schema: Schema }[]
  status: number
}

export interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        security: object[]
        parameters?: Parameter[]
        requestBody?: { content: Record<string, { schema: Schema }> }
        responses: Record<string, object>
      }
    >
  >
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      signedIn: operation.security.length > 0,
      parameters: operation.parameters ?? [],
      bodies: Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => ({ type, schema })),
      status: Math.min(...Object.keys(operation.responses).map(Number).filter(Number.isFinite)),
    })),
  )
}

/** Fields whose meaning the schema does not tell. Words as `@fish@` stand for what only the running shop knows. */
const meanings: Record<string, fc.Arbitrary<unknown>> = {
  fishe: fc.constant('@fish@'),
  fishe_id: fc.constant('@fish@'),
  user_email: fc.constant('@email@'),
  userEmail: fc.constant('@email@'),
  email: fc.constant('@email@'),
  token: fc.constant('@link@'),
  username: fc.constant('@email@'),
  user_object: fc.string({ maxLength: 20 }),
  user_name: fc.string({ maxLength: 20 }),
  fao_code: fc.constantFrom('COD', 'SQZ', ''),
  ...{ hs_code: fc.constantFrom('030354', ''), storage: fc.constantFrom('-18', '') },
  // no two products have one
  code: fc.constantFrom('@uuid@', ''),
  state: fc.constantFrom('', 'requested', 'offered,expired', 'accepted,closed'),
  neededBy: fc.constantFrom('2026-02-28', '2024-02-29'),
  currency: fc.constantFrom('EUR', 'JPY'),
  since: fc.constantFrom('', 'MC54', 'Mw'),
  for: fc.oneof(
    fc.constant('@user@'),
    fc.record(
      { name: fc.constant('Ana'), email: fc.constant('@email@'), invite: fc.boolean() },
      { requiredKeys: ['name'] },
    ),
  ),
  // all four items of an order may name one product, whose sum has a limit of 100,000
  qty: fc.integer({ min: 1, max: 25_000_000 }).map((n) => n / 1000),
}
const text = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }).map((words) => `${words}.`)
/** Nobody has said anything yet, so 0 is right; the rest is refused with a conflict. */
const after = fc.constantFrom(0, 0, 1, 1_000_000)
const lines = fc.constant([{ fishe: '@bought@', qty: 2, price: 185_000, least: 1 }])
const terms = { incoterm: fc.constantFrom('FOB', 'CIF'), place: text, validUntil: fc.constant('2026-01-31') }
const offer = fc.record(
  {
    ...{ ...terms, currency: fc.constant('EUR'), lines, inParts: fc.boolean() },
    ...{ note: text, readyFrom: fc.constant('2026-02-28') },
    ...{ deposit: fc.integer({ min: 0, max: 100 }), balance: fc.constant({ kind: 'days-after-loading', days: 30 }) },
  },
  { requiredKeys: ['currency', 'lines', 'incoterm', 'place', 'validUntil'] },
)

const inThreeLanguages = fc.record({ en: text, fr: fc.constant(''), es: text })
const shop: Record<Exclude<keyof ShopUpdate, 'version'>, fc.Arbitrary<unknown>> = {
  name: text,
  shortName: fc.constant('Quay'),
  logo: fc.constant(''),
  ...{ tagline: inThreeLanguages, lead: inThreeLanguages, about: inThreeLanguages, city: inThreeLanguages },
  street: text,
  email: fc.constantFrom('@email@', ''),
  phone: fc.constantFrom('+221 33 800 00 00', ''),
  chatPhone: fc.constantFrom('+221 77 800 00 00', ''),
  chatMessage: inThreeLanguages,
  answerPromise: inThreeLanguages,
  copyrightYear: fc.integer({ min: 1900, max: 2100 }),
  currencies: fc.constantFrom(['EUR'], ['USD', 'XOF']),
  timeZone: fc.constantFrom('Africa/Dakar', 'UTC'),
  validityDays: fc.integer({ min: 1, max: 30 }),
  ...{ remindAfter: fc.constantFrom(0, 3), alertAfter: fc.constantFrom(0, 2) },
  claimDays: fc.integer({ min: 1, max: 60 }),
  documents: fc.array(
    fc.record({
      to: fc.constantFrom('EU', 'ES', '*'),
      kind: fc.constantFrom(...documentKinds),
      required: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  newsletterGmailOnly: fc.boolean(),
  accent: fc.constantFrom('#0F4c7d', ''),
  ...{ logoWide: fc.constant(''), hero: fc.constant(''), tileFish: fc.constant(''), tileSeafood: fc.constant('') },
  scene: fc.constantFrom('harbour', 'sea', 'market'),
  ...{ footerText: inThreeLanguages, newsletterText: inThreeLanguages, nextSailing: inThreeLanguages },
  approvalNumber: text,
}
const newProduct = fc.record({
  code: fc.constantFrom('@uuid@', ''),
  ...{ ...eachText(text), origin: text },
  type: fc.constantFrom('fish', 'seafood'),
  countInStock: fc.integer({ min: 0, max: 1000 }),
  glazing: fc.integer({ min: 0, max: 100 }),
})
const changedProduct = fc.record({ _id: fc.constant('@fish@'), size: text })
const browserKeys = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: Buffer.alloc(16, 7).toString('base64url'),
}

const shipmentDay = fc.constantFrom('2026-01-02', '2026-02-28')
const container = fc.constantFrom('CSQU3054383', 'MSCU6639870')
/** A line that is one lot. */
const weighed = fc.integer({ min: 1, max: 3 }).map((qty) => ({
  ...{ fishe: '@fish@', qty },
  lots: [{ code: '@uuid@', cartons: 20, net: qty * 1000, gross: qty * 1010.5 }],
}))
const milestone = {
  step: fc.constantFrom(...milestoneSteps),
  on: shipmentDay,
  booked: fc.record({ vessel: text, from: text, to: text, etd: shipmentDay, eta: shipmentDay, container }),
  loaded: fc.record({
    container,
    lines: fc.tuple(weighed),
  }),
  packed: fc.record({ lines: fc.tuple(weighed) }),
  paid: fc.record({ amount: fc.integer({ min: 1 }), on: shipmentDay, part: fc.constantFrom(...paymentParts) }),
  sailed: fc.record({ on: shipmentDay }),
}
const file = fc.record({
  _id: fc.constant('@uuid@'),
  name: fc.constantFrom('Cod.jpg', '../../etc/passwd', 'Pêche\u202egpj.pdf'),
  type: fc.constantFrom('image/jpeg', 'application/pdf'),
  bytes: fc.integer({ min: 1, max: 1000 }),
  sha256: fc.constant('0'.repeat(64)),
})

const claimed = fc.record({
  ...{ fishe: fc.constant('@fish@'), kg: fc.integer({ min: 1, max: 9000 }).map((n) => n / 1000) },
  ...{ reason: fc.constantFrom(...claimReasons), note: text },
})
const paperOf = fc.record({ kind: fc.constantFrom(...documentKinds), number: text, on: shipmentDay })
const lot = fc.record(
  {
    ...{ code: fc.constant('@uuid@'), fishe: fc.constant('@fish@'), vessel: text, imo: fc.constant('9074729') },
    ...{ area: fc.constantFrom('34', '27'), caughtFrom: fc.constant('2026-01-01'), plant: text, note: text },
    ...{ landedAt: text, producedOn: shipmentDay, bestBefore: fc.constant('2027-02-28') },
  },
  { requiredKeys: ['code', 'fishe', 'area', 'caughtFrom', 'plant', 'producedOn', 'bestBefore'] },
)

const webhook = fc.record(
  {
    url: fc.constantFrom('https://erp.example/hook', 'https://8.8.8.8/', 'https://ERP.example:8443/?a=b'),
    events: fc.uniqueArray(fc.constantFrom(...webhookEvents), { minLength: 1 }),
    active: fc.boolean(),
  },
  { requiredKeys: ['url', 'events'] },
)

/** Bodies whose members depend on each other, which their schema does not tell. */
export const bodiesOf: Record<string, fc.Arbitrary<unknown>> = {
  addOrderEvent: fc.oneof(
    fc.record({ kind: fc.constant('message'), text }),
    fc.record({ kind: fc.constant('message'), files: fc.tuple(file) }),
    fc.record({ kind: fc.constant('offer'), after, offer }),
    fc.record({ kind: fc.constant('withdraw'), after, offer: fc.constant('@uuid@') }),
    fc.record({ kind: fc.constant('close'), after, note: text }),
    fc.record({ kind: fc.constant('agree'), after, counter: fc.constant('@uuid@') }),
    fc.record({ kind: fc.constant('milestone'), ...milestone }),
    fc.record({ kind: fc.constant('correct'), of: fc.constant('@uuid@'), note: text }),
    fc.record({ kind: fc.constant('claim'), lines: fc.tuple(claimed) }),
    fc.record({ kind: fc.constant('settle'), after, claim: fc.constant('@uuid@'), refused: text }),
    fc.record({ kind: fc.constant('document'), document: paperOf, files: fc.tuple(file) }),
  ),
  importFishes: fc.record({
    rows: fc.oneof(
      fc.array(newProduct, { minLength: 1, maxLength: 3 }),
      fc.tuple(changedProduct),
      fc.tuple(changedProduct, newProduct),
    ),
  }),
  // the numbers of few steps, so that some are the saved one
  setStock: fc.record({ countInStock: fc.integer({ min: 0, max: 2 }), seen: fc.integer({ min: 0, max: 2 }) }),
  changeFishes: fc.oneof(
    fc.record({ ids: fc.constant(['@fish@']), countInStock: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ ids: fc.constant(['@fish@']), featured: fc.boolean() }),
    fc.record({ ids: fc.constant(['@uuid@']), delete: fc.constant(true) }),
  ),
  setPictures: fc.constant({ images: [], seen: [] }),
  updateShop: fc.record(shop),
  savePushSubscription: fc.record({
    endpoint: fc.constant('https://fcm.googleapis.com/fcm/send/@uuid@'),
    keys: fc.constant(browserKeys),
    language: fc.constantFrom('en', 'fr', 'es'),
  }),
  changeBank: fc.record({
    ...{ holder: fc.constantFrom('Quay SA', '港'), bank: fc.constant('Banque du Port') },
    account: fc.constantFrom('GB82 WEST 1234 5698 7654 32', '0123 4567'),
    bic: fc.constantFrom('BDPOSNDA', ''),
    password: fc.constantFrom(password, 'not the password'),
  }),
  confirmBank: fc.record({ password: fc.constantFrom(password, 'not the password') }),
  deleteOwnAccount: fc.record({ password: fc.constantFrom(password, 'not the password') }),
  createLot: lot,
  updateLot: lot,
  createWebhook: webhook,
  updateWebhook: webhook,
  makeApiKey: fc.record(
    {
      name: fc.constantFrom('ERP', 'Scale', ' Navision é '),
      rights: fc.uniqueArray(fc.constantFrom('orders', 'products', 'people', 'shop'), { minLength: 1 }),
      readOnly: fc.boolean(),
      until: fc.constantFrom('2099-12-31', '2099-01-01T00:00:00Z', '2099-01-01T00:00Z'),
    },
    { requiredKeys: ['name', 'rights'] },
  ),
  invite: fc.record(
    {
      email: fc.constant('@email@'),
      rights: fc.uniqueArray(fc.constantFrom('orders', 'products', 'people', 'shop'), { minLength: 1 }),
      language: fc.constantFrom('en', 'fr', 'es'),
    },
    { requiredKeys: ['rights'] },
  ),
  openInvitation: fc.record({ token: fc.constant('@invited@') }),
  acceptInvitation: fc.record({
    ...{ token: fc.constant('@invited@'), name: fc.constantFrom('Ana', ' É. 港 ') },
    ...{ email: fc.constant('@email@'), password: fc.constantFrom(password, 'another one') },
  }),
  joinByInvitation: fc.record({ token: fc.constant('@invited@') }),
  snoozeOrder: fc.record({ until: fc.constantFrom('', '2099-12-31') }),
  updateMessage: fc.record({ isRead: fc.boolean(), isAnswered: fc.boolean() }),
}

/** They must name what the address names, or need another member, and may as well be left out. */
const leftOut = ['_id', 'id', 'image', 'target']

const plainText = (min: number, max: number) =>
  fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.min(max, min + 20) }).map((text) =>
    // the length counts code units, and an empty text of blanks is none
    (text.trim() === '' ? 'x'.repeat(Math.max(1, min)) : text).slice(0, max).replace(/\p{Cs}/gu, '?'),
  )

function numberOf({ type, minimum, exclusiveMinimum, maximum = 1000 }: Schema): fc.Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1)
  return type === 'integer'
    ? fc.integer({ min, max: maximum })
    : fc.integer({ min: min * 100, max: maximum * 100 }).map((n) => n / 100)
}

/** A file that a call takes is always sent: where it may be left out, the mutations do that. */
function required(schema: Schema, field: string): boolean {
  return schema.required?.includes(field) === true || schema.properties?.[field]?.format === 'binary'
}

/** Values that a schema allows. */
export function valid(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const known = meanings[name]
  // the state of a product is one of its own names, that of an order is none that a schema lists
  if (known && !('const' in schema) && !(name === 'state' && schema.enum)) return known
  if (schema.format === 'binary') return fc.constant('@picture@')
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one, name)))
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).filter(
      ([field, { format }]) => format === 'binary' || !leftOut.includes(field),
    )
    const model = Object.fromEntries(fields.map(([field, one]) => [field, valid(one, field)]))
    return fc.record(model, { requiredKeys: Object.keys(model).filter((field) => required(schema, field)) })
  }
  if (schema.type === 'array') {
    const { minItems = 0, maxItems = 5 } = schema
    const list = schema.uniqueItems ? fc.uniqueArray : fc.array
    return list(valid(schema.items ?? {}), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) })
  }
  if (schema.type === 'number' || schema.type === 'integer') return numberOf(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.format === 'uuid') return fc.uuid({ version: 7 })
  const words = plainText(schema.minLength ?? 0, schema.maxLength ?? 50)
  const patterns = [schema, ...(schema.allOf ?? [])].map(({ pattern }) => pattern)
  return patterns.includes(oneLinePattern) ? words.map((text) => text.replace(/[\p{Cc}\u2028\u2029]/gu, '-')) : words
}
