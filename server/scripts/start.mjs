/** `npm start`: installs and builds what is missing or out of date, then runs the server. */
import { fileURLToPath } from 'node:url'
import { runTogether } from './children.mjs'
import { nodeFlags } from './node-flags.mjs'
import { ensureBuilt, ensureInstalled, innerEnv, ownNode, requireNode } from './prepare.mjs'

// caches server/main.ts as well, which could enable it only for the files that it imports
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))

requireNode()
await ensureInstalled()
await ensureBuilt()
// a single malloc arena: one per thread costs 6 MB without a gain
const env = innerEnv({ NODE_COMPILE_CACHE: compileCache, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1' })
runTogether([{ file: ownNode, args: [...nodeFlags, 'server/main.ts'], env }])
