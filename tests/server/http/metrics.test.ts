import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { startJobs } from '../../../server/start-server.ts'
import { freePort } from '../../support/free-port.mjs'
import { pushInput } from '../accounts/push-service.ts'
import { dialect, openTestShop, orderBody } from '../harness.ts'

const docs = join(import.meta.dirname, '../../../docs')
const readDoc = (name: string) => readFileSync(join(docs, name), 'utf8')

/** The names of metrics in an expression of PromQL. */
function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|\b(by|without|on)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/[a-z_:][\w:]*(?!\w*\s*\()/gi)]
    .map(([name]) => name)
    .filter((name) => !/^(and|or|unless|bool)$/.test(name))
}

let mailFails = false
const port = await freePort()
const url = `http://127.0.0.1:${port}/metrics`
const env = { METRICS: `127.0.0.1:${port}`, PUBLIC_URL: 'https://quay.example', PUSH_HOSTS: 'push.invalid' }
const t = await openTestShop({ env, mailFails: () => mailFails, freeDisk: async () => 123_456_789_000 })
const buyer = await t.addUser()
const admin = await t.addUser({ admin: true })
afterAll(() => t.close())

const read = async () => (await fetch(url)).text()
/** The number of a metric; undefined if it is not there. */
async function numberOf(name: string): Promise<number | undefined> {
  const line = (await read()).split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ')[1])
}
async function newOrder(key = v7()) {
  const fish = await t.addFish()
  return t.call('POST', '/orders/add/', { token: buyer.token, key, body: orderBody([fish]) })
}

it('counts requests and events once each, however often they are sent', async () => {
  const fish = await t.addFish()
  const [key, eventKey] = [v7(), v7()]
  const send = () => t.call('POST', '/orders/add/', { token: buyer.token, key, body: orderBody([fish]) })
  const { json } = await send()
  expect((await send()).status).toBe(201)
  const event = { token: buyer.token, key: eventKey, body: { kind: 'message', text: 'When?' } }
  for (const _ of [1, 2]) expect((await t.call('POST', `/orders/${json.data._id}/events/`, event)).status).toBe(201)
  expect(await numberOf('shop_orders_total')).toBe(1)
  expect(await numberOf('shop_order_events_total')).toBe(1)
})

it('counts what waits to be sent, and what fails', { tags: '@long' }, async () => {
  const subscription = { token: admin.token, body: pushInput('https://push.invalid/phone') }
  expect((await t.call('PUT', '/push/subscriptions/', subscription)).status).toBeLessThan(300)
  const before = (await numberOf('messages_waiting{queue="order_mail"}')) ?? 0
  const body = { url: 'https://erp.invalid/', events: ['order.created'] }
  await t.call('POST', '/webhooks/', { token: admin.token, body })
  await newOrder()
  // to the desk and to the buyer
  expect(await numberOf('messages_waiting{queue="order_mail"}')).toBe(before + 2)
  expect(await numberOf('messages_waiting{queue="push_message"}')).toBe(1)
  expect(await numberOf('messages_waiting{queue="webhook"}')).toBe(1)
  expect([await numberOf('mail_failures_total'), await numberOf('push_failures_total')]).toEqual([0, 0])
  mailFails = true
  const log = { warn: () => {}, error: () => {} }
  const stop = startJobs(t.shop, log)
  try {
    for (const name of ['mail_failures_total', 'push_failures_total', 'webhook_failures_total'])
      await expect.poll(() => numberOf(name)).toBeGreaterThan(0)
  } finally {
    await stop()
    mailFails = false
  }
})

it('tells streams, disk, lag and the pool', async () => {
  expect(await numberOf('live_streams_open')).toBe(0)
  expect(await numberOf('disk_free_bytes')).toBe(123_456_789_000)
  await expect.poll(() => numberOf('feed_lag_seconds')).toBeLessThan(1)
  const busy = await numberOf('db_pool_connections{state="busy"}')
  expect(busy === undefined).toBe(dialect === 'sqlite')
})

it('shows the write that holds back the feeds', async () => {
  // on SQLite none does
  if (dialect === 'sqlite') return expect(await numberOf('feed_lag_seconds')).toBe(0)
  await t.db.query.transaction().execute(async (tx) => {
    await tx
      .updateTable('order_feed')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute()
    await expect.poll(() => numberOf('feed_lag_seconds')).toBeGreaterThan(0.2)
  })
  await expect.poll(() => numberOf('feed_lag_seconds')).toBeLessThan(0.2)
})

it('has every metric that the dashboard and the alert rules name', async () => {
  await expect.poll(() => numberOf('part_up{part="mail"}')).toBe(1)
  const text = await read()
  const exposed = new Set([...text.matchAll(/^([a-z_]\w*)/gm)].map(([, name]) => name))
  // of Prometheus itself, and what only PostgreSQL has
  for (const name of ['up', ...(dialect === 'sqlite' ? ['db_pool_connections', 'db_pool_waiting'] : [])])
    exposed.add(name)
  // the files' own shapes, checked by the programs that read them
  const dashboard = JSON.parse(readDoc('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  const rules = load(readDoc('prometheus-alerts.yml')) as { groups: { rules: { alert: string; expr: string }[] }[] }
  const drawn = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const alerts = rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr))
  expect(drawn.length).toBeGreaterThan(10)
  expect(alerts.length).toBeGreaterThan(5)
  for (const expression of [...drawn, ...alerts]) {
    const names = metricsIn(expression)
    expect(names).not.toEqual([])
    expect(names.filter((name) => !/^\d/.test(name) && !exposed.has(name))).toEqual([])
  }
  // each of the shop's own is in a picture
  const own = [...text.matchAll(/^# TYPE ((?!process_|nodejs_)\w+)/gm)].map(([, name = '']) => name)
  for (const name of own)
    expect(
      drawn.some((expression) => expression.includes(name)),
      name,
    ).toBe(true)
})
