import { startServer as startProcess } from '../server/process.ts'

/** Waits until something holds, looking often; rejects with `what` when it does not within the time. */
export async function until(what: string, holds: () => unknown, within = 120_000): Promise<void> {
  const end = performance.now() + within
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${within} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

/** A server at a known port, so that it has the same address after a kill, and without limits. */
export function startServer(env: Record<string, string>) {
  const server = startProcess({ LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '1000000', ...env })
  return { ...server, url: `http://127.0.0.1:${env.PORT}` }
}

export type ServerProcess = ReturnType<typeof startServer>
