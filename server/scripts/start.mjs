/** `npm start` installs and builds what is missing or out of date, then serves; `npm run dev` serves, restarted on changes, behind Vite. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ensureBuilt, ensureInstalled, innerEnv, nodeFlags, ownNode, requireNode, root } from './prepare.mjs'

/** Runs programs that get this one's signals. When one ends, all are ended, and this process exits with its code. */
function runTogether(commands) {
  let exitCode
  const running = new Set()
  const endAll = (signal) => {
    for (const child of running) child.kill(signal)
  }
  for (const { args, env } of commands) {
    const child = spawn(ownNode, args, { cwd: root, env, stdio: 'inherit' })
    running.add(child)
    const finish = (code) => {
      running.delete(child)
      exitCode ??= code
      endAll('SIGTERM')
      if (running.size === 0) process.exit(exitCode)
    }
    child.on('error', (error) => {
      console.error(error.message)
      finish(1)
    })
    child.on('close', (code, signal) => finish(signal ? 1 : (code ?? 1)))
  }
  // when npm is killed, it ends its shell but not this program, which therefore watches its parent
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && endAll('SIGTERM'), 250)
  // Ctrl-C in a terminal reaches the whole process group, so it must not be sent twice
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || endAll(signal))
}

async function start() {
  await ensureBuilt()
  // the flag of Node caches server/main.ts as well; a malloc arena per thread costs 6 MB without a gain
  const cache = join(root, 'node_modules/.cache/node')
  const env = { NODE_COMPILE_CACHE: cache, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1' }
  runTogether([{ args: [...nodeFlags, 'server/main.ts'], env: innerEnv(env) }])
}

async function develop() {
  const port = process.env.PORT ?? '8080'
  const address = 'http://localhost:5173/'
  const vite = ['node_modules/vite/bin/vite.js', '--port', new URL(address).port, '--strictPort']
  runTogether([
    { args: ['--watch', '--watch-preserve-output', 'server/main.ts'], env: innerEnv({ PORT: port }) },
    { args: vite, env: innerEnv({ API_ORIGIN: `http://127.0.0.1:${port}` }) },
  ])
  const asked = (url) => fetch(url).catch(() => undefined)
  const isOpen = async (url) => (await asked(url))?.ok
  while (!(await isOpen(address)) || !(await isOpen(`${address}api/health/`))) await setTimeout(250)
  console.log(`\nOpen ${address} (the server behind it is at http://127.0.0.1:${port}).\n`)
}

requireNode()
await ensureInstalled()
await (process.argv[2] === 'dev' ? develop() : start())
