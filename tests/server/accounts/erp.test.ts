import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { fastFolder } from '../../support/tools.mjs'
import { openDeal } from '../orders/deal.ts'

const script = fileURLToPath(new URL('../../../docs/erp.mjs', import.meta.url))

const { t, buyer, admin, deal } = await openDeal()
await t.app.listen({ host: '127.0.0.1', port: 0 })
const folder = await mkdtemp(join(fastFolder(), 'erp-'))
const body = { name: 'ERP', rights: ['orders', 'products'] }
const key = (await t.call('POST', '/keys/', { token: admin.token, body })).json.key
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

/** One run of the script; what it printed. */
function run(): Promise<string> {
  // a server that listens on a port has an address with one
  const { port } = t.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [script, `http://127.0.0.1:${port}`, folder], (error, out) =>
      error ? reject(error) : resolve(out),
    )
    child.stdin?.end(`${key}\n`)
  })
}
const orders = async () => (await readdir(join(folder, 'orders'))).sort()

it('pulls orders as they change and go, and pushes the stock that differs', async () => {
  const fish = await t.addFish({ code: 'COD-200', countInStock: 3 })
  const [first, second] = [await deal.request([fish]), await deal.request([fish])]
  await writeFile(join(folder, 'stock.csv'), 'COD-200;12.5\nNOT-OURS;1\n')
  expect(await run()).toBe('COD-200: 12.5 t\n')
  expect(await orders()).toEqual([`${first._id}.json`, `${second._id}.json`].sort())
  expect((await t.call('GET', `/fishes/${fish._id}`)).json.countInStock).toBe(12.5)

  await deal.offer(first)
  await t.call('DELETE', `/orders/delete/${second._id}/`, { token: admin.token })
  expect(await run()).toBe('')
  expect(await orders()).toEqual([`${first._id}.json`])
  const saved = JSON.parse(await readFile(join(folder, 'orders', `${first._id}.json`), 'utf8'))
  expect(saved).toMatchObject({ state: 'offered', user: { email: buyer.email } })
})

it('stops with a refused key', { tags: '@long' }, async () => {
  await t.db.query.deleteFrom('api_key').execute()
  await expect(run()).rejects.toThrow(/401 This API key is unknown/)
})
