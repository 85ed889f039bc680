import type { Agent } from 'node:https'
import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { limits } from '../contract/limits.ts'
import { pictureUrl } from '../contract/picture.ts'
import { logoIcon, newShop } from '../contract/shop.ts'
import * as apiKeys from './accounts/api-keys.ts'
import * as confirmEmail from './accounts/confirm-email.ts'
import * as invitations from './accounts/invitations.ts'
import * as manageUsers from './accounts/manage-users.ts'
import * as ownAccount from './accounts/own-account-service.ts'
import * as passwordReset from './accounts/password-reset.ts'
import * as pushSubscriptions from './accounts/push-subscriptions.ts'
import * as sessions from './accounts/sessions.ts'
import * as users from './accounts/users.ts'
import { listAdminActions } from './audit/audit.ts'
import { createFishIndex } from './catalogue/fish-index.ts'
import * as fishPictures from './catalogue/fish-pictures.ts'
import * as fishes from './catalogue/fish-service.ts'
import { countFishes, listAddresses } from './catalogue/fishes-table.ts'
import * as importFishes from './catalogue/import-fishes.ts'
import * as lots from './catalogue/lots.ts'
import * as readFishes from './catalogue/read-fishes.ts'
import * as reviews from './catalogue/review-service.ts'
import * as stockAlerts from './catalogue/stock-alerts.ts'
import { watchCatalogueVersion } from './db/catalogue-state.ts'
import { type Clock, type Database, outsideTransactions } from './db/database.ts'
import { createAnswerCache } from './http/answer-cache.ts'
import * as http from './http/api.ts'
import { refuseCaller } from './http/caller.ts'
import { answerClientError, connectionOptions, freeBytes, limitCallers, watchDisk } from './http/caller-limits.ts'
import { checkHealth, type Dependency, watchDependencies } from './http/health.ts'
import { createLive } from './http/live-streams.ts'
import { offerMetrics } from './http/metrics.ts'
import { describeApi } from './http/openapi.ts'
import { createRouter, type Handlers, type RouteDeps } from './http/pipeline.ts'
import { ajvOptions, bodyParsers } from './http/validation.ts'
import * as contact from './inbox/contact.ts'
import * as subscribers from './inbox/subscribers.ts'
import * as customers from './orders/customers.ts'
import { listLotOrders } from './orders/lot-orders.ts'
import * as offerLinks from './orders/offer-links.ts'
import * as orderChanges from './orders/order-changes.ts'
import * as orderEvents from './orders/order-event-service.ts'
import * as orders from './orders/order-service.ts'
import * as reminders from './orders/reminders.ts'
import type { Mailer } from './outbox/mailer.ts'
import { countWaiting } from './outbox/outbox-queue.ts'
import { createPoster } from './outbox/post.ts'
import { createPusher } from './outbox/push-service.ts'
import { getDossier } from './papers/dossier.ts'
import * as papers from './papers/paper-service.ts'
import * as seller from './papers/seller.ts'
import { noCounts, type ServiceDeps } from './service-deps.ts'
import { type Settings, variableOf } from './settings.ts'
import * as shop from './shop/shop-settings.ts'
import { shellRoutes } from './site/app-files.ts'
import type { Catalogue } from './site/first-screen-page.ts'
import { pageRoutes } from './site/page-routes.ts'
import type { ByteStore } from './storage/byte-store.ts'
import { decode, examineFile, storePicture } from './storage/decoder.ts'
import { fileRoutes } from './storage/file-routes.ts'
import { incomingOf, openFiles } from './storage/order-files.ts'
import { parsePictureKey, pictureRoutes, storeCertificate } from './storage/picture-store.ts'
import * as webhooks from './webhooks/webhook-service.ts'

/** What each call of the contract does: the use case that is exported under its name. Those of files, live hints and health are made with the app. */
const handlers = {
  ...apiKeys,
  ...confirmEmail,
  ...invitations,
  ...manageUsers,
  ...ownAccount,
  ...passwordReset,
  ...pushSubscriptions,
  ...sessions,
  ...users,
  ...fishPictures,
  ...fishes,
  ...importFishes,
  ...lots,
  ...readFishes,
  ...reviews,
  ...stockAlerts,
  ...contact,
  ...subscribers,
  ...customers,
  ...offerLinks,
  ...orderChanges,
  ...orderEvents,
  ...orders,
  ...reminders,
  ...papers,
  ...seller,
  ...shop,
  ...webhooks,
  getDossier,
  listAdminActions,
  listLotOrders,
} satisfies Omit<Handlers, 'getFile' | 'live' | 'health'>

export interface AppDeps {
  settings: Settings
  db: Database
  pictures: ByteStore
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
  /** milliseconds between two comments of a live stream, and its longest life; shorter in tests */
  liveTimes?: { heartbeat: number; lifetime: number } | undefined
  /** milliseconds between two checks of mail and pictures; shorter in tests */
  partTimes?: Parameters<typeof watchDependencies>[1]['times']
  /** compiles the schemas; tests share one, so that each schema is compiled once */
  schemaController?: FastifyServerOptions['schemaController']
}

/** Free bytes of the disk with DATA_DIR. */
const freeDiskOf = (deps: AppDeps) => deps.freeDisk ?? freeBytes.bind(undefined, deps.settings.dataDir)

export function createServiceDeps(deps: AppDeps): ServiceDeps {
  const { settings, db, clock, pushAgent } = deps
  const { contactTo, publicUrl } = settings
  // the contact of the shop for push services
  const shopUrl = publicUrl?.startsWith('https:') ? publicUrl : 'mailto:nobody@shop.invalid'
  const pusher = createPusher({ subject: contactTo ? `mailto:${contactTo}` : shopUrl, agent: pushAgent })
  const post = createPoster({ allowsPrivate: settings.webhookPrivate })
  const [pictures, mail] = [outsideTransactions(deps.pictures), outsideTransactions(deps.mail)]
  return {
    db,
    fishIndex: createFishIndex(db),
    clock,
    counts: noCounts(),
    newShop: { ...newShop, timeZone: settings.timeZone, copyrightYear: new Date(clock.now()).getFullYear() },
    publicUrl,
    rateLimitFactor: settings.rateLimitFactor,
    files: outsideTransactions(openFiles(settings)),
    incoming: incomingOf(settings.dataDir),
    ...outsideTransactions({
      storeCertificate: (bytes: Buffer) => storeCertificate(pictures, bytes),
      openCertificate: async (address: string) => {
        const key = address.replace('/images/', '')
        return parsePictureKey(key) && pictures.open(key)
      },
      storePicture: (bytes: Uint8Array) => storePicture(pictures, 'convert', bytes),
      storeLogo: async (bytes: Uint8Array) => (await storePicture(pictures, 'logo', bytes)).image,
      freeDisk: freeDiskOf(deps),
      pause: clock.pause ?? ((milliseconds: number) => setTimeout(milliseconds)),
      examineFile,
    }),
    orderMails: publicUrl && mail.enabled ? { publicUrl, send: mail.sendNotice } : undefined,
    sendMail: mail.enabled ? mail.send : undefined,
    mailVariables: [...(mail.enabled ? [] : (['smtpUrl', 'contactTo'] as const)), 'publicUrl' as const].flatMap(
      (name) => (settings[name] ? [] : [variableOf(name)]),
    ),
    async hasPicture(image) {
      const key = pictureUrl(image, 640, 'webp')?.replace('/images/', '')
      return key !== undefined && (await pictures.get(key)) !== undefined
    },
    deskLanguage: settings.mailLanguage,
    push: { hosts: settings.pushHosts, makeKeys: pusher.makeKeys, send: outsideTransactions(pusher).send },
    webhooks: { allowsPrivate: settings.webhookPrivate, ...outsideTransactions({ post }) },
    async readLogo(image, isWide) {
      const file = isWide ? pictureUrl(image, 640, 'webp') : logoIcon(image, 'small')
      const bytes = file && (await pictures.get(file.replace('/images/', '')))
      return bytes && isWide ? decode('logo', { kind: 'png', bytes }) : bytes || undefined
    },
  }
}

/** What the shop needs besides its database, and what to do where it does not work. */
function dependenciesOf({ settings, mail, pictures }: AppDeps): Dependency[] {
  const variable = settings.imagesUrl ? 'IMAGES_URL' : 'DATA_DIR'
  const hint = `Check ${variable}: until it works, pictures are missing and uploads are refused.`
  const checkMail = mail.enabled ? () => mail.check() : undefined
  return [
    { name: 'mail', check: checkMail, hint: 'Check SMTP_URL: until it works, mails wait.' },
    { name: 'pictures', check: () => pictures.check(), hint },
  ]
}

export async function buildApp(
  deps: AppDeps,
  serviceDeps: ServiceDeps = createServiceDeps(deps),
): Promise<FastifyInstance> {
  const { settings } = deps
  const { trustProxy } = settings
  const version = watchCatalogueVersion(deps.db)
  const app: FastifyInstance = Fastify({
    logger: http.logOptions(settings.logLevel),
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
      http.setApiHeaders(request, reply)
      http.handleError(error, request, reply)
    },
    clientErrorHandler: answerClientError,
    forceCloseConnections: false,
    ...connectionOptions(deps.bodyTime),
  })
  serviceDeps.log = app.log
  await limitCallers(app, settings)
  http.answerAndLog(app)
  const live = createLive(deps, deps.liveTimes)
  app.addHook('onReady', async () => live.start())
  // open streams would hold the server up
  app.addHook('preClose', () => live.close())
  const parts = watchDependencies(dependenciesOf(deps), { log: app.log, times: deps.partTimes })
  app.addHook('onReady', async () => parts.start())
  app.addHook('preClose', async () => parts.stop())
  if (settings.metrics)
    await offerMetrics(app, settings.metrics, {
      ...{ db: deps.db, counts: serviceDeps.counts, parts, live, freeDisk: freeDiskOf(deps) },
      countWaiting: () => countWaiting(deps.db),
    })
  /** Asks the API like a visitor. */
  const ask = async (url: string) => {
    const { statusCode: status, body } = await app.inject({ url, headers: { accept: 'application/json' } })
    return { status, body }
  }
  const catalogue: Catalogue = {
    version: async () => (version.cached() ?? (await version.read())).version,
    read: (path) => ask(path).then(({ status, body }) => (status === 200 ? body : undefined)),
  }
  const { dist } = deps
  const { build } = dist === undefined ? {} : await shellRoutes(app, { dist, settings, catalogue })
  if (build !== undefined) http.nameBuild(app, build)
  const cache = createAnswerCache(version, build)
  const pageDeps = {
    ...{ settings, cache, dist, ask, openOffer: offerLinks.openOfferLink.bind(undefined, serviceDeps) },
    answerOffer: offerLinks.answerOfferLink.bind(undefined, serviceDeps),
    countProducts: () => countFishes(deps.db),
    listAddresses: listAddresses.bind(undefined, deps.db),
  }
  await app.register((pages) => pageRoutes(pages, pageDeps))
  pictureRoutes(app, { pictures: deps.pictures })
  const serveApi = async (api: FastifyInstance) => {
    await http.addApiHeaders(api)
    await http.allowOrigins(api, settings.corsOrigins)
    await bodyParsers(api)
    api.setNotFoundHandler(http.answerUnknown)
    const routeDeps: RouteDeps = {
      authenticate: sessions.authenticate.bind(undefined, serviceDeps),
      authenticateKey: apiKeys.authenticateKey.bind(undefined, serviceDeps),
      recheck: (caller) => refuseCaller(serviceDeps, serviceDeps.db, caller),
      checkWrite: watchDisk(freeDiskOf(deps)),
      cache,
    }
    await describeApi(api)
    const serve = createRouter(api, routeDeps)
    const own = {
      getFile: fileRoutes(api, { routeDeps, deps: serviceDeps }),
      live: async (_deps, { user }) => live.open(user),
      health: (_deps, { query }) => checkHealth(serviceDeps, query.ready === undefined ? undefined : parts),
    } satisfies Pick<Handlers, 'getFile' | 'live' | 'health'>
    serve({ ...handlers, ...own }, serviceDeps)
    subscribers.newsletterPage(api, serviceDeps)
    subscribers.unsubscribeRoutes(api, serviceDeps)
    confirmEmail.confirmRoutes(api, serviceDeps)
  }
  await app.register(serveApi, { prefix: '/api' })
  return app
}
