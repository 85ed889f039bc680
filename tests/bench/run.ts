/** `npm run bench -- [part…] [--rounds N] [--seconds N]` measures the built app (`npm run build` first) and the server; without a part all but `live`. */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { firstVisit } from './parts/first-visit.ts'
import { live } from './parts/live.ts'
import { serverHerd } from './parts/server-herd.ts'
import { serverOrders } from './parts/server-orders.ts'
import { serverPostgres } from './parts/server-postgres.ts'
import { serverReads } from './parts/server-reads.ts'
import { markdown, type Options, type Table } from './table.ts'

const parts: Record<string, (options: Options) => Promise<Table[]>> = {
  'first-visit': firstVisit,
  'server-reads': serverReads,
  'server-orders': serverOrders,
  'server-herd': serverHerd,
  'server-postgres': serverPostgres,
  live,
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
})
const options: Options = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
const wanted = positionals.length > 0 ? positionals : ['first-visit', 'server']
// `server` is all of its parts
const chosen = Object.entries(parts).filter(
  ([name]) => wanted.includes(name) || wanted.includes(name.split('-')[0] ?? ''),
)
if (chosen.length === 0) {
  console.error(`There is no part ${wanted.join(', ')}. The parts: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}`)
for (const [, part] of chosen) for (const table of await part(options)) console.log(`\n${markdown(table)}`)
