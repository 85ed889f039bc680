import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FileInput } from '../../../contract/files.ts'
import type { Lot } from '../../../contract/lots.ts'
import type { Order } from '../../../contract/orders.ts'
import { demoShop } from '../../../server/demo/demo-shop.ts'
import { uniqueNames, zipped } from '../../../server/papers/dossier.ts'
import { epcisErrors } from '../../support/epcis.ts'
import { multipart, orderBody, password } from '../harness.ts'
import { notOpened, openDeal } from '../orders/deal.ts'
import { sender } from '../storage/sender.ts'
import { bankAccount } from './bank-accounts.ts'

interface Zipped {
  name: string
  date: Date
  async(kind: 'string'): Promise<string>
}
/** A reader that is not by the authors of the writer. */
const { loadAsync } = createRequire(import.meta.resolve('selenium-webdriver'))('jszip')
async function unzipped(bytes: Uint8Array) {
  const { files } = await loadAsync(bytes, { checkCRC32: true })
  const all: Zipped[] = Object.values(files)
  return Object.fromEntries(
    await Promise.all(all.map(async (file) => [file.name, await file.async('string')] as const)),
  )
}

let { t, buyer, admin, fish, deal } = notOpened
beforeEach(async () => {
  ;({ t, buyer, admin, fish, deal } = await openDeal({ shop: { env: { PUBLIC_URL: 'https://quay.example' } } }))
})
afterEach(() => t.close())

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`)
const accepted = async (more: object = {}) => deal.accept(await deal.offer(await deal.request([fish], more)))
const get = (order: { _id: string }, token: string | undefined = buyer.token, more: object = {}) =>
  t.app.inject({
    url: `/api/orders/${order._id}/dossier/`,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...more },
  })
const typeOf = async (order: { _id: string }, token?: string) => (await get(order, token)).json().type
const dossier = async (order: Order, more: object = {}, token = buyer.token) => {
  const { statusCode, rawPayload } = await get(order, token, more)
  expect(statusCode).toBe(200)
  return unzipped(rawPayload)
}
/** Adds an event with a file, of which the bytes arrive. */
async function withFile(order: Order, body: object, name: string, bytes: Buffer | undefined, by = admin) {
  const send = sender(t)
  const file: FileInput = send.describe(bytes ?? pdf('late'), { name, type: 'application/pdf' })
  const after = await deal.must(order, by.token, { ...body, files: [file] })
  if (bytes) expect((await send.whole(order, file, { token: by.token, bytes })).status).toBe(204)
  return after
}
const lot = (over: Partial<Lot> = {}) => ({
  ...{ code: 'L-1', fishe: fish._id, vessel: 'Aïda II', imo: '9074729', flag: 'SN', gear: 'OTB', area: '34' },
  ...{ caughtFrom: '2025-12-01', landedAt: 'Dakar', plant: '012/A', producedOn: '2025-12-05' },
  ...{ bestBefore: '2027-12-05', certificate: 'CC/7', ...over },
})
const addLot = async (over: Partial<Lot> = {}) => {
  const made = await t.call('POST', '/lots/', { token: admin.token, body: lot(over) })
  expect([made.status, made.json]).toMatchObject([201, {}])
  return made.json as Lot
}
const load = (order: Order, lots?: object[]) =>
  deal.must(order, admin.token, {
    ...{ kind: 'milestone', step: 'loaded', on: '2026-01-02' },
    loaded: { container: 'CSQU3054383', lines: [{ fishe: fish._id, qty: 2.5, ...(lots && { lots }) }] },
  })
const weights = [
  { code: 'L-1', cartons: 100, net: 2000.5, gross: 2100 },
  { code: 'L-9', cartons: 25, net: 499.5, gross: 520, producedOn: '2025-12-06', bestBefore: '2027-12-06' },
]

it('has papers, documents, certificates, other files, lists and what is missing', async () => {
  await t.call('PUT', '/shop/', { token: admin.token, body: { ...demoShop, logo: '', timeZone: 'Europe/Madrid' } })
  const seller = { legalName: 'Quay SA', taxNumber: 'SN-1', registrationNumber: '', approvalNumber: '12/A' }
  await t.call('PUT', '/shop/seller/', { token: admin.token, body: seller })
  await t.call('POST', '/shop/bank/', { token: admin.token, body: { ...bankAccount(), password } })
  const { _id } = await addLot()
  const certify = (path: string, name: string) =>
    t.call('POST', path, { token: admin.token, ...multipart({ name, file: pdf(name) }) })
  expect((await certify(`/lots/${_id}/files/`, 'Catch certificate')).status).toBe(200)
  expect((await certify(`/fishes/${fish._id}/certificates/`, 'MSC')).status).toBe(200)
  let order = await accepted({ shippingAddress: { ...orderBody([]).shippingAddress, country: 'Spain' } })
  order = await load(order, weights)
  const document = { kind: 'document', after: order.version, document: { kind: 'catch-certificate', number: 'CC/7' } }
  order = await withFile(order, document, 'scan 0001.pdf', pdf('catch'))
  order = await withFile(order, { kind: 'message' }, 'Foto del muelle.pdf', pdf('photo'), buyer)
  order = await withFile(order, { kind: 'message' }, 'late.pdf', undefined, buyer)
  const made = await t.call('POST', `/orders/${order._id}/papers/`, {
    ...{ token: admin.token, key: v7(), body: { kind: 'proforma' } },
  })
  expect(made.status).toBe(201)
  const files = await dossier(order, { 'accept-language': 'es' })
  expect(Object.keys(files)).toEqual([
    ...['lots.csv', 'catch.csv', 'events.jsonld', 'documents/catch-certificate CC_7.pdf'],
    ...['files/Foto del muelle.pdf', 'papers/PF-2026-0001.pdf'],
    ...['certificates/L-1 Catch certificate.pdf', 'certificates/Atlantic cod MSC.pdf', 'missing.txt'],
  ])
  expect(files['files/Foto del muelle.pdf']).toBe('%PDF-1.7\nphoto')
  expect(files['certificates/Atlantic cod MSC.pdf']).toBe('%PDF-1.7\nMSC')
  expect(files['lots.csv']).toContain('L-1,Atlantic cod,CSQU3054383,100,2000.5,2100,2025-12-05,2027-12-05,Aïda II')
  expect(files['catch.csv']).toContain('2000.5,012/A,L-1')
  const document2 = JSON.parse(files['events.jsonld'] ?? '')
  expect(epcisErrors(document2)).toEqual([])
  expect(document2.epcisBody.eventList.map(({ bizStep }: { bizStep: string }) => bizStep)).toEqual([
    ...['commissioning', 'commissioning', 'loading'],
  ])
  const missing = files['missing.txt'] ?? ''
  // of a lot that was typed in the cold store its days are known
  expect(missing).toContain('Lote L-9: buque, pabellón')
  expect(missing).not.toMatch(/Lote L-1|Lote L-9.*producción/)
  expect(missing).toContain('Documento exigido: Certificado sanitario')
  expect(missing).not.toContain('Documento exigido: Certificado de captura')
  expect(missing).toContain('Archivo que no está: late.pdf')
})

it('is for the buyer and for those with the right to orders, of accepted orders only', async () => {
  const open = await deal.offer(await deal.request([fish]))
  expect(await typeOf(open)).toBe('about:quayside/order-not-accepted')
  const order = await deal.accept(open)
  const [orders, products] = [await t.addUser({ rights: ['orders'] }), await t.addUser({ rights: ['products'] })]
  const answer = await get(order)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    ...[200, 'application/zip', `attachment; filename="${order.reference}.zip"`],
  ])
  expect((await get(order, orders.token)).statusCode).toBe(200)
  for (const { token } of [products, await t.addUser()]) expect((await get(order, token)).statusCode).toBe(404)
  expect((await get({ _id: v7() }, admin.token)).statusCode).toBe(404)
  expect((await get(order, '')).statusCode).toBe(401)
  const key = async (rights: string[]) =>
    (await t.call('POST', '/keys/', { token: admin.token, body: { name: 'ERP', rights, readOnly: true } })).json.key
  expect((await get(order, await key(['orders']))).statusCode).toBe(200)
  expect((await get(order, await key(['products']))).statusCode).toBe(403)
  const head = await t.app.inject({
    ...{ method: 'HEAD', url: `/api/orders/${order._id}/dossier/` },
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect([head.statusCode, head.headers['content-type'], head.rawPayload.length]).toEqual([200, 'application/zip', 0])
})

it('and a preview of a paper have their own types in the description of the API', async () => {
  const { paths } = (await t.call('GET', '/openapi.json')).json
  const typesOf = (path: string, method: string) => Object.keys(paths[`/api/${path}/`][method].responses[200].content)
  expect(typesOf('orders/{id}/dossier', 'get')).toEqual(['application/zip'])
  expect(typesOf('orders/{id}/papers/preview', 'post')).toEqual(['application/pdf'])
})

it('can be read after the shop has removed the order', async () => {
  const order = await load(await accepted())
  const query = { reference: order.reference }
  expect((await t.call('DELETE', `/orders/delete/${order._id}/`, { token: admin.token, query })).status).toBe(204)
  const files = await dossier(order)
  expect(files['missing.txt']).toContain('Without lots: Atlantic cod (CSQU3054383)')
  expect((await get(order, (await t.addUser()).token)).statusCode).toBe(404)
})

it('says which bytes are lost', async () => {
  const order = await withFile(await accepted(), { kind: 'message' }, 'lost.pdf', pdf('lost'))
  const file = order.events.at(-1)?.files?.[0]?._id
  await t.shop.files.delete(`${order._id}/${file}`)
  const files = await dossier(order)
  expect(Object.keys(files)).not.toContain('files/lost.pdf')
  expect(files['missing.txt']).toContain('File that is not here: files/lost.pdf')
})

it('is limited in an hour', async () => {
  const order = await accepted()
  t.shop.rateLimitFactor = 1 / 30
  expect((await get(order)).statusCode).toBe(200)
  expect((await get(order)).statusCode).toBe(200)
  expect((await get(order)).statusCode).toBe(429)
  expect((await get(order, admin.token)).statusCode).toBe(200)
})

it.each([
  ['../../etc/passwd', 'files/_.._etc_passwd.pdf'],
  ['..\\..\\win.ini', 'files/_.._win.ini.pdf'],
  ['/root', 'files/_root.pdf'],
  ['C:\\x', 'files/C__x.pdf'],
  ['a\0b.pdf', 'files/a_b.pdf'],
  ['photo\u202efdp.exe', 'files/photo_fdp.exe.pdf'],
  ['con.pdf', 'files/_con.pdf'],
  ['  . ', 'files/file.pdf'],
  ['x. .pdf', 'files/x.pdf'],
  [`${'鱼🐟'.repeat(90)}.pdf`, `files/${'鱼🐟'.repeat(25)}鱼.pdf`],
])('keeps the name %j inside its folder', async (name, expected) => {
  expect(uniqueNames()('files', { name, type: 'application/pdf' })).toBe(expected)
  const entries = Readable.from([{ name: expected, at: '2026-01-01T00:00:00.000Z', bytes: [pdf('x')] }])
  expect(await unzipped(await buffer(zipped(entries)))).toEqual({ [expected]: '%PDF-1.7\nx' })
})

it('has no name twice, not even in capitals or decomposed', () => {
  const place = uniqueNames()
  const names = ['É.pdf', 'é.pdf', 'e\u0301.PDF', 'É.pdf'].map((name) =>
    place('files', { name, type: 'application/pdf' }),
  )
  expect(names).toEqual(['files/É.pdf', 'files/é (2).pdf', 'files/é (3).PDF', 'files/É (4).pdf'])
  expect(place('papers', { name: 'É.pdf', type: 'application/pdf' })).toBe('papers/É.pdf')
})

it('reads on only as fast as it is read, and closes what it reads when nobody does any more', async () => {
  let [read, isClosed] = [0, false]
  async function* bytes() {
    try {
      for (; read < 1000; read++) yield Buffer.alloc(64 * 1024)
    } finally {
      isClosed = true
    }
  }
  const entries = Readable.from([{ name: 'files/large.pdf', at: '2026-01-01T00:00:00.000Z', bytes: bytes() }])
  const zip = Readable.from(zipped(entries), { objectMode: false })
  await new Promise((resolve) => zip.once('readable', resolve))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(read).toBeLessThan(5)
  zip.destroy()
  await expect.poll(() => isClosed).toBe(true)
  expect(read).toBeLessThan(5)
})
