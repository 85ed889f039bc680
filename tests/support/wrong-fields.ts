import { type BodySchema, invalidFields } from '../../contract/broken-rules.ts'

/** The paths of the fields that a form's check finds wrong, such as `lines/0/price`. */
export function wrongFields(messages: object): string[] {
  return Object.entries(messages).flatMap(([name, message]: [string, unknown]) => {
    if (typeof message !== 'object' || message === null) return []
    return 'id' in message || 'rule' in message ? [name] : wrongFields(message).map((path) => `${name}/${path}`)
  })
}

/** The fields of `values` that the contract's schema refuses in the body; its groups named in `groups` are none of the form. */
export function refusedFields(values: object, { schema, body, groups = [] }: Refused): string[] {
  const paths = invalidFields(schema, body).map(({ path }) => path.split('.'))
  return paths
    .map(([first = '', ...rest]) => (groups.includes(first) ? rest : [first, ...rest]))
    .filter(([first = '']) => first in values)
    .map((names) => names.join('/'))
}

interface Refused {
  schema: BodySchema
  body: unknown
  groups?: readonly string[]
}
