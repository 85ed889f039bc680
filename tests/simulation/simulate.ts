import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { type Choices, historySeed, listedChoices, seededChoices } from './choices.ts'
import { decisionsOf, shrink } from './shrink.ts'

// npm run simulate -- [--world threads] --histories 100000 --seed 7 [--dexie] [--mutant 'name'] [--only HISTORY_SEED]
const { values } = parseArgs({
  options: {
    world: { type: 'string', default: 'outbox' },
    histories: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    dexie: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    only: { type: 'string' },
  },
})
// the app's code is written for Vite
const { worlds } = (await runnerImport<typeof import('./worlds.ts')>('/tests/simulation/worlds.ts')).module
const world = Object.entries(worlds).find(([name]) => name === values.world)?.[1]
if (!world) throw new Error(`There is no world '${values.world}'. There are: ${Object.keys(worlds).join(', ')}`)
const play = (choices: Choices, trace = false) =>
  world.play(choices, { real: values.dexie, trace, mutant: values.mutant })

async function findFailing(): Promise<number | undefined> {
  for (let index = 0; index < Number(values.histories); index++) {
    const own = historySeed(Number(values.seed), index)
    if ((await play(seededChoices(own))).faults.length > 0) return own
  }
  console.log(`seed ${values.seed}: ${values.histories} histories hold`)
  return undefined
}

const failing = values.only === undefined ? await findFailing() : Number(values.only)
if (failing === undefined) process.exit(0)
const list = await shrink(await decisionsOf(failing, play), play)
const { faults, trace } = await play(listedChoices(list), true)
console.log(`history seed ${failing} ${faults.length > 0 ? 'FAILS' : 'holds'}; decisions ${JSON.stringify(list)}`)
console.log([...trace, ...faults.map((fault) => `!! ${fault}`)].join('\n'))
process.exit(faults.length > 0 ? 1 : 0)
