import type { InvalidField } from '../../contract/field-rules.ts'

/** The error for a member that an event needs, missing or of another type. */
export function lacks(path: string, value: unknown): InvalidField[] {
  return [{ path, rule: value === undefined ? 'required' : 'allowedValue' }]
}
