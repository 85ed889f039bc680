import { isEventRow } from '../../../src/db/outbox-rows.ts'
import { type Choices, calm } from '../choices.ts'
import { Network } from '../network.ts'
import { Scheduler } from '../scheduler.ts'
import { drain, takeTurns } from '../turns.ts'
import { ThreadDevice, type World } from './device.ts'
import { ThreadLedger } from './ledger.ts'
import type { ThreadMutation } from './mutation.ts'
import { ThreadPeople } from './person.ts'
import { type ServerBugs, ThreadServer } from './server.ts'
import { dexieStore, memoryStore } from './stores.ts'

export interface ThreadOptions {
  /** uses the product's tables in IndexedDB instead of the model */
  real?: boolean
  mutation?: ThreadMutation
  trace?: boolean
}

export interface ThreadOutcome {
  faults: string[]
  trace: string[]
  /** the number of events that reached the server */
  commits: number
}

/** Who takes part in a history. */
interface Cast {
  Server: new (owners: readonly string[], bugs?: ServerBugs) => ThreadServer
  Ledger: typeof ThreadLedger
  People: typeof ThreadPeople
}

/**
 * Plays one history: a buyer's device, two of administrators and the warehouse's phone with one server. Things happen as the choices decide, then
 * all faults end, and the result is checked.
 */
export async function playThreads(
  choices: Choices,
  { real, mutation = {}, trace }: ThreadOptions = {},
  cast: Cast = { Server: ThreadServer, Ledger: ThreadLedger, People: ThreadPeople },
): Promise<ThreadOutcome> {
  const turns = 30 + choices.pick(real ? 80 : 120, 'turns')
  let source = choices
  const world = makeWorld({ pick: (n, what) => source.pick(n, what) }, mutation, cast)
  const { scheduler, server, ledger } = world
  if (trace) scheduler.trace = []
  const devices = ['buyer', 'shop-1', 'shop-2', 'warehouse'].map((name) => {
    const store = real ? dexieStore() : memoryStore(mutation)
    return new ThreadDevice(name, world, { store, network: new Network(server, world.choices) })
  })
  const people = new cast.People(world, devices)
  source = calm
  await begin(world, devices, people)
  source = choices
  await takeTurns(world, source, { turns, gates: 78, act: () => people.act() })
  source = calm
  await heal(world, devices, people)
  for (const { store } of devices) store.close()
  return { faults: ledger.faults, trace: scheduler.trace ?? [], commits: server.log.length }
}

/** All open the shop, log in and have their orders. */
export async function begin(world: World, devices: ThreadDevice[], people: ThreadPeople): Promise<void> {
  for (const device of devices) {
    const tab = device.open()
    void people.login(device)
    await drain(world)
    await device.pull(tab)
    await drain(world)
  }
}

function makeWorld(choices: Choices, mutation: ThreadMutation, { Server, Ledger }: Cast): World {
  const server = new Server(['ann', 'bob', 'ann'], mutation.server)
  let made = 0
  return {
    scheduler: new Scheduler(),
    server,
    ledger: new Ledger(server, mutation),
    choices,
    mutation,
    newId: () => `id-${++made}`,
  }
}

/** Ends all faults: the network works, late requests arrive, all log in and pull, and refused events are discarded. */
export async function heal(world: World, devices: ThreadDevice[], people: ThreadPeople): Promise<void> {
  const { ledger, scheduler } = world
  scheduler.trace?.push('-- the world heals')
  await scheduler.rest()
  for (const { network } of devices) {
    network.healed = true
    network.offline = false
    while (network.late.length > 0) network.deliver(0)
    ledger.committed()
  }
  await drain(world)
  for (const device of devices) {
    // one sender, mostly an existing one, is enough from here on
    const [first, ...others] = device.living()
    for (const tab of others) device.kill(tab)
    if (!first) device.open()
    await drain(world)
    for (const user of device.name === 'buyer' ? ['bob', 'ann'] : [device.name]) {
      await signIn(world, { device, people, user })
      await rest(world, { device, people })
      ledger.settleUp(await device.store.look())
      await giveUpRefused(world, { device, people })
    }
  }
  for (const device of devices) {
    const [tab] = device.living()
    // another device may have had this order before
    if (tab) await device.pull(tab)
    await drain(world)
    const disk = await device.store.look()
    if (ledger.faults.length > 0) return
    ledger.look(device, disk)
    ledger.compare(device, disk)
  }
}

interface Healing {
  device: ThreadDevice
  people: ThreadPeople
}

/** Drains until `work` is over: tables may answer late. */
async function drainUntil(world: World, work: Promise<void>): Promise<void> {
  let isOver = false
  void work.then(() => {
    isOver = true
  })
  do await drain(world)
  while (!isOver && world.ledger.faults.length === 0)
}

async function signIn(world: World, { device, people, user }: Healing & { user: string }): Promise<void> {
  const { session } = await device.store.look()
  if (session && session.userId !== user) await drainUntil(world, people.leave(device, session, world.newId()))
  await drainUntil(world, people.login(device, user))
}

/** An hour covers the longest wait that a server may request; several tabs may block each other. */
async function rest(world: World, { device, people }: Healing): Promise<void> {
  for (let round = 0; round < 4 && world.ledger.faults.length === 0; round++) {
    if (!(await device.isWaiting())) break
    people.pass(3_700_000)
    await drain(world)
  }
}

/** Discards refused events one after the other, so that no event is blocked any more. */
async function giveUpRefused(world: World, { device, people }: Healing): Promise<void> {
  const [tab] = device.living()
  for (let round = 0; round < 40 && tab && world.ledger.faults.length === 0; round++) {
    const { rows, session } = await device.store.look()
    const own = rows.filter(isEventRow).filter(({ userId }) => userId === session?.userId)
    const refused = own.find(({ state }) => state === 'attention')
    if (!refused) {
      if (own.some(({ state }) => state !== 'done')) world.ledger.blame(`4: something waits behind nothing`)
      return
    }
    void people.discard(tab, refused)
    await rest(world, { device, people })
  }
}
