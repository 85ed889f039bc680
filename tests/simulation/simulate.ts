import { parseArgs } from 'node:util'
import { type Choices, listedChoices } from './choices.ts'
import { playFiles } from './files/history.ts'
import { fileMutants } from './files/mutants.ts'
import { playHistory } from './history.ts'
import { playMany } from './many.ts'
import { mutants } from './mutants.ts'
import { decisionsOf, shrink } from './shrink.ts'
import { playStocks } from './stock/history.ts'
import { stockMutants } from './stock/mutants.ts'
import { playThreads } from './threads/history.ts'
import { threadMutants } from './threads/mutants.ts'

// npm run simulate -- --histories 100000 --seed 7 [--threads | --files | --stock] [--dexie] [--mutant 'name'] [--only HISTORY_SEED]
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    // offers between a buyer and two administrators, not the outbox of one device
    threads: { type: 'boolean', default: false },
    // files that go with what is said
    files: { type: 'boolean', default: false },
    // stocks set by two administrators of one device and by others
    stock: { type: 'boolean', default: false },
    dexie: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    only: { type: 'string' },
  },
})
const { mutant, dexie: real } = values
const known = values.threads ? threadMutants : values.files ? fileMutants : values.stock ? stockMutants : mutants
if (mutant !== undefined && !(mutant in known)) {
  console.error(`There is no mutant '${mutant}'. There are:\n${Object.keys(known).join('\n')}`)
  process.exit(2)
}

const script = values.threads
  ? ({ script: './threads/share.ts' } as const)
  : values.files
    ? ({ script: './files/share.ts' } as const)
    : values.stock
      ? ({ script: './stock/share.ts' } as const)
      : {}
const batch = {
  histories: Number(values.histories),
  seed: Number(values.seed),
  real,
  ...(mutant && { mutant }),
  ...script,
}
const start = performance.now()
const result = values.only === undefined ? await playMany(batch, 2) : undefined
if (result) {
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`seed ${batch.seed}: ${result.played} histories, ${result.commits} deliveries, ${seconds} s`)
}
const failing = values.only === undefined ? result?.failure?.seed : Number(values.only)
if (failing === undefined) process.exit(0)

const name = mutant ?? ''
const play = (choices: Choices, trace = false) => {
  if (values.threads) return playThreads(choices, { real, trace, mutation: threadMutants[name] ?? {} })
  if (values.files) return playFiles(choices, { real, trace, mutation: fileMutants[name] ?? {} })
  if (values.stock) return playStocks(choices, { real, trace, mutation: stockMutants[name] ?? {} })
  return playHistory(choices, { real, trace, mutation: mutants[name] ?? {} })
}
const list = await shrink(await decisionsOf(failing, play), play)
const { faults, trace } = await play(listedChoices(list), true)
console.log(`history seed ${failing} ${faults.length > 0 ? 'FAILS' : 'holds'}; decisions ${JSON.stringify(list)}`)
console.log([...trace, ...faults.map((fault) => `!! ${fault}`)].join('\n'))
process.exit(faults.length > 0 ? 1 : 0)
