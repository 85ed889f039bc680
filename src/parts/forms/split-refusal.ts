import type { Refusal, RefusedField } from '../../api/errors.ts'
import { valueAt } from '../../ui/forms/paths.ts'

/** The refusal of one value. */
export interface Refused {
  field: RefusedField
  /** the refused value; the message disappears when it changes */
  value: unknown
}

/** Values by their paths. */
export type ByPath<T> = Record<string, T>

interface Fields {
  paths: readonly string[]
  /** the beginnings of the server's paths, and what the form calls them */
  serverPaths: Record<string, string>
  values: object
}

/** Splits a refusal into the errors of fields, and the `rest` for the alert. */
export function splitRefusal(refusal: Refusal, { paths, serverPaths, values }: Fields) {
  const byPath: ByPath<Refused> = {}
  const others: Refusal['errors'] = []
  for (const field of refusal.errors) {
    const path = fieldOf(field.path.replace(/^\//, '').split('.'), { paths, serverPaths })
    if (path !== undefined) byPath[path] = { field, value: valueAt(values, path) }
    else others.push(field)
  }
  return { byPath, rest: { ...refusal, errors: others } }
}

/** The field that a path of the server names: itself, the first one in a group or row, or the one whose part it is. */
function fieldOf([first = '', ...rest]: string[], { paths, serverPaths }: Pick<Fields, 'paths' | 'serverPaths'>) {
  const start = serverPaths[first] ?? first
  const names = [...(start ? [start] : []), ...rest]
  for (let length = names.length; length > 0; length--) {
    const path = names.slice(0, length).join('/')
    const found = paths.find((each) => each === path || each.startsWith(`${path}/`))
    if (found !== undefined) return found
  }
  return undefined
}
