/** The source of every decision of a history. `pick(n)` returns an integer from 0 to n - 1; 0 is the simplest. */
export interface Choices {
  pick(n: number, what: string): number
}

/** Random decisions from a seed: the same seed gives the same history. (mulberry32, public domain) */
export function seededChoices(seed: number): Choices {
  let state = seed >>> 0
  return {
    pick(n) {
      state = (state + 0x6d2b79f5) >>> 0
      let t = Math.imul(state ^ (state >>> 15), 1 | state)
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
      return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n)
    },
  }
}

/** The seed of one history of many, far from those of the next ones. */
export function historySeed(seed: number, index: number): number {
  return (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0
}

/** The decisions of a list; after its end, only what is due happens. */
export function listedChoices(list: readonly number[]): Choices {
  let at = 0
  return { pick: (n) => (list[at++] ?? 0) % n }
}

/** Passes decisions on and records them. */
export function recordedChoices(choices: Choices): { choices: Choices; list: number[] } {
  const list: number[] = []
  const pick = (n: number, what: string) => {
    const value = choices.pick(n, what)
    list.push(value)
    return value
  }
  return { choices: { pick }, list }
}

export const calm: Choices = { pick: () => 0 }
