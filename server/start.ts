import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { newShop } from '../contract/shop.ts'
import { makeFirstAdmin } from './accounts/first-admin.ts'
import { requirePushKeys } from './accounts/push-subscriptions.ts'
import { buildApp } from './app.ts'
import { seedDemoCatalogue } from './catalogue/seed-demo-catalogue.ts'
import { isPictureUsed, startChores } from './chores.ts'
import { createServiceDeps } from './create-service-deps.ts'
import { loadDemoCatalogue, loadDemoReviews } from './demo/demo-catalogue.ts'
import { demoOrders } from './demo/demo-orders.ts'
import { demoShop } from './demo/demo-shop.ts'
import { openPictureStore, sweepPictures, withShippedPictures } from './images/picture-store.ts'
import { createMailer } from './outgoing/mailer.ts'
import { openDataFolder } from './platform/bytes/byte-store.ts'
import { day } from './platform/clock.ts'
import { openDatabase } from './platform/db/client.ts'
import { migrate } from './platform/db/migrate.ts'
import type { ServiceDeps } from './service-deps.ts'
import type { Settings } from './settings.ts'
import { getShopSettings, seedShopSettings } from './shop/shop-settings.ts'
import { closeOnSignal } from './stop.ts'

/** A client that finds the queue full retries only after one, two and four seconds, so the queue is long. */
const backlog = 4096
const dist = fileURLToPath(new URL('../dist', import.meta.url))

async function prepareShop(deps: ServiceDeps, settings: Settings): Promise<void> {
  await migrate(deps.db)
  await requirePushKeys(deps)
  const admin = await makeFirstAdmin(deps, { email: settings.adminEmail, password: settings.adminPassword })
  if (admin)
    console.log(`First administrator: ${admin.email} with the password ${admin.password} (shown only this once)`)
  if (!settings.demoCatalogue) return
  const orders = settings.demoOrders ? demoOrders : []
  await seedDemoCatalogue(deps, async () => ({
    products: await loadDemoCatalogue(),
    reviews: await loadDemoReviews(),
    orders,
  }))
  await seedShopSettings(deps, { ...demoShop, timeZone: settings.timeZone })
}

function address(app: FastifyInstance, host: string): string {
  const bound = app.server.address()
  const shown = host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${typeof bound === 'object' ? bound?.port : bound}`
}

/** Opens and prepares the database, listens, prints the address, and closes everything on a signal. */
export async function start(settings: Settings): Promise<void> {
  await openDataFolder(settings.dataDir)
  let log: FastifyInstance['log'] | undefined
  const onError = (error: Error) => log?.warn({ err: { message: error.message } }, 'database connection lost')
  const db = openDatabase({ ...settings, onError })
  const clock = { now: () => Date.now() }
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
    await app.listen({ host: settings.host, port: settings.port, backlog })
    const sweep = () =>
      sweepPictures({ store: pictures, isReferenced: (hash) => isPictureUsed(serviceDeps, hash), now: clock.now() })
    const more = [{ every: day, run: sweep }]
    const stopChores = startChores(serviceDeps, app.log, { more })
    closeOnSignal(app, {
      beside: stopChores,
      async after() {
        await mail.close()
        await db.close()
      },
    })
    const at = address(app, settings.host)
    app.log.info({ at, database: db.dialect, node: process.version }, 'started')
    console.log(`Quayside is open at ${at}`)
  } catch (error) {
    await db.close().catch(() => {})
    throw error
  }
}
