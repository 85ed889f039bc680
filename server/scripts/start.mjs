/** `npm start`: installs and builds what is missing or out of date, then runs the server. */
import { fileURLToPath } from 'node:url'
import { runTogether } from './children.mjs'
import { ensureBuilt, ensureInstalled, innerEnv, ownNode, requireNode } from './prepare.mjs'

// from the first file on; server/main.ts itself could only say so for the rest
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))

requireNode()
await ensureInstalled()
await ensureBuilt()
runTogether([{ file: ownNode, args: ['server/main.ts'], env: innerEnv({ NODE_COMPILE_CACHE: compileCache }) }])
