type Exports = Record<string, unknown>
/** A known bug: gets the product's own function and gives what takes its place. */
type Bug = (original: (...given: never[]) => unknown) => (...given: never[]) => unknown

/** The bugs of the history that is played, by the name of the function that each takes the place of. */
export type Bugs = Record<string, Bug>

/** `bug(original => ...)` keeps the types of the product's function. */
export function bug<F extends (...given: never[]) => unknown>(change: (original: F) => F): Bug {
  // `seamed` hands it the function of that name, which is an F
  return (original) => change(original as F)
}

let planted: Bugs = {}

export function plant(bugs: Bugs): void {
  planted = bugs
}

/** The exports of a module, where each function gives way to the bug of its name. */
export function seamed<E extends Exports>(original: E): E {
  const pairs = Object.entries(original).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value]
    // exported functions of the product; what they take and give is the callers' matter
    const own = value as (...given: never[]) => unknown
    return [name, (...given: never[]) => (planted[name]?.(own) ?? own)(...given)]
  })
  // the same names with functions of the same types
  return Object.fromEntries(pairs) as E
}
