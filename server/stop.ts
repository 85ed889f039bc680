import type { FastifyInstance } from 'fastify'

/** Milliseconds. Whoever stopped the server waits ten seconds, then kills it. */
const times = { sweep: 100, force: 7_000, deadline: 9_000 }

interface Rest {
  /** ends what runs beside the calls, while the last calls are answered */
  beside: () => Promise<void>
  /** closes what both need */
  after: () => Promise<void>
}

/**
 * Shuts down on SIGTERM or SIGINT: accepts no new connections, finishes running requests and chores, then closes the
 * database. Idle keep-alive connections would delay this for a minute, so they are closed. All of it has one deadline, which
 * a mail server that hangs or a body that trickles does not move.
 */
export function closeOnSignal(app: FastifyInstance, { beside, after }: Rest): void {
  let closing = false
  const close = async (signal: string) => {
    if (closing) return
    closing = true
    const since = performance.now()
    app.log.info({ signal }, 'stopping')
    setInterval(() => app.server.closeIdleConnections(), times.sweep)
    setTimeout(() => app.server.closeAllConnections(), times.force)
    setTimeout(() => {
      app.log.warn('stopped at the deadline, before everything had ended')
      process.exit(0)
    }, times.deadline)
    try {
      await Promise.all([app.close(), beside()])
      await after()
      app.log.info({ ms: Math.round(performance.now() - since) }, 'stopped')
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'closing failed')
      process.exit(1)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void close(signal))
}
