/** Something that runs and may be killed: a tab or the worker. */
export interface Actor {
  name: string
  dead: boolean
}

interface Gate {
  actor: Actor
  label: string
  open: () => void
}

const nothing = () => {}
const immediate = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Decides what happens next: every call of the outbox waits at a gate before and at a gate after it, and nothing continues
 * until one is opened. The gates of a killed actor never open.
 */
export class Scheduler {
  gates: Gate[] = []
  trace: string[] | undefined
  private running = 0

  gate(actor: Actor, label: string): Promise<void> {
    return new Promise((open) => {
      if (!actor.dead) this.gates.push({ actor, label, open })
    })
  }

  /** Runs `work` between two gates; its error is thrown after the second. */
  async call<T>(actor: Actor, label: string, work: () => T | Promise<T>): Promise<T> {
    await this.gate(actor, `${label} →`)
    this.running++
    let end: () => T
    try {
      const value = await work()
      end = () => value
    } catch (error) {
      end = () => {
        throw error
      }
    }
    this.running--
    await this.gate(actor, `${label} ←`)
    return end()
  }

  open(index: number): void {
    const [gate] = this.gates.splice(index, 1)
    if (gate === undefined) return
    this.trace?.push(`${gate.actor.name}: ${gate.label}`)
    gate.open()
  }

  kill(actor: Actor): void {
    actor.dead = true
    this.gates = this.gates.filter((gate) => gate.actor !== actor)
  }

  /**
   * Waits until everything that runs has come to a gate, to a sleep or to its end. A few turns of the microtask queue are enough
   * for the store in memory. A flow that needs more is still running then, which is also a repeatable order of events.
   */
  async rest(): Promise<void> {
    let turns = Promise.resolve()
    // a chain of promises costs half as much as that many awaits
    for (let i = 1; i < 8; i++) turns = turns.then(nothing)
    await turns
    if (this.gates.length > 0 && this.running === 0) return
    do await immediate()
    while (this.running > 0)
  }
}
