import type { Agent } from 'node:https'
import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { headers } from '../contract/headers.ts'
import { limits } from '../contract/limits.ts'
import { pictureValue } from '../contract/picture.ts'
import type { ProblemCode } from '../contract/problem.ts'
import { logoIcon, newShop } from '../contract/shop-texts.ts'
import { type CatalogueVersion, watchCatalogueVersion } from './db/catalogue-version.ts'
import type { Database } from './db/client.ts'
import { type DatabaseFault, databaseFault } from './db/dialect/errors.ts'
import { createFishIndex } from './db/fish-index.ts'
import { type AnswerCache, createAnswerCache } from './http/answer-cache.ts'
import { addApiHeaders, answerUnknown, setApiHeaders } from './http/api.ts'
import { bodyParsers } from './http/bodies.ts'
import { trustOf } from './http/client-address.ts'
import { answerClientError, connectionOptions, watchConnections } from './http/connections.ts'
import { allowOrigins } from './http/cors.ts'
import { freeBytes, watchDisk } from './http/disk-space.ts'
import { errorHandler } from './http/errors.ts'
import { logAnswers, logOptions } from './http/logging.ts'
import { offerMetrics } from './http/metrics.ts'
import { waitForArrivals, watchPressure } from './http/pressure.ts'
import { decorateRequests } from './http/request.ts'
import { createRouter } from './http/route.ts'
import { ajvOptions } from './http/validation.ts'
import { type ConvertedPicture, convertPicture } from './images/convert.ts'
import { convertLogo } from './images/logo.ts'
import type { PictureStore } from './images/picture-store.ts'
import { pictureRoutes } from './images/routes.ts'
import { PictureStoreError } from './images/s3-store.ts'
import { PictureRefused } from './images/sniff.ts'
import type { Mailer } from './mail/mailer.ts'
import { createPusher } from './push/pusher.ts'
import { adminLogRoutes } from './routes/admin-log.ts'
import { confirmRoutes } from './routes/confirm-email.ts'
import { contactRoutes } from './routes/contact.ts'
import { docsRoutes } from './routes/docs.ts'
import { fishRoutes } from './routes/fishes.ts'
import { healthRoutes } from './routes/health.ts'
import { messageRoutes } from './routes/messages.ts'
import { orderRoutes } from './routes/orders.ts'
import { ownAccountRoutes } from './routes/own-account.ts'
import { passwordRoutes } from './routes/passwords.ts'
import { pushRoutes } from './routes/push.ts'
import { reviewRoutes } from './routes/reviews.ts'
import { shopRoutes } from './routes/shop.ts'
import { subscriberRoutes } from './routes/subscribers.ts'
import { unsubscribeRoutes } from './routes/unsubscribe.ts'
import { userRoutes } from './routes/users.ts'
import { writableBytes } from './services/disk-room.ts'
import { done, type Outcome, refuse } from './services/outcome.ts'
import { authenticate } from './services/sessions.ts'
import type { Clock, Shop, StoredPicture } from './services/shop.ts'
import type { Settings } from './settings.ts'
import type { Catalogue } from './shell/first-screen.ts'
import { shellRoutes } from './shell/routes.ts'

export interface AppDeps {
  settings: Settings
  db: Database
  pictures: PictureStore
  mail: Mailer
  clock: Clock
  /** connects to push services; tests pass one for their own */
  pushAgent?: Agent | undefined
  /** the folder of the built web app; without it, the server offers only the API */
  dist?: string | undefined
  /** free bytes; by default of the disk with DATA_DIR */
  freeDisk?: () => Promise<number>
  /** timeout of a small body, milliseconds; shorter in tests */
  bodyTime?: number | undefined
  /** compiles the schemas; tests share one, so that each schema is compiled once */
  schemaController?: FastifyServerOptions['schemaController']
}

const codes: Record<DatabaseFault, ProblemCode> = {
  unique: 'busy',
  retry: 'busy',
  locked: 'busy',
  away: 'database-away',
  full: 'disk-full',
  'read-only': 'busy',
}

function faultOf(error: unknown): ProblemCode | undefined {
  if (error instanceof PictureStoreError) return 'busy'
  const fault = databaseFault(error)
  return fault && codes[fault]
}

async function storeConverted(
  pictures: PictureStore,
  converted: Promise<ConvertedPicture>,
): Promise<Outcome<StoredPicture>> {
  try {
    const { hash, placeholder, files } = await converted
    for (const { name, type, bytes } of files) await pictures.put(`${hash}/${name}`, bytes, type)
    return done({ image: pictureValue(hash), placeholder })
  } catch (error) {
    if (error instanceof PictureRefused)
      return refuse('bad-picture', { detail: error.message, errors: [{ path: 'image', ...error.broken }] })
    throw error
  }
}

/** Builds the services' dependencies from the server's. */
export function createShop({ settings, db, pictures, mail, clock, pushAgent }: AppDeps): Shop {
  return {
    db,
    fishIndex: createFishIndex(db),
    clock,
    newShop: { ...newShop, timeZone: settings.timeZone },
    hasPublicAddress: settings.publicUrl !== undefined,
    rateLimitFactor: settings.rateLimitFactor,
    pause: clock.pause ?? ((milliseconds) => setTimeout(milliseconds)),
    orderMails:
      settings.publicUrl && mail.enabled
        ? { publicUrl: settings.publicUrl, language: settings.mailLanguage, send: mail.sendNotice }
        : undefined,
    sendMail: mail.enabled ? ({ message: text, ...rest }) => mail.send({ ...rest, text }) : undefined,
    push: { hosts: settings.pushHosts, ...createPusher({ subject: settings.pushSubject, agent: pushAgent }) },
    storePicture: (bytes) => storeConverted(pictures, convertPicture(bytes)),
    async storeLogo(bytes) {
      const stored = await storeConverted(pictures, convertLogo(bytes))
      return stored.ok ? done(stored.value.image) : stored
    },
    async hasLogo(image) {
      const icon = logoIcon(image, 'small')?.replace('/images/', '')
      return icon !== undefined && (await pictures.get(icon)) !== undefined
    },
  }
}

interface Api {
  deps: AppDeps
  shop: Shop
  cache: AnswerCache
}

async function apiRoutes(app: FastifyInstance, { deps, shop, cache }: Api): Promise<void> {
  addApiHeaders(app)
  await allowOrigins(app, deps.settings.corsOrigins)
  await bodyParsers(app)
  app.setNotFoundHandler(answerUnknown)
  const { route, described } = createRouter(app, {
    authenticate: (token, userAgent) => authenticate(shop, token, userAgent),
    checkWrite: watchDisk(writableBytes(shop, deps.freeDisk ?? (() => freeBytes(deps.settings.dataDir)))),
    cache,
    pressure: watchPressure(app),
  })
  for (const routes of [
    fishRoutes,
    reviewRoutes,
    userRoutes,
    passwordRoutes,
    ownAccountRoutes,
    orderRoutes,
    subscriberRoutes,
    contactRoutes,
    messageRoutes,
    shopRoutes,
    adminLogRoutes,
    pushRoutes,
  ]) {
    routes(route, shop)
  }
  healthRoutes(route, shop)
  unsubscribeRoutes(app, shop)
  confirmRoutes(app, shop)
  docsRoutes(app, described)
}

/** The public catalogue for prerendered pages, as the API answers it. */
function catalogueOf(app: FastifyInstance, version: CatalogueVersion): Catalogue {
  return {
    version: async () => version.cached() ?? version.read(),
    async read(path) {
      const { statusCode, body } = await app.inject({ url: path, headers: { accept: 'application/json' } })
      return statusCode === 200 ? body : undefined
    },
  }
}

/** Builds the whole server without listening. */
export async function buildApp(deps: AppDeps, shop: Shop = createShop(deps)): Promise<FastifyInstance> {
  const { settings } = deps
  const logger = logOptions(settings.logLevel)
  const version = watchCatalogueVersion(deps.db)
  const cache = createAnswerCache(version)
  const app: FastifyInstance = Fastify({
    ...(logger === undefined ? {} : { logger }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy === false ? false : trustOf(settings.trustProxy),
    bodyLimit: limits.jsonBodyBytes,
    // the API's routes name HEAD as a method: separate HEAD routes would compile every schema twice
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true },
    ajv: { customOptions: ajvOptions },
    ...(deps.schemaController && { schemaController: deps.schemaController }),
    // an invalid URL matches no route, so no hook has set the headers
    frameworkErrors: (error, request, reply) => {
      setApiHeaders(request, reply)
      errorHandler(faultOf)(error, request, reply)
    },
    clientErrorHandler: answerClientError,
    forceCloseConnections: false,
    ...connectionOptions,
  })
  deps.db.betweenCommits = waitForArrivals(app)
  shop.log = app.log
  decorateRequests(app)
  watchConnections(app, { ...settings, bodyTime: deps.bodyTime })
  logAnswers(app)
  app.setErrorHandler(errorHandler(faultOf))
  app.setNotFoundHandler(answerUnknown)
  if (settings.metrics) await offerMetrics(app, settings.metrics)
  const catalogue = catalogueOf(app, version)
  const { dist } = deps
  const { build } = dist === undefined ? {} : await shellRoutes(app, { dist, settings, catalogue })
  if (build !== undefined) {
    app.addHook('onRequest', (_request, reply, next) => {
      reply.header(headers.build, build)
      next()
    })
  }
  pictureRoutes(app, { pictures: deps.pictures })
  await app.register((api) => apiRoutes(api, { deps, shop, cache }), { prefix: '/api' })
  return app
}
