import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp, createShop } from './app.ts'
import { openDatabase } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { loadDemoCatalogue, loadDemoReviews } from './demo/demo-catalogue.ts'
import { demoOrders } from './demo/demo-orders.ts'
import { demoShop } from './demo/demo-shop.ts'
import { freeBytes } from './http/disk-space.ts'
import { openPictureStore } from './images/open-store.ts'
import { withShippedPictures } from './images/shipped.ts'
import { sweepPictures } from './images/sweep.ts'
import { createMailer } from './mail/mailer.ts'
import { openDataFolder } from './private-files.ts'
import { startChores } from './services/chores.ts'
import { diskChores } from './services/disk-room.ts'
import { makeFirstAdmin } from './services/first-admin.ts'
import { isPictureUsed } from './services/pictures.ts'
import { requirePushKeys } from './services/push-subscriptions.ts'
import { seedDemoCatalogue } from './services/seed-demo-catalogue.ts'
import type { Shop } from './services/shop.ts'
import { getShopName, seedShopSettings } from './services/shop-settings.ts'
import type { Settings } from './settings.ts'
import { closeOnSignal } from './stop.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000
/** A client that finds the queue full retries only after one, two and four seconds, so the queue is long. */
const backlog = 4096
const dist = fileURLToPath(new URL('../dist', import.meta.url))

async function prepareShop(shop: Shop, settings: Settings): Promise<void> {
  await migrate(shop.db)
  await requirePushKeys(shop)
  const admin = await makeFirstAdmin(shop, { email: settings.adminEmail, password: settings.adminPassword })
  if (admin)
    console.log(`First administrator: ${admin.email} with the password ${admin.password} (shown only this once)`)
  if (!settings.demoCatalogue) return
  const orders = settings.demoOrders ? demoOrders : []
  await seedDemoCatalogue(shop, async () => ({
    products: await loadDemoCatalogue(),
    reviews: await loadDemoReviews(),
    orders,
  }))
  await seedShopSettings(shop, { ...demoShop, timeZone: settings.timeZone })
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
  const mail = createMailer(settings, () => getShopName(db))
  const deps = { settings, db, pictures, mail, clock, dist }
  const shop = createShop(deps)
  try {
    await prepareShop(shop, settings)
    const app = await buildApp(deps, shop)
    log = app.log
    // build the index now, so that the first search does not wait for it
    await shop.fishIndex.refresh()
    await app.listen({ host: settings.host, port: settings.port, backlog })
    const sweep = () =>
      sweepPictures({ store: pictures, isReferenced: (hash) => isPictureUsed(shop, hash), now: clock.now() })
    const free = () => freeBytes(settings.dataDir)
    const more = [{ every: dayMilliseconds, run: sweep }, ...diskChores(shop, free)]
    const stopChores = startChores(shop, app.log, { more })
    closeOnSignal(app, async () => {
      await stopChores()
      await mail.close()
      await pictures.close?.()
      await db.close()
    })
    console.log(`Quayside is open at ${address(app, settings.host)}`)
  } catch (error) {
    await db.close().catch(() => {})
    throw error
  }
}
