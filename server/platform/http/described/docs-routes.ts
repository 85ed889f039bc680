import type { FastifyInstance } from 'fastify'
import { docsPage, docsPolicy } from './docs-page.ts'
import { openApi } from './openapi.ts'
import type { DescribedRoute } from './route-spec.ts'

/** The API's documentation for programs and people. Register it after all other routes. */
export function docsRoutes(app: FastifyInstance, routes: readonly DescribedRoute[]): void {
  const [json, page] = [Buffer.from(JSON.stringify(openApi(routes))), docsPage(routes)]
  app.get('/openapi.json', { exposeHeadRoute: true }, async (_request, reply) =>
    reply.headers({ 'cache-control': 'no-cache', 'content-type': 'application/json; charset=utf-8' }).send(json),
  )
  app.get('/docs/', { exposeHeadRoute: true }, async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': docsPolicy })
      .type('text/html; charset=utf-8')
      .send(page),
  )
}
