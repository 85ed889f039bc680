/**
 * `npm run dev`: runs the server, restarted when its code changes, and Vite, which proxies `/api` and `/images` to it, and says which
 * address to open.
 */
import { setTimeout } from 'node:timers/promises'
import { runTogether } from './children.mjs'
import { ensureInstalled, innerEnv, ownNode, requireNode } from './prepare.mjs'

requireNode()
await ensureInstalled()
const port = process.env.PORT ?? '8080'
// the port is said below, so it must not be another one
const address = 'http://localhost:5173/'
runTogether([
  { file: ownNode, args: ['--watch', '--watch-preserve-output', 'server/main.ts'], env: innerEnv({ PORT: port }) },
  {
    file: ownNode,
    args: ['node_modules/vite/bin/vite.js', '--port', new URL(address).port, '--strictPort'],
    env: innerEnv({ API_ORIGIN: `http://127.0.0.1:${port}` }),
  },
])

/** Whether the app's page comes from Vite and the API from the server behind it. */
async function isReady() {
  const answers = [address, new URL('api/health/', address)].map((url) => fetch(url).then(({ ok }) => ok))
  return (await Promise.all(answers).catch(() => [false])).every(Boolean)
}

while (!(await isReady())) await setTimeout(250)
console.log(`\nOpen ${address} (the server behind it is at http://127.0.0.1:${port}).\n`)
