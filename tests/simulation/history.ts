import { type Choices, calm } from './choices.ts'
import { Device, lockModes } from './device.ts'
import type { Mutation } from './mutation.ts'
import { alienRow, Person } from './person.ts'
import { drain, takeTurns } from './turns.ts'

export interface HistoryOptions {
  /** uses the product's tables in IndexedDB instead of the model */
  real?: boolean
  mutation?: Mutation
  /** the number of turns before all faults end */
  turns?: number
  trace?: boolean
}

export interface Outcome {
  faults: string[]
  trace: string[]
  /** the number of contents that reached the server */
  commits: number
}

/** Plays one history: sets up a device, lets things happen as the choices decide, ends all faults, and checks the result. */
export async function playHistory(choices: Choices, options: HistoryOptions = {}): Promise<Outcome> {
  const lockMode = lockModes[choices.pick(lockModes.length, 'locks')] ?? 'locks'
  const tabs = 1 + choices.pick(4, 'tabs')
  const alien = choices.pick(8, 'alien') === 1
  const turns = options.turns ?? 20 + choices.pick(options.real ? 60 : 180, 'turns')
  let source = choices
  const device = new Device(
    { pick: (n, what) => source.pick(n, what) },
    { real: options.real ?? false, lockMode, mutation: options.mutation ?? {} },
  )
  const { scheduler, ledger } = device
  if (options.trace) scheduler.trace = [`${lockMode}, ${tabs} tabs, ${turns} turns${alien ? ', an alien row' : ''}`]
  if (alien) await device.store.putAlien(alienRow())
  const person = new Person(device)
  person.login('a')
  for (let i = 0; i < tabs; i++) device.open()
  await takeTurns(device, source, { turns, gates: 84, act: () => person.act() })
  source = calm
  await heal(device, person)
  if (ledger.faults.length === 0) {
    const { rows } = await device.store.read()
    ledger.settleUp(rows)
    if (alien && JSON.stringify(rows.find(({ id }) => id === 'alien')) !== JSON.stringify(alienRow()))
      ledger.blame('7: the row of another version changed')
  }
  device.store.close()
  return { faults: ledger.faults, trace: scheduler.trace ?? [], commits: device.server.commits.length }
}

/** Ends all faults: the network works, late requests arrive, every user logs in, and time passes. */
export async function heal(device: Device, person: Person): Promise<void> {
  await device.scheduler.rest()
  device.scheduler.trace?.push('-- the world heals')
  device.network.healed = true
  device.network.offline = false
  while (device.network.late.length > 0) device.network.deliver(0)
  // two senders are enough from here on; a worker ends by itself, so one of them is a new page
  for (const tab of device.living().slice(1)) device.kill(tab)
  device.open()
  await drain(device)
  for (const user of ['a', 'b'] as const) {
    person.login(user)
    await drain(device)
    // an hour covers the longest wait that a server may request; several tabs may block each other
    for (let round = 0; round < 3 && (await waits(device, user)); round++) {
      device.pass(3_700_000)
      await drain(device)
    }
  }
}

async function waits(device: Device, user: string): Promise<boolean> {
  const { rows } = await device.store.read()
  const open = rows.some(
    ({ id, userId, state }) => [user, ''].includes(userId) && id !== 'alien' && !['done', 'attention'].includes(state),
  )
  return open && device.ledger.faults.length === 0
}
