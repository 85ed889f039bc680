/**
 * `npm run bench -- [part…] [--rounds N] [--seconds N] [--dpr N] [--profiles port,slow4g] [--sizes 60,10000] [--markdown FILE] [--waterfall]`
 *
 * Measures the built app (`npm run build` first) and the server; without a part all but `live`.
 */
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import type { Options } from './options.ts'
import { firstVisit } from './parts/first-visit.ts'
import { live } from './parts/live.ts'
import { serverHerd } from './parts/server-herd.ts'
import { serverOrders } from './parts/server-orders.ts'
import { serverPostgres } from './parts/server-postgres.ts'
import { serverReads } from './parts/server-reads.ts'
import { markdown, type Table } from './table.ts'

type Part = (options: Options) => Promise<Table[]>

const parts: Record<string, Part[]> = {
  'first-visit': [firstVisit],
  live: [live],
  server: [serverReads, serverOrders, serverHerd, serverPostgres],
  'server-reads': [serverReads],
  'server-orders': [serverOrders],
  'server-postgres': [serverPostgres],
  'server-herd': [serverHerd],
}
const usual = ['first-visit', 'server']

const text = (value: string) => ({ type: 'string', default: value }) as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: text('5'),
    seconds: text('3'),
    dpr: text('1'),
    profiles: text('port,slow4g'),
    sizes: text('60,10000,100000'),
    markdown: { type: 'string' },
    waterfall: { type: 'boolean', default: false },
  },
})
const options: Options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  dpr: Number(values.dpr),
  profiles: values.profiles.split(',').map((name) => (name === 'slow4g' ? 'slow4g' : 'port')),
  sizes: values.sizes.split(',').map(Number),
  waterfall: values.waterfall,
}

const unknown = positionals.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const chosen = new Set((positionals.length > 0 ? positionals : usual).flatMap((name) => parts[name] ?? []))
const said = [
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}`,
  '',
]
console.log(said[0])
for (const part of chosen) {
  for (const table of await part(options)) {
    const shown = markdown(table)
    console.log(`\n${shown}`)
    said.push(shown)
  }
}
if (values.markdown) await writeFile(values.markdown, said.join('\n'))
