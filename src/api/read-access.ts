import type { ApiKey, ApiKeyMade, Invitation, InvitationMade, InvitationSeen } from '../../contract/access.ts'
import { type Right, rights } from '../../contract/rights.ts'
import { isRecord, type JsonRecord, readText } from '../lib/record.ts'
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

/** Unlike those of a user, where `isAdmin` may stand for all. */
function readSome(record: JsonRecord): Right[] {
  const some = record.rights
  return rights.filter((right) => Array.isArray(some) && some.includes(right))
}

/** The keys of the shop; undefined if this is no list. */
export function readApiKeys(body: unknown): ApiKey[] | undefined {
  if (!Array.isArray(body)) return undefined
  return body.filter(isRecord).map((key) => {
    return {
      ...{ _id: readId(key), name: readText(key.name), at: readText(key.at), readOnly: key.readOnly === true },
      rights: readSome(key),
      ...{ ...optional(key, 'until'), ...optional(key, 'by'), ...optional(key, 'usedAt') },
    }
  })
}

/** An invitation that was just made; undefined without its address. */
export function readInvitationMade(body: unknown): InvitationMade | undefined {
  if (!isRecord(body) || readText(body.url) === '') return undefined
  const { url, until, isMailed } = body
  return { _id: readId(body), url: readText(url), until: readText(until), isMailed: isMailed === true }
}

/** Open invitations; undefined if this is no list. */
export function readInvitations(body: unknown): Invitation[] | undefined {
  if (!Array.isArray(body)) return undefined
  return body.filter(isRecord).map((row) => ({
    ...{ _id: readId(row), rights: readSome(row), at: readText(row.at), until: readText(row.until) },
    ...{ ...optional(row, 'email'), ...optional(row, 'by') },
  }))
}

/** What an invitation offers; undefined without a right. */
export function readInvitationSeen(body: unknown): InvitationSeen | undefined {
  if (!isRecord(body) || readSome(body).length === 0) return undefined
  const seen = { rights: readSome(body), until: readText(body.until), hasAccount: body.hasAccount === true }
  return { ...seen, ...optional(body, 'email') }
}
