import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { limits } from '../contract/limits.ts'
import { pictureValue } from '../contract/picture.ts'
import { newShop, shopPictures } from '../contract/shop.ts'
import { accountMails, adminMails } from './accounts/account-mails.ts'
import { makeFirstAdmin } from './accounts/manage-users.ts'
import { requirePushKeys } from './accounts/push-subscriptions.ts'
import { countFishes } from './catalogue/fishes-table.ts'
import { seedDemoCatalogue } from './catalogue/seed-demo-catalogue.ts'
import { day, findRow, hour, isoNow, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { loadDemoCatalogue, loadDemoOrders, loadDemoReviews } from './demo/demo-catalogue.ts'
import { demoShop } from './demo/demo-shop.ts'
import { contactMails } from './inbox/contact.ts'
import { orderMails } from './orders/order-mails.ts'
import { orderPushes } from './orders/order-notices.ts'
import { notifyEndingOffers, remindOfDues, remindOfUnanswered } from './orders/reminders.ts'
import { seedDemoOrders, storeDemoFiles } from './orders/seed-demo-orders.ts'
import { type Sending, type SendRound, sendDue } from './outbox/deliver.ts'
import { createMailer } from './outbox/mailer.ts'
import { buildApp, createServiceDeps } from './server-app.ts'
import type { ServiceDeps } from './service-deps.ts'
import type { Settings } from './settings.ts'
import { getShopSettings, seedShopSettings } from './shop/shop-settings.ts'
import { openDataFolder } from './storage/byte-store.ts'
import { openPictureStore, sweepPictures, withShippedPictures } from './storage/picture-store.ts'
import { cleanFiles } from './storage/uploads.ts'
import { cleanDeliveries, webhookEvents } from './webhooks/send-webhooks.ts'

/** Milliseconds. Together with running requests, this must fit into the time that a process gets to stop. */
const stopTimeout = 5_000

interface Job {
  /** milliseconds */
  every: number
  /** the signal aborts when the server stops */
  run: (signal: AbortSignal) => Promise<unknown>
  /** rounds that may run at the same time; by default one */
  abreast?: number
}

type JobLog = Record<'error' | 'warn', (details: object, message: string) => void>

/** Runs the recurring tasks. Returns a function that stops them and waits for running rounds, at most `timeout` milliseconds. */
export function runJobs(jobs: readonly Job[], log: JobLog, timeout = stopTimeout): () => Promise<void> {
  const stop = new AbortController()
  const running = new Set<Promise<unknown>>()
  const timers = jobs.map((job) => {
    let busy = 0
    const round = () => {
      if (busy >= (job.abreast ?? 1)) return
      busy++
      const work = job
        .run(stop.signal)
        .catch((error: unknown) => log.error({ err: error }, 'a job failed'))
        .finally(() => {
          busy--
          running.delete(work)
        })
      running.add(work)
    }
    return setInterval(round, job.every).unref()
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    stop.abort()
    await Promise.race([Promise.all(running), sleep(timeout, undefined, { ref: false })])
  }
}

/** Milliseconds. */
const every = { mail: 5_000, ends: 5 * 60 * 1000, clean: hour }
const outgoing: Sending[] = [contactMails, orderMails, accountMails, adminMails, orderPushes, webhookEvents]
/** Milliseconds for which an expired link is still recognised, so that people learn why it does not work. */
const recognised = 30 * day
/** What is deleted once its time has passed: the column that has it, and the milliseconds for which a row stays after it. */
const expiring = [
  ['rate_limit', 'ends_at', 0],
  ['login_session', 'expires_at', 0],
  ['account_link', 'expires_at', recognised],
  ['invitation', 'until', recognised],
  ['offer_link', 'until', recognised],
  // two years, one of them a leap year
  ['admin_action', 'at', 731 * day],
] as const

/** Deletes expired sessions, counters and links, and old entries of the administrators' log and of webhooks. */
export async function cleanUp(deps: ServiceDeps): Promise<void> {
  const { db, clock } = deps
  for (const [table, column, kept] of expiring) {
    const end = isoNow(clock, -kept)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${end}`.execute(db.query)
  }
  await cleanDeliveries(deps)
}

/** Starts the shop's recurring tasks. Returns what stops them, see `runJobs`. */
export function startJobs(
  deps: ServiceDeps,
  log: JobLog,
  { more = [], timeout }: { more?: Job[]; timeout?: number } = {},
): () => Promise<void> {
  const sending = outgoing.map((kind): Job => {
    const { count, message } = kind.failure
    const onFailure: SendRound['onFailure'] = (failure) => {
      deps.counts[count]++
      log.warn(failure, message)
    }
    const run = (signal: AbortSignal) => sendDue(deps, kind, { signal, onFailure })
    return { every: every.mail, run, abreast: kind.rounds ?? 1 }
  })
  const jobs: Job[] = [
    ...sending,
    { every: every.ends, run: (signal) => notifyEndingOffers(deps, signal) },
    { every: every.ends, run: (signal) => remindOfUnanswered(deps, signal) },
    { every: every.ends, run: (signal) => remindOfDues(deps, signal) },
    { every: every.clean, run: () => cleanUp(deps) },
    { every: every.clean, run: (signal) => cleanFiles(deps, { signal }) },
    ...more,
  ]
  return runJobs(jobs, log, timeout)
}

/** Whether a picture or a certificate is used by a product, by a lot, by an order (even of a deleted product), or by the shop. */
export async function isPictureUsed(deps: ServiceDeps, hash: string): Promise<boolean> {
  const { db } = deps
  const image = pictureValue(hash)
  const further = db.query
    .selectFrom('fish')
    .select('id')
    .where((row) => row.or([row('pictures', '<>', ''), row('certificate_files', '<>', '')]))
    .where((row) => row.or([row('pictures', 'like', `%${image}%`), row('certificate_files', 'like', `%/${hash}/%`)]))
  // in this order: a picture goes from a product to an order, so one of both has it
  const user =
    (await findRow(db, 'fish', { image })) ??
    (await further.limit(1).executeTakeFirst()) ??
    (await findRow(db, 'order_item', { image })) ??
    (await db.query.selectFrom('lot').select('id').where('files', 'like', `%/${hash}/%`).limit(1).executeTakeFirst())
  const settings = await getShopSettings(deps, db)
  return user !== undefined || ([...shopPictures, 'logo'] as const).some((name) => settings[name] === image)
}

/** Milliseconds. Whoever stopped the server waits ten seconds, then kills it. */
const times = { sweep: 100, force: 7_000, deadline: 9_000 }

/**
 * Shuts down on SIGTERM or SIGINT: accepts no new connections, finishes running requests and jobs, then closes the
 * database. Idle keep-alive connections would delay this for a minute, so they are closed. All of it has one deadline, which
 * a mail server that hangs or a body that trickles does not move. `beside` ends what runs beside the calls, `after` closes what both need.
 */
function closeOnSignal(app: FastifyInstance, { beside, after }: Record<'beside' | 'after', () => Promise<void>>): void {
  let closing = false
  const close = async (signal: string) => {
    if (closing) return
    closing = true
    const since = performance.now()
    app.log.info({ signal }, 'stopping')
    setInterval(() => app.server.closeIdleConnections(), times.sweep)
    setTimeout(() => app.server.closeAllConnections(), times.force)
    setTimeout(() => {
      app.log.warn('stopped at the deadline, before everything had ended')
      process.exit(0)
    }, times.deadline)
    try {
      await Promise.all([app.close(), beside()])
      await after()
      app.log.info({ ms: Math.round(performance.now() - since) }, 'stopped')
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'closing failed')
      process.exit(1)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void close(signal))
}

/** A client that finds the queue full retries only after one, two and four seconds, so the queue is long. */
const backlog = 4096
const dist = fileURLToPath(new URL('../dist', import.meta.url))

async function prepareShop(deps: ServiceDeps, settings: Settings): Promise<void> {
  await migrate(deps.db)
  await requirePushKeys(deps)
  const admin = await makeFirstAdmin(deps, { email: settings.adminEmail, password: settings.adminPassword })
  if (admin)
    console.log(`First administrator: ${admin.email} with the password ${admin.password} (shown only this once)`)
  if (settings.catalogue === 'empty') return
  const demo = settings.demoOrders ? await loadDemoOrders() : { orders: [], lots: [], bytes: Buffer.of() }
  let { orders } = demo
  await seedDemoCatalogue(
    deps,
    async () => {
      orders = await storeDemoFiles(deps, demo)
      return { products: await loadDemoCatalogue(), reviews: await loadDemoReviews() }
    },
    (tx, products) => seedDemoOrders(deps, tx, { ...demo, orders, products }),
  )
  await seedShopSettings(deps, { ...demoShop, timeZone: settings.timeZone })
}

/** Opens and prepares the database, listens, prints the address, and closes everything on a signal. */
export async function start(settings: Settings): Promise<void> {
  await openDataFolder(settings.dataDir)
  let log: FastifyInstance['log'] | undefined
  const onError = (error: Error) => log?.warn({ err: { message: error.message } }, 'database connection lost')
  const db = openDatabase({ ...settings, onError })
  const clock = { now: Date.now }
  const pictures = withShippedPictures(openPictureStore(settings))
  const mail = createMailer(settings, () => getShopSettings({ newShop }, db))
  const deps = { settings, db, pictures, mail, clock, dist }
  const serviceDeps = createServiceDeps(deps)
  try {
    await prepareShop(serviceDeps, settings)
    const app = await buildApp(deps, serviceDeps)
    log = app.log
    // build the index now, so that the first search does not wait for it
    await serviceDeps.fishIndex.refresh()
    const products = await countFishes(db)
    if (products > limits.catalogueProducts)
      app.log.warn({ products, limit: limits.catalogueProducts }, 'larger than what devices are made to save whole')
    await app.listen({ host: settings.host, port: settings.port, backlog })
    const isReferenced = (hash: string) => isPictureUsed(serviceDeps, hash)
    const sweep = () => sweepPictures({ store: pictures, isReferenced, now: clock.now() })
    const stopJobs = startJobs(serviceDeps, app.log, { more: [{ every: day, run: sweep }] })
    closeOnSignal(app, { beside: stopJobs, after: () => mail.close().then(db.close) })
    const bound = app.server.address()
    const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
    const at = `http://${host}:${typeof bound === 'object' ? bound?.port : bound}`
    app.log.info({ at, database: db.dialect, node: process.version }, 'started')
    console.log(`Quayside is open at ${at}`)
  } catch (error) {
    await db.close().catch(() => {})
    throw error
  }
}
