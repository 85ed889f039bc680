import type { ApiKey, ApiKeyMade } from '../../contract/access.ts'
import { rights } from '../../contract/rights.ts'
import { isRecord, readText } from '../lib/record.ts'
import { readId } from './read-value.ts'

/** A key that was just made; undefined without its secret. */
export function readApiKeyMade(body: unknown): ApiKeyMade | undefined {
  if (!isRecord(body)) return undefined
  const key = readText(body.key)
  return key === '' ? undefined : { _id: readId(body), key }
}

const optional = (record: Record<string, unknown>, name: string) => {
  const text = readText(record[name])
  return text === '' ? {} : { [name]: text }
}

/** The keys of the shop; undefined if this is no list. */
export function readApiKeys(body: unknown): ApiKey[] | undefined {
  if (!Array.isArray(body)) return undefined
  return body.filter(isRecord).map((key) => {
    const some = Array.isArray(key.rights) ? key.rights : []
    return {
      ...{ _id: readId(key), name: readText(key.name), at: readText(key.at), readOnly: key.readOnly === true },
      rights: rights.filter((right) => some.includes(right)),
      ...{ ...optional(key, 'until'), ...optional(key, 'by'), ...optional(key, 'usedAt') },
    }
  })
}
