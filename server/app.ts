import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { keyPrefix } from '../contract/accounts.ts'
import { limits } from '../contract/limits.ts'
import type { ProblemCode } from '../contract/problem.ts'
import { headers } from '../contract/service.ts'
import { authenticateKey } from './accounts/api-keys.ts'
import { confirmRoutes } from './accounts/confirm-email.ts'
import { authenticate } from './accounts/sessions.ts'
import { countFishes, listAddresses } from './catalogue/fishes-table.ts'
import { type AppDeps, createServiceDeps, freeDiskOf } from './create-service-deps.ts'
import { type CatalogueVersion, watchCatalogueVersion } from './db/catalogue-state.ts'
import { type DatabaseFault, databaseFault } from './db/dialect/errors.ts'
import { handlers } from './handlers.ts'
import { type AnswerCache, createAnswerCache } from './http/answer-cache.ts'
import {
  addApiHeaders,
  allowOrigins,
  answerUnknown,
  decorateRequests,
  errorHandler,
  logAnswers,
  logOptions,
  setApiHeaders,
} from './http/api.ts'
import { bodyParsers } from './http/bodies.ts'
import { refuseCaller } from './http/caller.ts'
import { watchDisk } from './http/disk-space.ts'
import { checkHealth } from './http/health.ts'
import { answerClientError, connectionOptions, limitCallers } from './http/limits.ts'
import { createLive, type Live } from './http/live.ts'
import { offerMetrics } from './http/metrics.ts'
import { describeApi } from './http/openapi.ts'
import { createRouter } from './http/pipeline.ts'
import { isRefusal } from './http/refusal.ts'
import type { Handlers, RouteDeps } from './http/route-spec.ts'
import { ajvOptions } from './http/validation.ts'
import { type Part, type Parts, watchParts } from './http/watch-parts.ts'
import { newsletterPage, unsubscribeRoutes } from './inbox/subscribers.ts'
import { openOfferLink } from './orders/offer-links.ts'
import type { Mailer } from './outbox/mailer.ts'
import { countWaiting } from './outbox/outbox.ts'
import { pageRoutes } from './pages/page-routes.ts'
import type { ServiceDeps } from './service-deps.ts'
import type { Catalogue } from './shell/first-screen.ts'
import { shellRoutes } from './shell/routes.ts'
import type { ByteStore } from './storage/byte-store.ts'
import { fileRoutes } from './storage/file-routes.ts'
import { PictureStoreError } from './storage/open-bytes.ts'
import { pictureRoutes } from './storage/picture-routes.ts'

interface Needed {
  settings: { imagesUrl?: string | undefined }
  mail: Pick<Mailer, 'enabled' | 'check'>
  pictures: Pick<ByteStore, 'check'>
}

/** What the shop needs besides its database, and what to do where it does not work. */
function partsOf({ settings, mail, pictures }: Needed): Part[] {
  const place = settings.imagesUrl ? 'IMAGES_URL' : 'DATA_DIR'
  return [
    {
      name: 'mail',
      check: mail.enabled ? () => mail.check() : undefined,
      hint: 'Check SMTP_URL: until it works, mails wait.',
    },
    {
      name: 'pictures',
      check: () => pictures.check(),
      hint: `Check ${place}: until it works, pictures are missing and uploads are refused.`,
    },
  ]
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

interface Api {
  deps: AppDeps
  serviceDeps: ServiceDeps
  cache: AnswerCache
  live: Live
  parts: Parts
}

async function apiRoutes(app: FastifyInstance, { deps, serviceDeps, cache, live, parts }: Api): Promise<void> {
  await addApiHeaders(app)
  await allowOrigins(app, deps.settings.corsOrigins)
  await bodyParsers(app)
  app.setNotFoundHandler(answerUnknown)
  const routeDeps: RouteDeps = {
    authenticate: (token, userAgent) =>
      token.startsWith(keyPrefix) && token.length > 43
        ? authenticateKey(serviceDeps, token)
        : authenticate(serviceDeps, token, userAgent),
    recheck: (caller) => refuseCaller(serviceDeps, serviceDeps.db, caller),
    checkWrite: watchDisk(freeDiskOf(deps)),
    cache,
  }
  await describeApi(app)
  const serve = createRouter(app, routeDeps)
  const own = {
    getFile: fileRoutes(app, { routeDeps, deps: serviceDeps }),
    live: async (_deps, { user }) => live.open(user),
    health: (_deps, { query }) => checkHealth(serviceDeps, query.ready === undefined ? undefined : parts),
  } satisfies Pick<Handlers, 'getFile' | 'live' | 'health'>
  serve({ ...handlers, ...own }, serviceDeps)
  newsletterPage(app, serviceDeps)
  unsubscribeRoutes(app, serviceDeps)
  confirmRoutes(app, serviceDeps)
}

/** Asks the API like a visitor. */
function askerOf(app: FastifyInstance) {
  return async (url: string) => {
    const { statusCode: status, body } = await app.inject({ url, headers: { accept: 'application/json' } })
    return { status, body }
  }
}

/** The public catalogue for prerendered pages, as the API answers it. */
function catalogueOf(ask: ReturnType<typeof askerOf>, version: CatalogueVersion): Catalogue {
  return {
    version: async () => (version.cached() ?? (await version.read())).version,
    async read(path) {
      const { status, body } = await ask(path)
      return status === 200 ? body : undefined
    },
  }
}

/** Builds the whole server without listening. */
export async function buildApp(
  deps: AppDeps,
  serviceDeps: ServiceDeps = createServiceDeps(deps),
): Promise<FastifyInstance> {
  const { settings } = deps
  const { trustProxy } = settings
  const logger = logOptions(settings.logLevel)
  const version = watchCatalogueVersion(deps.db)
  const app: FastifyInstance = Fastify({
    ...(logger === undefined ? {} : { logger }),
    logController: new LogController({ disableRequestLogging: true }),
    // the types know no number of hops
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
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
    ...connectionOptions(deps.bodyTime),
  })
  serviceDeps.log = app.log
  decorateRequests(app)
  await limitCallers(app, settings)
  logAnswers(app)
  app.setErrorHandler(errorHandler(faultOf))
  app.setNotFoundHandler(answerUnknown)
  const live = createLive({ db: deps.db, clock: deps.clock, times: deps.liveTimes })
  app.addHook('onReady', async () => live.start())
  // open streams would hold the server up
  app.addHook('preClose', () => live.close())
  const parts = watchParts(partsOf(deps), { log: app.log, times: deps.partTimes })
  app.addHook('onReady', async () => parts.start())
  app.addHook('preClose', async () => parts.stop())
  const { counts } = serviceDeps
  const figures = { db: deps.db, counts, parts, live, freeDisk: freeDiskOf(deps) }
  const waiting = () => countWaiting(deps.db)
  if (settings.metrics) await offerMetrics(app, settings.metrics, { ...figures, countWaiting: waiting })
  const ask = askerOf(app)
  const catalogue = catalogueOf(ask, version)
  const { dist } = deps
  const { build } = dist === undefined ? {} : await shellRoutes(app, { dist, settings, catalogue })
  if (build !== undefined) {
    app.addHook('onRequest', (_request, reply, next) => {
      reply.header(headers.build, build)
      next()
    })
  }
  const cache = createAnswerCache(version, build)
  await pageRoutes(app, {
    ...{ settings, cache, dist, ask },
    openOffer: (opening) =>
      openOfferLink(serviceDeps, opening).then(
        (value) => ({ ok: true, value }),
        (error) => (isRefusal(error) ? { ok: false, code: error.code, ...error.reason } : Promise.reject(error)),
      ),
    countProducts: () => countFishes(deps.db),
    listAddresses: (slice) => listAddresses(deps.db, slice),
  })
  pictureRoutes(app, { pictures: deps.pictures })
  await app.register((api) => apiRoutes(api, { deps, serviceDeps, cache, live, parts }), { prefix: '/api' })
  return app
}
