import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { InvalidField } from '../../../contract/fields.ts'
import type { Order } from '../../../contract/orders.ts'
import type { Paper } from '../../../contract/papers/papers.ts'
import { demoShop } from '../../../server/demo/demo-shop.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { password } from '../harness.ts'
import { notOpened, openDeal } from '../orders/deal.ts'
import { bankAccount } from './bank-accounts.ts'

let { t, buyer, admin, fish, deal } = notOpened
beforeEach(async () => {
  ;({ t, buyer, admin, fish, deal } = await openDeal({ shop: { env: { PUBLIC_URL: 'https://quay.example' } } }))
  const seller = { legalName: 'Pêcheries SA', taxNumber: 'SN-1', registrationNumber: 'RC 9', approvalNumber: '12/A' }
  await t.call('PUT', '/shop/', { token: admin.token, body: { ...demoShop, logo: '' } })
  await t.call('PUT', '/shop/seller/', { token: admin.token, body: seller })
  await t.call('POST', '/shop/bank/', { token: admin.token, body: { ...bankAccount(), password } })
})
afterEach(() => t.close())

const terms = { deposit: 30, balance: { kind: 'days-after-loading', days: 20 } }
const accepted = async (more: object = {}) => deal.accept(await deal.offer(await deal.request([fish], more), terms))
const path = ({ _id }: { _id: string }) => `/orders/${_id}/papers/`
const make = (order: { _id: string }, body: object, key = v7()) =>
  t.call('POST', path(order), { token: admin.token, key, body })
const preview = (order: { _id: string }, body: object, token = admin.token) =>
  t.app.inject({
    ...{ method: 'POST', url: `/api${path(order)}preview/`, payload: body },
    headers: { authorization: `Bearer ${token}` },
  })
const list = async (order: Order): Promise<{ papers: Paper[]; missing: Record<string, string[]> }> =>
  (await t.call('GET', path(order), { token: admin.token })).json
const textOf = async (answer: { json: { data: Paper } }) => {
  const url = `/api/files/${answer.json.data.file}/`
  const { rawPayload } = await t.app.inject({ url, headers: { authorization: `Bearer ${buyer.token}` } })
  return pdfText(rawPayload).join('\n').replace(/\s+/g, ' ')
}
const lot = { code: 'L-1', cartons: 50, net: 1000.125, gross: 1100.5 }
const load = (order: Order, qty: number, lots?: object[]) =>
  deal.must(order, admin.token, {
    ...{ kind: 'milestone', step: 'loaded', on: '2026-01-02' },
    loaded: {
      ...{ container: 'CSQU3054383', seal: 'S 1', temperature: -20 },
      lines: [{ fishe: fish._id, qty, ...(lots && { lots }) }],
    },
  })
const paths = (answer: { json: { errors?: InvalidField[] } }) => answer.json.errors?.map(({ path: at }) => at)

it('an invoice needs a loading, has its weights, names what customs ask for, and is in the chosen language', async () => {
  const facts = { hs_code: '03046100', origin: 'Senegal', scientific_name: 'Gadus morhua', fao_code: 'COD' }
  await t.db.query.updateTable('fish').set(facts).where('id', '=', fish._id).execute()
  const order = await accepted({ language: 'es' })
  const early = await make(order, { kind: 'invoice' })
  expect([early.status, paths(early)]).toEqual([422, ['loaded']])
  await load(order, 1.5)
  const made = await make(order, { kind: 'invoice' })
  expect(made.json.data).toMatchObject({ kind: 'invoice', number: 'INV-2026-0001' })
  const text = await textOf(made)
  for (const part of [
    ...['Factura comercial / Commercial invoice INV-2026-0001', 'CIF Vigo', '03046100', 'Senegal', 'Gadus morhua'],
    ...['1500', '2775,00 €', 'Importe pendiente / Amount due (EUR)', bankAccount().account, 'CSQU3054383'],
  ])
    expect(text.replace(/(\d)\.(\d{3})/g, '$1$2')).toContain(part)
  const english = await make(order, { kind: 'invoice', language: 'en' })
  const plain = await textOf(english)
  expect(plain).toContain('Commercial invoice INV-2026-0002')
  expect(plain).toContain('replaces INV-2026-0001')
  expect(plain).not.toContain('Factura')
  const { events } = await deal.read(order)
  expect(events.at(-1)).toMatchObject({ kind: 'message', paper: { kind: 'invoice', number: 'INV-2026-0002' } })
})

it('the same key with another language is another paper', async () => {
  const order = await accepted({ language: 'fr' })
  const key = v7()
  const first = await make(order, { kind: 'proforma', language: 'fr' }, key)
  expect((await make(order, { kind: 'proforma', language: 'fr' }, key)).text).toBe(first.text)
  expect((await make(order, { kind: 'proforma', language: 'en' }, key)).json.type).toBe('about:quayside/key-reused')
})

it('a pro forma names the deposit with its last day, and how the rest is paid', async () => {
  const text = await textOf(await make(await accepted(), { kind: 'proforma' }))
  for (const part of ['30 % within 7 days of the agreement €1,387.50', 'due by 8 January', '20 days after loading'])
    expect(text).toContain(part)
})

it('a preview is the paper as a draft: no number is used, and nothing is stored', async () => {
  const order = await accepted()
  const before = await deal.read(order)
  const seen = await preview(order, { kind: 'proforma', language: 'en' })
  expect([seen.statusCode, seen.headers['content-type'], seen.headers['cache-control']]).toEqual([
    ...[200, 'application/pdf', 'private, no-store'],
  ])
  const [text = ''] = pdfText(seen.rawPayload)
  expect(text).toContain('DRAFT: Pro forma invoice')
  expect(text).toContain('Without a number')
  expect(text).not.toContain('PF-2026')
  expect((await list(order)).papers).toEqual([])
  expect((await deal.read(order)).version).toBe(before.version)
  expect(await t.db.query.selectFrom('order_file').select('id').execute()).toEqual([])
  const refused = await preview(order, { kind: 'invoice' })
  expect([refused.statusCode, paths({ json: refused.json() })]).toEqual([422, ['loaded']])
  expect((await preview(order, { kind: 'proforma' }, buyer.token)).statusCode).toBe(403)
  expect((await make(order, { kind: 'proforma' })).json.data.number).toBe('PF-2026-0001')
})

it('a packing list has the lots; after a correction the issued one says that it is outdated, and stays', async () => {
  let order = await load(await accepted(), 1, [lot])
  const loadedId = order.events.at(-1)?._id
  const first = await make(order, { kind: 'packing' })
  const text = await textOf(first)
  for (const part of ['Lot L-1', '50', '1,000.125', '1,100.5', 'CSQU3054383', 'Seal: S 1']) expect(text).toContain(part)
  await make(order, { kind: 'invoice' })
  expect((await list(order)).papers.map(({ isOutdated }) => isOutdated)).toEqual([undefined, undefined])
  order = await deal.read(order)
  await deal.must(order, admin.token, { kind: 'correct', of: loadedId, note: 'Weighed again' })
  expect((await list(order)).missing.invoice).toEqual(['loaded'])
  await load(await deal.read(order), 1.2)
  expect((await list(order)).papers.map(({ kind, isOutdated }) => [kind, isOutdated])).toEqual([
    ['invoice', true],
    ['packing', true],
  ])
  expect(await textOf(first)).toBe(text)
  await make(order, { kind: 'packing' })
  expect((await list(order)).papers.map(({ number, isOutdated = false }) => [number, isOutdated])).toEqual([
    ['PL-2026-0002', false],
    ['INV-2026-0001', true],
    ['PL-2026-0001', true],
  ])
})

it('a data sheet names the lots whose data is missing, and has the data in the order of the certificates', async () => {
  const order = await load(await accepted(), 1, [lot])
  const refused = await make(order, { kind: 'data-sheet' })
  expect([refused.status, paths(refused)]).toEqual([422, ['lots.L-1']])
  const data = {
    ...{ vessel: 'Nuevo Alcocero', imo: '9074729', flag: 'Spain', gear: 'Trawl', area: '34', caughtFrom: '2025-12-01' },
    ...{ plant: 'MR 1', producedOn: '2025-12-03', bestBefore: '2027-12-03', certificate: 'CC-9' },
  }
  const book = await t.call('GET', '/lots/', { token: admin.token })
  const body = { code: 'L-1', fishe: fish._id, ...data }
  expect((await t.call('PUT', `/lots/${book.json[0]._id}/`, { token: admin.token, body })).status).toBe(200)
  const made = await make(order, { kind: 'data-sheet' })
  expect(made.json.data.number).toBe('DS-2026-0001')
  const text = await textOf(made)
  const wanted = ['L-1', 'Nuevo Alcocero', '9074729', 'Spain', 'Trawl', 'FAO 34', '1 December 2025', 'MR 1', 'CC-9']
  const at = wanted.map((part) => text.indexOf(part))
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  expect(at).not.toContain(-1)
})

it('a credit note needs a settled claim and an issued invoice, and is replaced for the same claim alone', async () => {
  let order = await load(await accepted(), 1)
  expect((await list(order)).missing.credit).toEqual(['credit', 'invoice'])
  const received = { kind: 'milestone', step: 'received', on: '2026-01-03' }
  order = await deal.must(order, buyer.token, received)
  const settled = async (amount: number) => {
    const lines = [{ fishe: fish._id, kg: 10, reason: 'quality' }]
    order = await deal.must(order, buyer.token, { kind: 'claim', lines })
    const claim = order.events.at(-1)?._id ?? ''
    const credit = [{ fishe: fish._id, kg: 10, amount }]
    order = await deal.must(order, admin.token, { kind: 'settle', after: order.version, claim, credit })
    return claim
  }
  const [one, two] = [await settled(1850), await settled(925)]
  const asked = { kind: 'credit', claim: one }
  expect(paths(await make(order, asked))).toEqual(['invoice'])
  await make(order, { kind: 'invoice' })
  for (const claim of [undefined, 'none'])
    expect(paths(await make(order, { kind: 'credit', ...(claim && { claim }) }))).toEqual(['claim'])
  const first = await make(order, asked)
  expect(first.json.data).toMatchObject({ number: 'CN-2026-0001', claim: one })
  expect(first.json.data).not.toHaveProperty('replaces')
  const text = await textOf(first)
  for (const part of ['INV-2026-0001', '10 kg', '€18.50', 'quality']) expect(text).toContain(part)
  expect((await make(order, { kind: 'credit', claim: two })).json.data).not.toHaveProperty('replaces')
  expect((await make(order, asked)).json.data).toMatchObject({ number: 'CN-2026-0003', replaces: 'CN-2026-0001' })
})

it('numbers have no gaps after refusals, by kind', async () => {
  const order = await load(await accepted(), 1)
  const kinds = ['invoice', 'credit', 'proforma', 'data-sheet', 'invoice', 'credit', 'packing']
  const numbers: (string | undefined)[] = []
  for (const kind of kinds) numbers.push((await make(order, { kind })).json.data?.number)
  expect(numbers).toEqual([
    'INV-2026-0001',
    undefined,
    'PF-2026-0001',
    undefined,
    'INV-2026-0002',
    undefined,
    'PL-2026-0001',
  ])
})

it('an issued paper is published to webhooks, with the order that it is of', async () => {
  const hook = { url: 'https://erp.example/hook', events: ['paper.issued'] }
  await t.call('POST', '/webhooks/', { token: admin.token, body: hook })
  const order = await accepted()
  const { json } = await make(order, { kind: 'proforma' })
  const rows = await t.db.query.selectFrom('outbox').select('payload').where('kind', '=', 'webhook').execute()
  const sent = rows.map(({ payload }) => JSON.parse(payload))
  expect(sent.map(({ type, data }) => [type, data._id])).toEqual([['paper.issued', order._id]])
  const { kind, number } = json.data
  expect(sent[0].data.events.at(-1)).toMatchObject({ kind: 'message', paper: { kind, number } })
})
