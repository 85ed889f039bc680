import { type Choices, calm } from '../choices.ts'
import { Scheduler } from '../scheduler.ts'
import { drain, takeTurns } from '../turns.ts'
import { StockDevice, type World } from './device.ts'
import { StockLedger } from './ledger.ts'
import type { StockMutation } from './mutation.ts'
import { StockPeople } from './person.ts'
import { StockServer } from './server.ts'

interface StockOptions {
  /** uses the product's tables in IndexedDB instead of the model */
  real?: boolean
  mutation?: StockMutation
  trace?: boolean
}

interface StockOutcome {
  faults: string[]
  trace: string[]
  /** the number of stocks that reached the server */
  commits: number
}

/** Plays one history of stocks on a device with two administrators, while others change them too; then checks the result. */
export async function playStocks(
  choices: Choices,
  { real = false, mutation = {}, trace }: StockOptions = {},
): Promise<StockOutcome> {
  const turns = 20 + choices.pick(real ? 60 : 120, 'turns')
  let source = choices
  let made = 0
  const server = new StockServer({ cod: 1, hake: 2 }, mutation.server)
  const world: World = {
    scheduler: new Scheduler(),
    server,
    ledger: new StockLedger(server),
    choices: { pick: (n, what) => source.pick(n, what) },
    mutation,
    newId: () => `id-${++made}`,
  }
  const { scheduler, ledger } = world
  if (trace) scheduler.trace = []
  const device = new StockDevice(world, { real })
  const people = new StockPeople(world, device)
  people.login('a')
  device.open()
  await takeTurns(world, source, { turns, gates: 80, act: () => people.act() })
  source = calm
  await heal(world, device, people)
  device.store.close()
  return { faults: ledger.faults, trace: scheduler.trace ?? [], commits: server.log.length }
}

/** Ends all faults: the network works, late requests arrive, both log in, and time passes. */
async function heal(world: World, device: StockDevice, people: StockPeople): Promise<void> {
  const { scheduler, ledger } = world
  await scheduler.rest()
  scheduler.trace?.push('-- the world heals')
  device.network.healed = true
  device.network.offline = false
  while (device.network.late.length > 0) people.deliver()
  for (const tab of device.living()) device.kill(tab)
  device.open()
  for (const user of ['a', 'b'] as const) {
    people.login(user)
    await drain(world)
    // an hour covers the longest wait that a server may request
    for (let round = 0; round < 3 && ledger.faults.length === 0; round++) {
      people.pass(3_700_000)
      await drain(world)
    }
    if (ledger.faults.length === 0) ledger.settleUp((await device.store.read()).rows, user)
  }
}
