// @vitest-environment node
// biome-ignore assist/source/organizeImports: the row is added before the table is read
import { columns } from './added-field.ts'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { multipart, openTestShop, orderBody } from '../server/harness.ts'
import { productWith } from '../support/product-with.ts'

it('stores, imports, searches, logs, orders and shows the new fields, and asks for the one that is required', async () => {
  const t = await openTestShop({ on: 'sqlite' })
  for (const column of columns) await sql.raw(column).execute(t.db.query)
  const admin = await t.addUser({ admin: true })
  const buyer = await t.addUser()
  const create = async (more: object) => {
    const form = multipart(productWith('Hake', { code: 'H1', batch: ' L-2231 ', ...more }))
    return (await t.call('POST', '/fishes/create/', { token: admin.token, ...form })).json
  }
  expect((await create({ gear: ' ' })).errors).toMatchObject([{ path: 'gear', rule: 'required' }])
  expect((await create({ gear: 'x', batch: 'l' })).errors).toMatchObject([{ path: 'batch', rule: 'allowedCharacters' }])
  const made = await create({ gear: ' Trap ' })
  expect([made.batch, made.gear]).toEqual(['L-2231', 'Trap'])
  for (const keyword of ['l-2231', 'trap']) {
    const found = (await t.call('GET', '/fish/', { query: { keyword } })).json.fishes
    expect(found.map(({ _id }: { _id: string }) => _id)).toEqual([made._id])
  }
  // a file of other columns leaves it alone, one with this column changes it
  const send = (row: object) =>
    t.call('POST', '/fishes/import/', { token: admin.token, key: v7(), body: { rows: [{ code: 'H1', ...row }] } })
  expect((await send({ countInStock: 3 })).status).toBe(200)
  expect((await t.call('GET', `/fishes/${made._id}/`)).json.batch).toBe('L-2231')
  expect((await send({ batch: 'L-2232', gear: 'Line' })).status).toBe(200)
  const changed = (await t.call('GET', '/fishes/changes/')).json.changed.at(-1)
  expect([changed.batch, changed.gear, changed.countInStock]).toEqual(['L-2232', 'Line', 3])
  const log = (await t.call('GET', '/admin/log/', { token: admin.token })).json
  for (const name of ['batch', 'gear']) expect(JSON.stringify(log)).toContain(`"field":"${name}"`)
  const order = await t.call('POST', '/orders/add/', { token: buyer.token, key: v7(), body: orderBody([changed]) })
  expect(order.json.data.orderItems[0].batch).toBe('L-2232')
  const read = (await t.call('GET', `/orders/${order.json.data._id}/`, { token: buyer.token })).json
  expect(read.orderItems[0].batch).toBe('L-2232')
  await t.close()
})
