import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../../server/main.ts')

/** Waits until something holds, looking often; rejects with `what` when it does not within the time. */
export async function until(what: string, holds: () => unknown, within = 120_000): Promise<number> {
  const start = performance.now()
  for (;;) {
    if (await holds()) return performance.now() - start
    if (performance.now() - start > within) throw new Error(`not within ${within} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

export interface ServerProcess {
  url: string
  child: ChildProcess
  /** everything it has printed */
  said(): string
  /** resolves when it is open; rejects when it ends before */
  opened: Promise<void>
  /** the exit code, or the signal that ended it */
  ended: Promise<number | string>
  kill(): Promise<void>
}

/** Starts `node server/main.ts` with these settings and nothing else of this process's own. */
export function startServer(env: Record<string, string>): ServerProcess {
  const { PATH = '', HOME = '' } = process.env
  const settings: Record<string, string> = {
    HOST: '127.0.0.1',
    CATALOGUE: 'empty',
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '1000000',
    ...env,
  }
  const child = spawn(process.execPath, [main], { env: { PATH, HOME, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const isOpen = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (/open at http/.test(said)) resolve()
      })
    }
  })
  const ended = once(child, 'close').then(([code, signal]: (number | string)[]) => code ?? signal ?? 'gone')
  const early = ended.then((how) => {
    throw new Error(`the server ended (${how}) before it was open: ${said}`)
  })
  const opened = Promise.race([isOpen, early])
  // who kills it while it starts does not wait for it
  opened.catch(() => {})
  early.catch(() => {})
  return {
    url: `http://127.0.0.1:${settings.PORT}`,
    child,
    said: () => said,
    opened,
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
