import { type Choices, calm } from '../choices.ts'
import { Scheduler } from '../scheduler.ts'
import { begin, heal, type ThreadOutcome } from '../threads/history.ts'
import { takeTurns } from '../turns.ts'
import { FileDevice, type FileWorld } from './device.ts'
import { FileLedger } from './ledger.ts'
import type { FileMutation } from './mutation.ts'
import { FilePeople } from './person.ts'
import { FileServer } from './server.ts'
import { dexieFiles, memoryFiles } from './stores.ts'

interface FileOptions {
  /** uses the product's tables in IndexedDB instead of the model */
  real?: boolean
  mutation?: FileMutation
  trace?: boolean
}

/**
 * Plays one history of a buyer's device and an administrator's that send files with what they say. Things happen as the choices decide, then
 * all faults end, and the result is checked. `commits` counts events and files.
 */
export async function playFiles(
  choices: Choices,
  { real, mutation = {}, trace }: FileOptions = {},
): Promise<ThreadOutcome> {
  const turns = 40 + choices.pick(real ? 100 : 200, 'turns')
  let source = choices
  const server = new FileServer(['ann', 'bob', 'ann'], mutation.server)
  server.takesAnywhere = mutation.takesAnywhere ?? false
  const ledger = new FileLedger(server, mutation)
  const scheduler = new Scheduler()
  let made = 0
  const world: FileWorld = {
    ...{ scheduler, server, ledger, mutation },
    choices: { pick: (n, what) => source.pick(n, what) },
    newId: () => `id-${++made}`,
  }
  if (trace) scheduler.trace = []
  const devices = ['buyer', 'shop-1'].map((name) => {
    const store = real ? dexieFiles() : memoryFiles(mutation)
    return new FileDevice(name, world, store)
  })
  const people = new FilePeople(world, devices)
  source = calm
  await begin(world, devices, people)
  source = choices
  await takeTurns(world, source, { turns, gates: 85, act: () => people.act() })
  source = calm
  for (const { line } of devices) while (line.late.length > 0) line.deliver(0)
  await heal(world, devices, people)
  for (const { store } of devices) store.close()
  return { faults: ledger.faults, trace: scheduler.trace ?? [], commits: server.log.length + server.here.size }
}
