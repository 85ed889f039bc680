import { parseArgs } from 'node:util'
import { listedChoices } from './choices.ts'
import { playHistory } from './history.ts'
import { playMany } from './many.ts'
import { mutants } from './mutants.ts'
import { decisionsOf, shrink } from './shrink.ts'

// npm run simulate -- --histories 100000 --seed 7 [--dexie] [--mutant 'name'] [--only HISTORY_SEED]
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    dexie: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    only: { type: 'string' },
  },
})
const { mutant, dexie: real } = values
if (mutant !== undefined && !(mutant in mutants)) {
  console.error(`There is no mutant '${mutant}'. There are:\n${Object.keys(mutants).join('\n')}`)
  process.exit(2)
}

const batch = { histories: Number(values.histories), seed: Number(values.seed), real, ...(mutant && { mutant }) }
const start = performance.now()
const result = values.only === undefined ? await playMany(batch) : undefined
if (result) {
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`seed ${batch.seed}: ${result.played} histories, ${result.commits} deliveries, ${seconds} s`)
}
const failing = values.only === undefined ? result?.failure?.seed : Number(values.only)
if (failing === undefined) process.exit(0)

const options = { real, ...(mutant && { mutation: mutants[mutant] ?? {} }) }
const list = await shrink(await decisionsOf(failing, options), options)
const { faults, trace } = await playHistory(listedChoices(list), { ...options, trace: true })
console.log(`history seed ${failing} ${faults.length > 0 ? 'FAILS' : 'holds'}; decisions ${JSON.stringify(list)}`)
console.log([...trace, ...faults.map((fault) => `!! ${fault}`)].join('\n'))
process.exit(faults.length > 0 ? 1 : 0)
