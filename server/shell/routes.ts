import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import { locales } from '../../contract/locales.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { addVary } from '../platform/http/answer-cache.ts'
import { visitorLanguage } from '../platform/http/language.ts'
import { type BuiltFile, bestForm } from './built-files.ts'
import { type Catalogue, openFirstScreen } from './first-screen.ts'
import { isKilled, killSwitchWorker } from './kill-switch.ts'
import { shopManifest } from './manifest.ts'
import { openShell, type Shell } from './open-shell.ts'
import { pageHeaders } from './security-headers.ts'

const notBuilt = 'The web app has not been built yet. Run "npm run build" and start the server again.\n'

/** Files with a hash in their name never change, pictures rarely; everything else is revalidated. */
function cacheControl(path: string): string {
  if (path.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return /\.(png|ico|svg|jpg|webp|avif|woff2)$/.test(path) ? 'public, max-age=86400' : 'no-cache'
}

function sendText(reply: FastifyReply, text: string, { status = 404, type = 'plain' } = {}) {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type(`text/${type}; charset=utf-8`)
    .send(text)
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { shell, path }: { shell: Shell; path: string }) {
  const file = shell.files.get(path)
  return file ? sendBuilt(request, reply, { shell, path, file }) : sendText(reply, 'Not found\n')
}

interface BuiltAnswer {
  shell: Shell
  path: string
  file: BuiltFile
}

function sendBuilt(request: FastifyRequest, reply: FastifyReply, { shell, path, file }: BuiltAnswer) {
  const { bytes, encoding } = bestForm(file, request.headers['accept-encoding'])
  const etag = `"${file.tag}${encoding ? `-${encoding}` : ''}"`
  reply.header('etag', etag).header('cache-control', cacheControl(path)).header('x-content-type-options', 'nosniff')
  if (file.text) addVary(reply, 'Accept-Encoding')
  if (file.type.startsWith('text/html')) {
    reply.headers({ ...pageHeaders(request.protocol === 'https'), 'content-security-policy': shell.policy })
  }
  const isCached = request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  if (isCached) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(file.type).send(bytes)
}

/** A route for exactly this path: find-my-way reads `::` as a colon, `:` as a parameter. */
const literal = (path: string) => `/${path.replaceAll(':', '::')}`

/**
 * Serves the built app: a route for `/` and one per file. There is no other page, because the app's routes are behind the
 * `#`; a missing file is a plain 404, never a page. Returns the build for `X-Shop-Build`; undefined if the app is not built.
 */
export async function shellRoutes(
  app: FastifyInstance,
  options: {
    dist: string
    settings: { dataDir: string; killSwitch?: boolean | undefined }
    /** for prerendering; without it, `/` is the plain index.html */
    catalogue?: Catalogue
  },
): Promise<{ build: string | undefined }> {
  const { dist, settings, catalogue } = options
  const shell = await openShell({
    dist,
    dataDir: settings.dataDir,
    warn: (error, message) => app.log.warn({ err: error }, message),
  })

  const index = shell?.files.get('index.html')
  const firstScreen = index && catalogue && (await openFirstScreen({ dist, index, catalogue }))
  // renders the pages before the first visitor comes; failures are retried by `page`
  if (firstScreen) app.addHook('onListen', async () => void Promise.allSettled(locales.map(firstScreen.page)))
  app.get('/', { exposeHeadRoute: true }, async (request, reply) => {
    if (!shell || !index) return sendText(reply, notBuilt, { status: 503 })
    if (!firstScreen) return sendBuilt(request, reply, { shell, path: 'index.html', file: index })
    const page = await firstScreen.page(visitorLanguage(request)).catch((error: unknown) => {
      request.log.warn({ err: error }, 'The first screen could not be made; the app makes it itself.')
      return index
    })
    addVary(reply, 'Accept-Language, Cookie')
    return sendBuilt(request, reply, { shell, path: 'index.html', file: page })
  })
  app.get('/sw.js', { exposeHeadRoute: true }, async (request, reply) => {
    if (await isKilled(settings)) return sendText(reply, killSwitchWorker, { status: 200, type: 'javascript' })
    return shell ? sendFile(request, reply, { shell, path: 'sw.js' }) : sendText(reply, 'Not found\n')
  })
  app.get('/assets/*', { exposeHeadRoute: true }, async (_request, reply) => sendText(reply, 'Not found\n'))
  const manifest = shell?.files.get('manifest.webmanifest')
  if (shell && manifest)
    app.get('/manifest.webmanifest', { exposeHeadRoute: true }, async (request, reply) => {
      const settings = await catalogue?.read(`/api${calls.getShop.path}`)
      addVary(reply, 'Accept-Language, Cookie')
      const path = 'manifest.webmanifest'
      if (settings === undefined) return sendFile(request, reply, { shell, path })
      // the API's answer
      const shop = JSON.parse(settings) as ShopSettings
      const file = shopManifest(manifest, { shop, locale: visitorLanguage(request) })
      return sendBuilt(request, reply, { shell, path, file })
    })
  for (const path of shell?.files.keys() ?? []) {
    if (!shell || path === 'sw.js' || path === 'manifest.webmanifest') continue
    app.get(literal(path), { exposeHeadRoute: true }, async (request, reply) =>
      sendFile(request, reply, { shell, path }),
    )
  }
  return { build: shell?.build }
}
