/*
 * For a server in a process of its own (`NODE_OPTIONS=--import …`): what it does every hour or day, it does several times a
 * second. FAST_UP_TO: the longest interval that is shortened, ms. FREE_BYTES: what is free on its disk.
 */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { FAST_UP_TO = Number.POSITIVE_INFINITY, FREE_BYTES } = process.env
const { setInterval } = globalThis
globalThis.setInterval = (work, every, ...more) =>
  setInterval(work, every <= Number(FAST_UP_TO) ? Math.min(every, 250) : every, ...more)

if (FREE_BYTES !== undefined) {
  fs.statfs = async () => ({ bavail: Number(FREE_BYTES), bsize: 1 })
  syncBuiltinESMExports()
}
