/** `npm start`: installs and builds what is missing or out of date, then runs the server. */
import { runTogether } from './children.mjs'
import { ensureBuilt, ensureInstalled, innerEnv, ownNode, requireNode } from './prepare.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
runTogether([{ file: ownNode, args: ['server/main.ts'], env: innerEnv() }])
