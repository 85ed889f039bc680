import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp, createShop } from './app.ts'
import { loadDemoCatalogue, loadDemoReviews } from './catalogue/demo.ts'
import { openDatabase } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { openPictureStore } from './images/open-store.ts'
import { withShippedPictures } from './images/shipped.ts'
import { sweepPictures } from './images/sweep.ts'
import { createMailer } from './mail/mailer.ts'
import { startChores } from './services/chores.ts'
import { seedDemoCatalogue } from './services/demo-catalogue.ts'
import { makeFirstAdmin } from './services/first-admin.ts'
import { markListsAlways } from './services/list-marks.ts'
import { indexOrdersAtRest } from './services/order-index.ts'
import { isPictureUsed } from './services/pictures.ts'
import type { Shop } from './services/shop.ts'
import type { Settings } from './settings.ts'
import { closeOnSignal } from './stop.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000
/** A connection that finds no room in the queue tries again only after one, two, four seconds. */
const waitingConnections = 4096
const dist = fileURLToPath(new URL('../dist', import.meta.url))

async function prepareShop(shop: Shop, settings: Settings): Promise<void> {
  await migrate(shop.db)
  const admin = await makeFirstAdmin(shop, { email: settings.adminEmail, password: settings.adminPassword })
  if (admin)
    console.log(`First administrator: ${admin.email} with the password ${admin.password} (shown only this once)`)
  if (!settings.demoCatalogue) return
  await seedDemoCatalogue(shop, async () => ({ products: await loadDemoCatalogue(), reviews: await loadDemoReviews() }))
}

function address(app: FastifyInstance, host: string): string {
  const bound = app.server.address()
  const shown = host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${typeof bound === 'object' ? bound?.port : bound}`
}

/** Opens the database, prepares it, listens, and closes it all again on a signal. Prints the address. */
export async function start(settings: Settings): Promise<void> {
  await mkdir(settings.dataDir, { recursive: true })
  let log: FastifyInstance['log'] | undefined
  const onError = (error: Error) => log?.warn({ err: { message: error.message } }, 'database connection lost')
  const db = openDatabase({ ...settings, onError })
  const clock = { now: () => Date.now() }
  const pictures = withShippedPictures(openPictureStore(settings))
  const mail = createMailer(settings)
  const deps = { settings, db, pictures, mail, clock, dist }
  const shop = createShop(deps)
  try {
    await prepareShop(shop, settings)
    const app = await buildApp(deps, shop)
    log = app.log
    await app.listen({ host: settings.host, port: settings.port, backlog: waitingConnections })
    const sweep = () =>
      sweepPictures({ store: pictures, isReferenced: (hash) => isPictureUsed(shop, hash), now: clock.now() })
    const more = [{ every: dayMilliseconds, run: sweep }, indexOrdersAtRest(shop), markListsAlways(shop)]
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
