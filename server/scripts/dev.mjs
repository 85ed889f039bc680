/** `npm run dev`: runs the server, restarted when its code changes, and Vite, which proxies `/api` and `/images` to it. */
import { runTogether } from './children.mjs'
import { ensureInstalled, innerEnv, ownNode, requireNode } from './prepare.mjs'

requireNode()
await ensureInstalled()
const port = process.env.PORT ?? '8080'
runTogether([
  { file: ownNode, args: ['--watch', '--watch-preserve-output', 'server/main.ts'], env: innerEnv({ PORT: port }) },
  {
    file: ownNode,
    args: ['node_modules/vite/bin/vite.js'],
    env: innerEnv({ API_ORIGIN: `http://127.0.0.1:${port}` }),
  },
])
