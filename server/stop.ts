import type { FastifyInstance } from 'fastify'

/** Milliseconds. */
const times = { sweep: 100, force: 9_000 }

/**
 * Shuts down on SIGTERM or SIGINT: accepts no new connections, finishes running requests, then closes the database. Idle
 * keep-alive connections would delay this for a minute, so they are closed.
 */
export function closeOnSignal(app: FastifyInstance, closeRest: () => Promise<void>): void {
  let closing = false
  const close = async () => {
    if (closing) return
    closing = true
    const sweep = setInterval(() => app.server.closeIdleConnections(), times.sweep)
    const force = setTimeout(() => app.server.closeAllConnections(), times.force)
    try {
      await app.close()
      await closeRest()
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'closing failed')
      process.exit(1)
    } finally {
      clearInterval(sweep)
      clearTimeout(force)
    }
  }
  process.on('SIGTERM', () => void close())
  process.on('SIGINT', () => void close())
}
