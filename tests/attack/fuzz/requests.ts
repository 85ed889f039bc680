import fc from 'fast-check'
import { bodiesOf, type Operation, valid } from './operations.ts'

/** A request in parts that can be changed one by one, and is put together only to be sent. */
export interface Draft {
  method: string
  path: string
  query: [string, string][]
  headers: Record<string, string>
  type: string | undefined
  /** the body's fields; undefined for none */
  body: unknown
  /** what happens to the bytes of the body at last */
  damage: ((bytes: Buffer) => Buffer) | undefined
}

const subject: Record<string, string> = {
  fishes: '@fish@',
  lots: '@lot@',
  users: '@user@',
  orders: '@order@',
  customers: '@order@',
  messages: '@message@',
  shop: '@bank@',
  subscribers: '@subscriber@',
  files: '@file@',
  webhooks: '@webhook@',
  keys: '@key@',
  invitations: '@invitation@',
}

const noHeaders: Draft['headers'] = {}

/** Requests that the shop should take as they are. */
export function validRequest(operation: Operation): fc.Arbitrary<Draft> {
  const inQuery = operation.parameters.filter((one) => one.in === 'query')
  const query = fc.record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, valid(schema, name)])), {
    requiredKeys: [],
  })
  const keyed = operation.parameters.some((one) => one.in === 'header')
  const key = keyed ? fc.boolean() : fc.constant(false)
  const body: fc.Arbitrary<Pick<Draft, 'type' | 'body'>> =
    operation.bodies.length === 0
      ? fc.constant({ type: undefined, body: undefined })
      : fc.oneof(
          ...operation.bodies.map(({ type, schema }) =>
            (bodiesOf[operation.name] ?? valid(schema, '@body')).map((fields) => ({ type, body: fields })),
          ),
        )
  const collection = operation.path.split('/')[2] ?? ''
  const path = operation.path
    .replace('{id}', operation.name === 'endSession' ? '@session@' : (subject[collection] ?? '{id}'))
    .replace('{review}', '@review@')
    .replace('{link}', '@offerlink@')
    .replace('{delivery}', '@delivery@')
    .replace('{hash}', '@certificate@')
    .replace('{type}', 'fish')
    .replace('{page}', 'imprint')
  if (path.includes('{')) throw new Error(`${operation.name} would only be refused: say what ${path} is of`)
  return fc.record({ query, key, body }).map((made) => ({
    method: operation.method,
    path,
    query: Object.entries(made.query).map(([name, value]): [string, string] => [name, String(value)]),
    headers: made.key ? { 'idempotency-key': '@uuid@' } : noHeaders,
    ...made.body,
    damage: undefined,
  }))
}

const boundary = 'fuzz-boundary'

function formParts(body: unknown): [string, string][] {
  if (typeof body !== 'object' || body === null) return [['value', String(body)]]
  return Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ])
}

function multipartOf(body: unknown): string {
  const parts = formParts(body).map(([name, value]) => {
    const safe = name.replace(/["\r\n]/g, '_')
    const file = value === '@picture@' ? '; filename="a.png"\r\nContent-Type: image/png' : ''
    return `--${boundary}\r\nContent-Disposition: form-data; name="${safe}"${file}\r\n\r\n${value}\r\n`
  })
  return `${parts.join('')}--${boundary}--\r\n`
}

/** What UTF-8 cannot carry becomes what every encoder makes of it. */
const carried = (text: string) => Buffer.from(text).toString()

/** With the placeholders left as they are. */
function urlencoded(body: unknown): string {
  const parts = formParts(body).map((pair): [string, string] => [carried(pair[0]), carried(pair[1])])
  return new URLSearchParams(parts).toString().replace(/%40(\w+)%40/g, '@$1@')
}

/** JSON in which a text like `@1e999@` stands for the number itself, which JavaScript cannot hold. */
function jsonOf(body: unknown): string {
  return (JSON.stringify(body) ?? '').replace(/"@(-?[\d.e]+)@"/g, '$1')
}

function textOf({ type, body }: Draft): string | undefined {
  if (body === undefined) return undefined
  if (type === 'multipart/form-data') return multipartOf(body)
  if (type === 'application/x-www-form-urlencoded') return urlencoded(body)
  return jsonOf(body)
}

/** Puts a request together. `fill` replaces the placeholders; the picture is a small PNG. */
export function assemble(draft: Draft, { fill, picture }: { fill: (text: string) => string; picture: Buffer }) {
  const text = textOf(draft)
  const [before = '', after] = fill(text ?? '').split('@picture@')
  const bytes =
    after === undefined ? Buffer.from(before) : Buffer.concat([Buffer.from(before), picture, Buffer.from(after)])
  const body = text === undefined && draft.damage === undefined ? undefined : (draft.damage?.(bytes) ?? bytes)
  const type = draft.type === 'multipart/form-data' ? `${draft.type}; boundary=${boundary}` : draft.type
  const query = draft.query.map((pair) => pair.map((part) => encodeURIComponent(carried(part))).join('='))
  const path = fill(draft.path) + (query.length > 0 ? `?${query.join('&')}` : '')
  const sent = Object.entries(draft.headers).map(([name, value]) => [name, fill(value)])
  const headers = {
    ...(type !== undefined && { 'content-type': type }),
    ...(body !== undefined && { 'content-length': body.length }),
    ...Object.fromEntries(sent),
  }
  return { method: draft.method, path, headers, body }
}
