/** `npm start`: installs and builds what is missing or out of date, then runs the server. */
import { fileURLToPath } from 'node:url'
import { runTogether } from './children.mjs'
import { ensureBuilt, ensureInstalled, innerEnv, ownNode, requireNode } from './prepare.mjs'

// from the first file on; server/main.ts itself could only say so for the rest
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))

requireNode()
await ensureInstalled()
await ensureBuilt()
// one heap for what is not JavaScript: more of them, one a thread, cost 6 MB and gain nothing here
const env = innerEnv({ NODE_COMPILE_CACHE: compileCache, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1' })
runTogether([{ file: ownNode, args: ['server/main.ts'], env }])
