type Exports = Record<string, unknown>
/** A known bug: gets the product's function and returns its replacement. */
type Bug = (original: (...given: never[]) => unknown) => (...given: never[]) => unknown

/** The bugs of the current history, by the name of the function that each replaces. */
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

/** The exports of a module, with functions replaced by the bugs of their names. */
export function seamed<E extends Exports>(original: E): E {
  const pairs = Object.entries(original).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value]
    // exported functions of the product; their callers know the types
    const own = value as (...given: never[]) => unknown
    return [name, (...given: never[]) => (planted[name]?.(own) ?? own)(...given)]
  })
  // the same names with functions of the same types
  return Object.fromEntries(pairs) as E
}
