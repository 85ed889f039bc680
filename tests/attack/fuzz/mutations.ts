import fc from 'fast-check'
import type { Draft } from './requests.ts'

type Mutation = (draft: Draft) => Draft

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

/** An own field of that name, which an object literal would not make. */
function withOwn(target: object, name: string, value: unknown): object {
  const made = { ...target }
  Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true })
  return made
}

const plain = '5 null % _%\\ {{7*7}} ../../etc/passwd __proto__ constructor (a+)+$'.split(' ')
const controls = ['\0', 'a\0b', '\ud800', 'x\udfff', '\u202eevil\u2066', '\ufeffx', '\r\nBcc: all@example.org']
const injected = ["'; drop table fish; --", '<img src=x onerror=alert(1)>']
const long = ['😀'.repeat(60), 'e\u0301'.repeat(200), 'a'.repeat(10_000), '\u0000'.repeat(50)]
const wildTexts = ['', ' ', ...plain, ...controls, ...injected, ...long]
const wildValues: unknown[] = [
  ...wildTexts,
  ...[null, true, false, 0, -1, 0.0001, 4.5, 1e7, 1e308, 2 ** 53, '@1e999@', '@-1e999@', '@9007199254740993@'],
  ...[[], {}, [[]], [null], nested(200), { toString: 1 }, { length: 1e9 }, Array.from({ length: 300 }, () => ({}))],
  withOwn({}, '__proto__', { polluted: true, isAdmin: true }),
  { constructor: { prototype: { polluted: true } } },
]
const strange = fc.oneof(fc.constantFrom(...wildValues), fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }))
const keys = ['__proto__', 'constructor', 'prototype', 'toString', '_id', 'id', 'isAdmin', 'rating', '', '\0', '\ud800']

type Path = (string | number)[]

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...at, key]))]
}

function changeAt(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((child, at) => (String(at) === key ? changeAt(child, rest, change) : child))
  const object = Object(value)
  return withOwn(object, String(key), changeAt(Reflect.get(object, key), rest, change))
}

const inBody = (change: fc.Arbitrary<(old: unknown) => unknown>): fc.Arbitrary<Mutation> =>
  fc.tuple(fc.nat(), change).map(([pick, apply]) => (draft) => {
    const paths = pathsOf(draft.body)
    return { ...draft, body: changeAt(draft.body, paths[pick % paths.length] ?? [], apply) }
  })

const replaced = inBody(strange.map((value) => () => value))
const grown = inBody(
  fc.tuple(fc.constantFrom(...keys), strange).map(([name, value]) => (old) => {
    if (Array.isArray(old)) return [...old, value]
    return typeof old === 'object' && old !== null ? withOwn(old, name, value) : { [name]: old }
  }),
)
const shrunk = inBody(
  fc.nat().map((pick) => (old) => {
    if (Array.isArray(old)) return old.slice(1)
    if (typeof old !== 'object' || old === null) return undefined
    const names = Object.keys(old)
    return Object.fromEntries(Object.entries(old).filter(([name]) => name !== names[pick % names.length]))
  }),
)

const inBytes: fc.Arbitrary<Mutation> = fc
  .oneof(
    fc.nat().map((at) => (bytes: Buffer) => bytes.subarray(0, at % (bytes.length + 1))),
    fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })).map(([at, value]) => (bytes: Buffer) => {
      const changed = Buffer.from(bytes)
      if (changed.length > 0) changed[at % changed.length] = value
      return changed
    }),
    fc
      .constantFrom('\ufeff', '[', '{', '"', ')]}', '\0', '\n\n', '{"a":1,"a":2}')
      .map((text) => (bytes: Buffer) => Buffer.concat([Buffer.from(text), bytes])),
    fc.constant((bytes: Buffer) => Buffer.from(bytes.toString('utf8'), 'utf16le')),
    fc.constant(() => Buffer.from('['.repeat(100_000))),
    fc.constant((bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(300_000, 32)])),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => () => Buffer.from(bytes)),
  )
  .map((damage) => (draft) => ({ ...draft, damage }))

const legal = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 4000)
const headerValues: Record<string, string[]> = {
  'content-type': [
    'application/json',
    'text/plain',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=other',
    'application/json, text/plain',
    '',
    ';;;',
  ],
  authorization: ['', 'Bearer', 'Bearer x', `Bearer ${'A'.repeat(43)}`, 'Basic YTpi', `Bearer ${'B'.repeat(5000)}`],
  'idempotency-key': ['', 'x', '00000000-0000-0000-0000-000000000000', 'é', '🔑', 'A'.repeat(300), '@uuid@'],
  'if-none-match': ['*', '"x"', 'W/"x", "y"', ',,,', '"'],
  'accept-encoding': ['br;q=0, gzip', 'identity;q=0', '*;q=0', 'br, br, br', 'x'.repeat(500)],
  'content-encoding': ['gzip', 'br', 'identity', 'chunked'],
  accept: ['text/html', 'application/xml;q=0.9', ''],
  'x-http-method-override': ['DELETE', 'PUT'],
  origin: ['null', 'https://evil.example'],
  cookie: ['XSRF-TOKEN=a; token=b', '; ;=', `a=${'b'.repeat(3000)}`],
  host: ['evil.example', '', '[::1', 'a b'],
  'x-forwarded-for': ['1.2.3.4', '::1, x', "'"],
  'x-request-id': ['\tx', 'a'.repeat(2000)],
  range: ['bytes=0-1', 'bytes=-'],
  expect: ['100-continue'],
  forwarded: ['for=_x'],
}
const inHeaders: fc.Arbitrary<Mutation> = fc
  .constantFrom(...Object.keys(headerValues))
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(fc.constantFrom(...(headerValues[name] ?? [])), fc.string({ unit: 'binary', maxLength: 60 })),
    ),
  )
  .map(([name, value]) => (draft) => ({ ...draft, headers: { ...draft.headers, [name]: legal(value) } }))

const queryNames = ['page', 'per_page', 'keyword', 'type', 'since', 'limit', '__proto__', 'constructor', 'a[b]', '']
const queryValues = [...'-1 0 1.5 NaN 1e9 9007199254740993 ١ 0x10 fish null'.split(' '), ' 1', ...wildTexts]
const inQuery: fc.Arbitrary<Mutation> = fc
  .tuple(fc.constantFrom(...queryNames), fc.oneof(fc.constantFrom(...queryValues), fc.string({ unit: 'binary' })))
  .map(([name, value]) => (draft) => ({ ...draft, query: [...draft.query, [name, value.slice(0, 3000)]] }))

const ids = "0 -1 2147483648 1e3 abc .. __proto__ constructor ' ;a=b * :id @uuid@".split(' ')
const encoded = '%2e%2e%2f %00 %zz %ff %ed%a0%80 %20 %F0%9F%98%80'.split(' ')
const pathWords = [...ids, ...encoded, 'x'.repeat(2000)]
const inPath: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.nat(), fc.constantFrom(...pathWords)).map(([at, word]) => (draft: Draft) => {
    const parts = draft.path.split('/')
    // the first two are the empty one before the slash, and `api`
    const place = 2 + (at % Math.max(1, parts.length - 2))
    return { ...draft, path: parts.map((part, index) => (index === place ? word : part)).join('/') }
  }),
  fc.constantFrom('/', '//', '/x.css', '.json', '%2f', '#a', '?', '%').map((end) => (draft: Draft) => ({
    ...draft,
    path: draft.path + end,
  })),
)
const inMethod: fc.Arbitrary<Mutation> = fc
  .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY')
  .map((method) => (draft) => ({ ...draft, method }))

/** One to three changes at random places of a request. */
export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: replaced },
    { weight: 2, arbitrary: grown },
    { weight: 2, arbitrary: shrunk },
    { weight: 2, arbitrary: inBytes },
    { weight: 3, arbitrary: inHeaders },
    { weight: 2, arbitrary: inQuery },
    { weight: 2, arbitrary: inPath },
    { weight: 1, arbitrary: inMethod },
  ),
  { minLength: 1, maxLength: 3 },
)
