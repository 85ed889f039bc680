import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { addShopMetrics, type ShopFigures } from './shop-metrics.ts'

/**
 * Serves `GET /metrics` for Prometheus on a separate address that is not public: figures of the process, the duration of each
 * route's calls, and what an operator wants to see of the shop. Listens and closes with the app.
 */
export async function offerMetrics(
  app: FastifyInstance,
  at: { host: string; port: number },
  figures: ShopFigures,
): Promise<void> {
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  const readFigures = await addShopMetrics(register, figures)
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    readFigures()
      .then(() => register.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
        () => response.writeHead(500).end(),
      )
  })
  app.addHook('onReady', async () => {
    server.listen(at)
    await once(server, 'listening')
  })
  app.addHook('onClose', async () => {
    server.close()
    server.closeAllConnections()
  })
}
