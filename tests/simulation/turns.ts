import type { Choices } from './choices.ts'
import type { Scheduler } from './scheduler.ts'

interface Stage {
  scheduler: Scheduler
  ledger: { faults: string[]; blame(what: string): void }
}

/** Plays turns up to the first violation: in `gates` of 100 a gate opens, in the others something happens. */
export async function takeTurns(
  { scheduler, ledger }: Stage,
  source: Choices,
  { turns, gates, act }: { turns: number; gates: number; act: () => void },
): Promise<void> {
  for (let turn = 0; turn < turns && ledger.faults.length === 0; turn++) {
    await scheduler.rest()
    const doors = scheduler.gates.length
    if (doors > 0 && source.pick(100, 'turn') < gates) scheduler.open(source.pick(doors, 'gate'))
    else act()
  }
}

/** Opens gates, oldest first, until nothing runs any more. */
export async function drain({ scheduler, ledger }: Stage): Promise<void> {
  for (let opened = 0; opened < 5000 && ledger.faults.length === 0; opened++) {
    await scheduler.rest()
    if (scheduler.gates.length === 0) return
    scheduler.open(0)
  }
  if (ledger.faults.length === 0) ledger.blame('it never comes to rest')
}
