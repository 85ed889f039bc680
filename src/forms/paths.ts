/* A path names one value of a form: `place`, or `lines/2/price` in a list of rows. */

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null

export function pathsOf(values: object): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    isGroup(value) ? pathsOf(value).map((path) => `${name}/${path}`) : [name],
  )
}

export function valueAt(values: unknown, path: string): unknown {
  let value = values
  for (const name of path.split('/')) value = isGroup(value) ? Reflect.get(value, name) : undefined
  return value
}

/** The values at these paths alone; a list of rows is whole. */
export function valuesAt<V extends object>(values: V, paths: readonly string[]): Partial<V> {
  const some = Object.entries(values).flatMap(([name, value]) => {
    const inner = paths.filter((path) => path.startsWith(`${name}/`)).map((path) => path.slice(name.length + 1))
    if (inner.length > 0) return [[name, Array.isArray(value) ? value : valuesAt(value, inner)]]
    return paths.includes(name) ? [[name, value]] : []
  })
  return Object.fromEntries(some) as Partial<V>
}

/** What was typed, by path, and what is typed now. A list that was typed as a whole, as its rows come and go, stays one. */
export function typedAlso(typed: Record<string, unknown>, now: Record<string, unknown>): Record<string, unknown> {
  let next = { ...typed }
  for (const [path, value] of Object.entries(now)) {
    const list = Object.keys(next).find((each) => path.startsWith(`${each}/`))
    const inner = list === undefined ? undefined : next[list]
    if (list !== undefined && isGroup(inner)) next[list] = withValue(inner, path.slice(list.length + 1), value)
    else {
      const others = Object.entries(next).filter(([each]) => !each.startsWith(`${path}/`))
      next = { ...Object.fromEntries(others), [path]: value }
    }
  }
  return next
}

/** A copy with another value at a path. Rows beside it stay the same objects. */
export function withValue<V extends object>(values: V, path: string, value: unknown): V {
  const [name = '', ...rest] = path.split('/')
  const inner: unknown = Reflect.get(values, name)
  const next = rest.length > 0 && isGroup(inner) ? withValue(inner, rest.join('/'), value) : value
  const copy = Array.isArray(values) ? values.map((each, at) => (at === Number(name) ? next : each)) : undefined
  return (copy ?? { ...values, [name]: next }) as V
}
