import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { InvalidField } from '../../../contract/fields.ts'
import type { Order } from '../../../contract/orders.ts'
import { demoShop } from '../../../server/demo/demo-shop.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { isLong } from '../../support/run.ts'
import { multipart, orderBody, password } from '../harness.ts'
import { notOpened, openDeal } from '../orders/deal.ts'
import { bankAccount } from './bank-accounts.ts'

const wide = { create: { width: 800, height: 200, channels: 3 as const, background: 'teal' } }
const seller = {
  legalName: 'Pêcheries du Ñandú SA',
  taxNumber: 'SN-1',
  registrationNumber: 'RC 9',
  approvalNumber: '12/A',
}

let { t, buyer, admin, fish, deal } = notOpened
beforeEach(async () => {
  ;({ t, buyer, admin, fish, deal } = await openDeal({
    shop: { env: { PUBLIC_URL: 'https://quay.example' } },
  }))
})
afterEach(() => t.close())

const fillIn = async () => {
  await t.call('PUT', '/shop/', { token: admin.token, body: { ...demoShop, logo: '', timeZone: 'Pacific/Auckland' } })
  await t.call('PUT', '/shop/seller/', { token: admin.token, body: seller })
  await t.call('POST', '/shop/bank/', { token: admin.token, body: { ...bankAccount(), password } })
}
const accepted = async (more: object = {}, offer: object = {}) =>
  deal.accept(await deal.offer(await deal.request([fish], more), offer))
const make = (order: { _id: string }, kind = 'proforma', key = v7()) =>
  t.call('POST', `/orders/${order._id}/papers/`, { token: admin.token, key, body: { kind } })
const list = async (order: Order) => (await t.call('GET', `/orders/${order._id}/papers/`, { token: admin.token })).json
const fileOf = async (id: string, token = buyer.token) =>
  t.app.inject({ url: `/api/files/${id}/`, headers: { authorization: `Bearer ${token}` } })
const load = (order: Order, qty: number, more: object = {}) =>
  deal.must(order, admin.token, {
    kind: 'milestone',
    ...{ step: 'loaded', on: '2026-01-02' },
    loaded: { container: 'CSQU3054383', lines: order.orderItems.map(({ fishe }) => ({ fishe, qty })), ...more },
  })

it('say what they lack before a number is used', async () => {
  const order = await accepted()
  expect(await list(order)).toEqual({
    papers: [],
    missing: {
      proforma: ['seller.legalName', 'seller.taxNumber', 'shop.street', 'bank'],
      packing: ['seller.legalName', 'seller.approvalNumber', 'shop.street', 'loaded'],
      invoice: ['seller.legalName', 'seller.taxNumber', 'shop.street', 'bank', 'loaded'],
      credit: ['seller.legalName', 'seller.taxNumber', 'shop.street', 'credit', 'invoice'],
      'data-sheet': ['loaded'],
    },
    seller: { legalName: '', taxNumber: '', registrationNumber: '', approvalNumber: '' },
  })
  const refused = await make(order)
  expect(refused.status).toBe(422)
  expect(refused.json.errors).toMatchObject([
    { path: 'seller.legalName', rule: 'required' },
    { path: 'seller.taxNumber', rule: 'required' },
    { path: 'shop.street', rule: 'required' },
    { path: 'bank', rule: 'required' },
  ])
  await fillIn()
  const filled = await list(order)
  expect(filled.missing).toMatchObject({ proforma: [], packing: ['loaded'] })
  // the account is for those with the right to the shop, and for the paper itself
  expect(filled.seller).toEqual(seller)
  // the shop's day is already the second one
  expect((await make(order)).json.data.number).toBe('PF-2026-0001')
})

it('need an accepted offer', async () => {
  await fillIn()
  const order = await deal.offer(await deal.request([fish]))
  expect((await make(order)).json.type).toBe('about:quayside/order-not-accepted')
})

it('are files of the thread that both sides read, with all that they are about', async () => {
  await fillIn()
  const parties = {
    company: 'Frío & Mañana SL',
    taxNumber: 'ESB1',
    consignee: 'Almacén 3\nVigo',
    notifyParty: 'Agente',
  }
  const order = await accepted(
    { language: 'es', parties },
    { payment: '30 % – 70 %', charges: [{ label: 'Flete', amount: 12_345 }], note: 'Señal' },
  )
  const made = await make(order)
  const { _id, file } = made.json.data
  expect(made.json.data).toEqual({ _id, kind: 'proforma', number: 'PF-2026-0001', file, at: expect.any(String) })
  const thread = await deal.read(order)
  // with it the step of the shipment is done
  expect(thread.shipment).toMatchObject({ step: 'proforma', done: [{ _id: thread.events.at(-1)?._id }] })
  expect(thread.events.at(-2)).toMatchObject({
    ...{ kind: 'message', by: { side: 'shop' }, text: 'Factura proforma PF-2026-0001' },
    files: [{ _id: file, name: 'PF-2026-0001.pdf', type: 'application/pdf', here: true }],
  })
  const { rawPayload, statusCode } = await fileOf(file)
  const [announced] = thread.events.at(-2)?.files ?? []
  expect([statusCode, createHash('sha256').update(rawPayload).digest('hex')]).toEqual([200, announced?.sha256])
  expect((await fileOf(file, (await t.addUser()).token)).statusCode).toBe(404)
  const text = pdfText(rawPayload).join('\n').replace(/ *\n/g, ' ')
  // the last day with its hour and zone
  expect(text).toContain('20 de enero de 2026 a las 23:59 (Auckland, GMT+13)')
  const total = '4,748.45'.replace(',', '.').replace(/\.(\d\d)$/, ',$1')
  for (const part of [
    ...['Factura proforma / Pro forma invoice PF-2026-0001', seller.legalName, 'Frío & Mañana SL', 'Almacén 3'],
    ...['Agente', order.reference, 'CIF Vigo', '30 % – 70 %', 'Flete', 'Señal', 'Bacalao / Atlantic cod', total, '€'],
    ...[bankAccount().account, 'Esta cuenta está en vigor desde el', '1 de enero de 2026', 'Página 1/1'],
  ])
    expect(text).toContain(part)
})

it('name what has letters that they cannot print, and take no number', async () => {
  await fillIn()
  const address = { ...orderBody([fish]).shippingAddress, address: '築地 1' }
  const parties = { company: '東京水産', notifyParty: 'Agent 🐟' }
  const order = await accepted({ shippingAddress: address, parties })
  const fields = ['buyer.letters', 'deliverTo.letters']
  expect((await list(order)).missing).toMatchObject({ proforma: fields, packing: ['loaded', ...fields] })
  const refused = await make(order)
  expect([refused.status, refused.json.errors.map(({ path, rule }: InvalidField) => [path, rule])]).toEqual([
    422,
    fields.map((field) => [field, 'allowedCharacters']),
  ])
  const named = { company: 'Tokyo Suisan', consignee: 'Tokyo Suisan, Tsukiji 1', notifyParty: 'Agent 🐟' }
  const printed = await make(await accepted({ shippingAddress: address, parties: named }))
  expect(printed.json.data.number).toBe('PF-2026-0001')
  const [text] = pdfText((await fileOf(printed.json.data.file)).rawPayload)
  expect(text).toContain('Tsukiji 1')
  expect(text).not.toContain('1 築地')
})

it('have the wide logo in place of the name, and the accent', async () => {
  await fillIn()
  const without = await make(await accepted())
  expect((await fileOf(without.json.data.file)).rawPayload.includes('/Subtype /Image')).toBe(false)
  const { version: _, legal: __, ...shop } = (await t.call('GET', '/shop/')).json
  const form = multipart({ image: await sharp(wide).png().toBuffer() })
  const { json: logoWide } = await t.call('POST', '/shop/picture/', { token: admin.token, ...form })
  await t.call('PUT', '/shop/', { token: admin.token, body: { ...shop, logoWide, accent: '#0f766e' } })
  const made = await make(await accepted())
  const { rawPayload } = await fileOf(made.json.data.file)
  expect(rawPayload.includes('/Subtype /Image')).toBe(true)
  expect(pdfText(rawPayload)[0]?.startsWith(shop.street)).toBe(true)
})

it.each(['東京水産', 'شركة البحر'])('are made for a company in Latin letters by the account of %s', async (name) => {
  await fillIn()
  const { email } = buyer
  await t.call('PUT', '/users/profile/update/', { token: buyer.token, body: { name, email } })
  const unnamed = await accepted()
  expect((await list(unnamed)).missing.proforma).toEqual(['buyer.letters'])
  const order = await accepted({ parties: { company: 'Marée du Sud SARL' } })
  const made = await make(order)
  expect(made.json.data.number).toBe('PF-2026-0001')
  const [text] = pdfText((await fileOf(made.json.data.file)).rawPayload)
  expect(text).toContain('Marée du Sud SARL')
  expect(text).not.toContain(name)
})

it('replace the one before by reference, and the first stays', async () => {
  await fillIn()
  const order = await accepted()
  const first = (await make(order)).json.data
  const second = await make(order)
  expect(second.json.data).toMatchObject({ number: 'PF-2026-0002', replaces: 'PF-2026-0001' })
  expect((await list(order)).papers.map(({ number }: { number: string }) => number)).toEqual([
    'PF-2026-0002',
    'PF-2026-0001',
  ])
  expect(pdfText((await fileOf(first.file)).rawPayload)[0]).not.toContain('replaces')
  expect(pdfText((await fileOf(second.json.data.file)).rawPayload)[0]).toContain('replaces PF-2026-0001')
  const log = await t.call('GET', '/admin/log/', { token: admin.token })
  expect(log.json.filter(({ kind }: { kind: string }) => kind === 'paper-made')).toHaveLength(2)
})

it('hold up no other write while their bytes are stored', async () => {
  await fillIn()
  const order = await accepted()
  const { files } = t.shop
  const put = files.put
  let open = () => {}
  const asked = new Promise<void>((begin) => {
    files.put = async (...args) => {
      begin()
      await new Promise<void>((go) => (open = go))
      return put(...args)
    }
  })
  const made = make(order)
  await asked
  expect((await deal.request([fish])).state).toBe('requested')
  // what the paper says changes before it has its number
  await t.call('PUT', '/shop/seller/', { token: admin.token, body: { ...seller, legalName: 'Other SA' } })
  files.put = put
  open()
  const { data } = (await made).json
  expect(pdfText((await fileOf(data.file)).rawPayload).join('')).toContain('Other SA')
})

it('list what was loaded, by container with its seal and temperature', async () => {
  await fillIn()
  const order = await load(await accepted({ language: 'fr' }), 1.375, { seal: 'ML-CI 77', temperature: -18.5 })
  const made = await make(order, 'packing')
  expect(made.json.data.number).toBe('PL-2026-0001')
  const [text = ''] = pdfText((await fileOf(made.json.data.file)).rawPayload)
  for (const part of [
    ...['Liste de colisage / Packing list', 'CSQU3054383', '1,375 t', '12/A', 'Scellé / Seal: ML-CI 77'],
    'Température / Temperature: -18,5 °C',
  ])
    expect(text).toContain(part)
  expect(text.replace(/\s/g, ' ')).toContain('1 375 kg')
  expect(text).not.toContain('€')

  const both = await load(order, 1, { container: 'MSKU1234565' })
  const second = await make(both, 'packing')
  const [two = ''] = pdfText((await fileOf(second.json.data.file)).rawPayload)
  for (const part of ['CSQU3054383', 'MSKU1234565', '1,375 t', '1 t', '2,375 t']) expect(two).toContain(part)
})

it('are made once per key, and numbered without a gap by many calls at once', async () => {
  await fillIn()
  const orders = await Promise.all([accepted(), accepted()])
  const key = v7()
  const [order] = orders
  const [a, b] = [await make(order, 'proforma', key), await make(order, 'proforma', key)]
  expect([a.status, b.text]).toEqual([201, a.text])
  const many = isLong ? 16 : 6
  const calls = Array.from({ length: many }, (_, at) => make(orders[at % 2] ?? order))
  // refused ones give their number back
  const refused = make(await deal.request([fish]))
  const answers = await Promise.all(calls)
  await refused
  expect(answers.map(({ status }) => status)).toEqual(Array(many).fill(201))
  const numbers = answers.map(({ json }) => Number(json.data.number.slice(-4))).sort((x, y) => x - y)
  expect(numbers).toEqual(Array.from({ length: many }, (_, at) => at + 2))
  expect((await t.db.query.selectFrom('paper').select('id').execute()).length).toBe(many + 1)
}, 120_000)

it('count from one in a new year of the shop', async () => {
  await fillIn()
  const order = await accepted()
  await make(order)
  // 11:30 on December 31 in UTC is the next year in Auckland
  t.clock.pass(Date.UTC(2026, 11, 31, 11, 30) - t.clock.now())
  // the session of before is over
  admin = await t.addUser({ admin: true })
  expect((await make(order)).json.data).toMatchObject({ number: 'PF-2027-0001', replaces: 'PF-2026-0001' })
})
