import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyStaticOptions } from '@fastify/static'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { calls } from '../../contract/calls.ts'
import { type Locale, locales } from '../../contract/locales.ts'
import { logoIcon, type ShopSettings, textIn } from '../../contract/shop.ts'
import { chooseEncoding, sendEncoded, shortHash } from '../http/answer-cache.ts'
import { addVary } from '../http/api.ts'
import { visitorLanguage } from '../http/caller.ts'
import { type Catalogue, openFirstScreen } from './first-screen-page.ts'
import { securityHeaders } from './frame.ts'

const notBuilt = 'The web app has not been built yet. Run "npm run build" and start the server again.\n'
const pages = 'text/html; charset=utf-8'
/** Replaces a broken service worker: deletes every cache, unregisters itself and reloads the pages. People's data in IndexedDB stays. */
export const killSwitchWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    await self.registration.unregister()
    for (const client of await self.clients.matchAll({ type: 'window' })) {
      await client.navigate(client.url).catch(() => undefined)
    }
  })())
})
`

/** Whether the kill switch is on: by the setting, or without a restart by a file `kill-switch` in the data folder. */
const isKilled = ({ dataDir, killSwitch }: Options['settings']) =>
  killSwitch || existsSync(join(dataDir, 'kill-switch'))

function sendText(reply: FastifyReply, text: string, { status = 404, type = 'plain' } = {}) {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type(`text/${type}; charset=utf-8`)
    .send(text)
}

/** Files with a hash in their name never change, pictures rarely; everything else is revalidated. */
function cacheControl(path: string): string {
  return /\.(png|ico|svg|jpg|webp|avif|woff2)(\.(br|gz))?$/.test(path) ? 'public, max-age=86400' : 'no-cache'
}

interface Options {
  dist: string
  settings: { dataDir: string; killSwitch?: boolean | undefined }
  /** for prerendering; without it, `/` is the plain index.html */
  catalogue?: Catalogue
}

/** The files of the app with a hash in their names, those of earlier builds too; a missing one is a plain 404. */
async function assetRoutes(app: FastifyInstance, roots: string[]): Promise<void> {
  app.setNotFoundHandler((_request, reply) => sendText(reply, 'Not found\n'))
  app.setErrorHandler((_error, _request, reply) => sendText(reply, 'Not found\n'))
  await app.register(fastifyStatic, {
    root: roots,
    prefix: '/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    immutable: true,
    maxAge: '365d',
    allowedPath: (path) => !/\.(br|gz)$/.test(path),
    setHeaders: (reply) => void reply.header('x-content-type-options', 'nosniff'),
  })
}

const savedBuilds = 3

async function newestFirst(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
  return dated.sort((a, b) => b.at - a.at).map(({ name }) => name)
}

/** Makes copied files private to this user, because a copy has the mode of its source. */
async function makePrivate(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

/** Stores a copy of this build's assets; returns the folders of the last three earlier builds, newest first, for tabs from before an update. */
async function saveEarlierAssets(options: { dist: string; folder: string; build: string }): Promise<string[]> {
  const { dist, folder, build } = options
  await mkdir(folder, { recursive: true })
  const own = join(folder, build)
  const saved = await stat(own).catch(() => undefined)
  if (!saved) {
    const incomplete = join(folder, `.${build}-${process.pid}`)
    await cp(join(dist, 'assets'), incomplete, { recursive: true })
    await makePrivate(incomplete)
    await rename(incomplete, own)
  }
  const now = new Date()
  await utimes(own, now, now)
  const earlier = (await newestFirst(folder)).filter((name) => name !== build)
  for (const name of earlier.slice(savedBuilds)) await rm(join(folder, name), { recursive: true, force: true })
  return earlier.slice(0, savedBuilds).map((name) => join(folder, name))
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
/** Emotion inserts empty style elements and fills them by script, so the hash of an empty text is allowed. */
const emptyStyle = hashOf('')

function inline(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'gi'))
  return [...elements].filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes)).map(([, , text = '']) => text)
}

/** Other origins that the app is built for: another API, a third-party contact service. */
type Origins = Record<'connect' | 'images', string[]>

/** The Content-Security-Policy of a page: allows files of its origin, and its inline scripts and styles by their hashes. */
function contentSecurityPolicy(html: string, origins: Origins): string {
  const scripts = [...new Set(inline(html, 'script').map(hashOf))]
  const styles = [...new Set([emptyStyle, ...inline(html, 'style').map(hashOf)])]
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    ["img-src 'self' data: blob:", ...origins.images].join(' '),
    ["connect-src 'self'", ...origins.connect].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    // the draft of a paper, as a PDF
    'frame-src blob:',
    "frame-ancestors 'none'",
    "form-action 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join('; ')
}

const png = (src: string, side: number, purpose = 'any') => ({
  ...{ src, sizes: `${side}x${side}`, type: 'image/png', purpose },
})

/** The build's manifest with the shop's name, description and icons. */
export function shopManifest(built: string, { shop, locale }: { shop: ShopSettings; locale: Locale }): string {
  // written by the build (tools/build/progressive-web-app.ts)
  const manifest = JSON.parse(built) as { shortcuts?: object[] }
  const [small, large, maskable] = (['small', 'large', 'maskable'] as const).map((icon) => logoIcon(shop.logo, icon))
  const icons = small && large && maskable ? [png(small, 192), png(large, 512), png(maskable, 512, 'maskable')] : []
  return JSON.stringify({
    ...manifest,
    name: shop.name,
    short_name: shop.shortName,
    description: textIn(shop.tagline, locale) || shop.name,
    ...(icons.length > 0 && {
      icons,
      shortcuts: manifest.shortcuts?.map((shortcut) => ({ ...shortcut, icons: icons.slice(0, 1) })),
    }),
  })
}

async function readOrigins(dist: string): Promise<Origins> {
  const text = await readFile(join(dist, '.origins.json'), 'utf8').catch(() => undefined)
  // written by `after-build.mjs` with this type
  return text === undefined ? { connect: [], images: [] } : (JSON.parse(text) as Origins)
}

/**
 * Serves the built app: a route for `/` and one per file. There is no other page, because the app's routes are behind the
 * `#`; a missing file is a plain 404, never a page. Returns the build for `X-Shop-Build`, which changes with any file of the
 * app, because index.html has their hashes; undefined if the app is not built.
 */
export async function shellRoutes(app: FastifyInstance, options: Options): Promise<{ build: string | undefined }> {
  const { dist, settings, catalogue } = options
  const index = await readFile(join(dist, 'index.html'), 'utf8').catch(() => undefined)
  app.get('/sw.js', { exposeHeadRoute: true }, async (_request, reply) => {
    if (isKilled(settings)) return sendText(reply, killSwitchWorker, { status: 200, type: 'javascript' })
    return index === undefined ? sendText(reply, 'Not found\n') : reply.sendFile('sw.js')
  })
  if (index === undefined) {
    app.get('/', { exposeHeadRoute: true }, async (_request, reply) => sendText(reply, notBuilt, { status: 503 }))
    return { build: undefined }
  }
  const build = shortHash(index).slice(0, 12)
  const policy = contentSecurityPolicy(index, await readOrigins(dist))
  const setPageHeaders = (reply: FastifyReply, accent = '') =>
    reply.headers({
      ...securityHeaders(reply.request, accent ? policy.replace("style-src 'self'", `$& ${hashOf(accent)}`) : policy),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    })

  const files: FastifyStaticOptions = {
    root: dist,
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz', 'assets/**', 'sw.js', 'manifest.webmanifest'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', cacheControl(path)).header('x-content-type-options', 'nosniff')
      if (/\.html(\.(br|gz))?$/.test(path)) setPageHeaders(reply)
    },
  }
  await app.register(fastifyStatic, files)
  const earlier = await saveEarlierAssets({ dist, folder: join(settings.dataDir, 'earlier-assets'), build }).catch(
    (error: unknown) => {
      // the app works without them, but tabs opened before the update may have to reload
      app.log.warn({ err: error }, 'The files of earlier builds could not be saved.')
      return []
    },
  )
  await app.register((assets) => assetRoutes(assets, [join(dist, 'assets'), ...earlier]), { prefix: '/assets' })

  const firstScreen = catalogue && (await openFirstScreen({ dist, index, catalogue }))
  // renders the pages before the first visitor comes; failures are retried by `page`
  if (firstScreen) app.addHook('onListen', async () => void Promise.allSettled(locales.map(firstScreen.page)))
  app.get('/', { exposeHeadRoute: true }, async (request, reply) => {
    if (!firstScreen) return reply.sendFile('index.html')
    const page = await firstScreen.page(visitorLanguage(request)).catch((error: unknown) => {
      request.log.warn({ err: error }, 'The first screen could not be made; the app makes it itself.')
      return undefined
    })
    addVary(reply, 'Accept-Language, Cookie')
    if (!page) return reply.sendFile('index.html')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    return sendEncoded(request, setPageHeaders(reply, page.accent), {
      ...page,
      encoding,
      bytes: page.bodies[encoding],
      type: pages,
    })
  })
  const manifest = await readFile(join(dist, 'manifest.webmanifest'), 'utf8').catch(() => undefined)
  if (manifest !== undefined)
    app.get('/manifest.webmanifest', { exposeHeadRoute: true }, async (request, reply) => {
      const settings = await catalogue?.read(`/api${calls.getShop.path}`)
      addVary(reply, 'Accept-Language, Cookie')
      if (settings === undefined) return reply.sendFile('manifest.webmanifest')
      // the API's answer
      const shop = JSON.parse(settings) as ShopSettings
      const bytes = Buffer.from(shopManifest(manifest, { shop, locale: visitorLanguage(request) }))
      const type = 'application/manifest+json; charset=utf-8'
      reply.header('x-content-type-options', 'nosniff')
      return sendEncoded(request, reply, { bytes, encoding: 'identity', type, tag: shortHash(bytes) })
    })
  return { build }
}
