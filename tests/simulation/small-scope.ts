import { calm } from './choices.ts'
import { Device, type LockMode } from './device.ts'
import { heal } from './history.ts'
import type { Mutation } from './mutation.ts'
import type { Fault } from './network.ts'
import { Person } from './person.ts'

export interface SmallCase {
  lockMode: LockMode
  /** the number of orders, sent one after the other */
  orders: 1 | 3
  /** the faults of the first requests; the others have none */
  faults: Fault[]
  /** which of the two tabs dies, and before which gate opens */
  victim: 0 | 1
  killAt: number
  /** whether the oldest or the newest gate is opened first */
  order: 'oldest' | 'newest'
}

/** One order or three, and two senders; the rest as in the case. `gates` is the number of gates, after which a kill has no effect. */
export async function playSmall(
  small: SmallCase,
  mutation: Mutation = {},
): Promise<{ faults: string[]; gates: number }> {
  const device = new Device(calm, { real: false, lockMode: small.lockMode, mutation })
  const { scheduler } = device
  let requests = 0
  device.network.nextFault = () => small.faults[requests++] ?? 'none'
  const person = new Person(device)
  person.login('a')
  await run(device, 'oldest')
  const tabs = [device.open(), device.open()]
  await scheduler.rest()
  for (let sent = 0; sent < small.orders; sent++) person.send()
  let gates = 0
  // three waits are enough for both faults and their consequences
  for (let waits = 0; waits < 3; waits++) {
    gates += await run(device, small.order, (opened) => {
      const victim = tabs[small.victim]
      if (gates + opened === small.killAt && victim) device.kill(victim)
    })
    person.wait()
  }
  await heal(device, person)
  if (device.ledger.faults.length === 0) device.ledger.settleUp((await device.store.read()).rows)
  return { faults: device.ledger.faults, gates }
}

async function run(device: Device, order: SmallCase['order'], before: (opened: number) => void = () => {}) {
  const { scheduler } = device
  for (let opened = 0; ; opened++) {
    await scheduler.rest()
    before(opened)
    if (scheduler.gates.length === 0 || opened > 500) return opened
    scheduler.open(order === 'oldest' ? 0 : scheduler.gates.length - 1)
  }
}
