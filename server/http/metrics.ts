import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { type Database, type Db, withTimeout } from '../db/database.ts'
import type { Counts } from '../service-deps.ts'
import type { Dependencies } from './health.ts'

/** Where the shop's figures come from. */
interface ShopFigures {
  db: Database
  counts: Counts
  parts: Pick<Dependencies, 'states'>
  live: { count(): number }
  freeDisk(): Promise<number>
  /** messages that are yet to be sent, by queue */
  countWaiting(): Promise<ReadonlyMap<string, number>>
}

const counters: Record<keyof Counts, [name: string, help: string]> = {
  orders: ['shop_orders_total', 'Requests for a quote that this instance has saved since it started'],
  orderEvents: ['shop_order_events_total', 'Events on requests that this instance has saved since it started'],
  failedMails: ['mail_failures_total', 'Failed attempts of this instance to send a mail'],
  failedPushes: ['push_failures_total', 'Failed attempts of this instance to send a push message'],
  failedWebhooks: ['webhook_failures_total', 'Failed attempts of this instance to call a webhook'],
}

/** Adds the shop's figures to a registry, and returns what reads those of database and disk. What cannot be read is left out. */
async function addShopMetrics(register: Registry, figures: ShopFigures): Promise<() => Promise<void>> {
  const { Counter, Gauge } = await import('prom-client')
  const registers = [register]
  const { db, counts } = figures
  // the names are those of the table
  for (const [of, [name, help]] of Object.entries(counters) as [keyof Counts, [string, string]][]) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(counts[of])
      },
    })
  }
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const streams = gauge('live_streams_open', 'Open live streams of this instance')
  const waiting = gauge('messages_waiting', 'Mails, push messages and events for webhooks that wait to be sent', [
    'queue',
  ])
  const pool = gauge('db_pool_connections', 'Connections of this instance to PostgreSQL', ['state'])
  const queued = gauge('db_pool_waiting', 'Queries of this instance that wait for a connection to PostgreSQL')
  const disk = gauge('disk_free_bytes', 'Free bytes on the disk of DATA_DIR')
  const lag = gauge('feed_lag_seconds', 'For how long the oldest unfinished write has held back the feeds of changes')
  const up = gauge('part_up', '1 if the part works, 0 if it cannot be reached; none while it is off', ['part'])

  return async () => {
    streams.set(figures.live.count())
    up.reset()
    for (const [part, state] of figures.parts.states())
      if (state === 'ok' || state === 'away') up.set({ part }, state === 'ok' ? 1 : 0)
    const use = db.pool?.()
    if (use) {
      pool.set({ state: 'busy' }, use.totalCount - use.idleCount)
      pool.set({ state: 'idle' }, use.idleCount)
      queued.set(use.waitingCount)
    }
    const bytes = await figures.freeDisk().catch(() => undefined)
    if (bytes === undefined) disk.remove()
    else disk.set(bytes)
    const read = withTimeout(db, Promise.all([figures.countWaiting(), feedLag(db)]))
    const [rows, seconds] = await read.catch(() => [])
    waiting.reset()
    for (const [queue, count] of rows ?? []) waiting.set({ queue }, count)
    if (seconds === undefined) lag.remove()
    else lag.set(seconds)
    up.set({ part: 'database' }, rows ? 1 : 0)
  }
}

/** Seconds for which the oldest unfinished write has held back the feeds. On SQLite a change is in them when its call is answered. */
async function feedLag(db: Db): Promise<number> {
  if (db.dialect === 'sqlite') return 0
  const { rows } = await sql<{ lag: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as lag
    from pg_stat_activity where datname = current_database() and backend_xid is not null`.execute(db.query)
  return Math.max(0, rows[0]?.lag ?? 0)
}

/** Serves `GET /metrics` for Prometheus on a separate address that is not public. Listens and closes with the app. */
export async function offerMetrics(app: FastifyInstance, at: { host: string; port: number }, figures: ShopFigures) {
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  const readFigures = await addShopMetrics(register, figures)
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    readFigures()
      .then(() => register.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
        () => response.writeHead(500).end(),
      )
  })
  app.addHook('onReady', async () => {
    server.listen(at)
    await once(server, 'listening')
  })
  app.addHook('onClose', async () => {
    server.close()
    server.closeAllConnections()
  })
}
