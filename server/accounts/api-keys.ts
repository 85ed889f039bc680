import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { type ApiKey, keyPrefix } from '../../contract/accounts.ts'
import { limits } from '../../contract/limits.ts'
import { isDay } from '../../contract/offers.ts'
import { audit } from '../audit/audit.ts'
import { type Db, deleteRows, findRow, isoNow, lockCount, updateRows, withTimeout } from '../db/database.ts'
import { databaseFault } from '../db/dialect/database-errors.ts'
import { limitHit, limitReached } from '../db/rate-limits.ts'
import type { ApiKeyRow } from '../db/row-types.ts'
import { type SessionUser, transactAs } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, refuseFields, wasRefused } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { hashToken } from './sessions.ts'
import { refuseGift } from './trust.ts'
import { rightsOf, rightsText } from './users-table.ts'

/** The keys, newest first, with the names of those who made them. */
async function selectApiKeys(db: Db) {
  const query = db.query.selectFrom('api_key').leftJoin('account', 'account.id', 'api_key.created_by')
  const some = query.selectAll('api_key').select('account.name as maker')
  return some.orderBy('api_key.created_at', 'desc').orderBy('api_key.id', 'desc').execute()
}

/** Least milliseconds between two writes of a key's use. */
const useEvery = 5 * 60 * 1000
const isOver = ({ until }: Pick<ApiKeyRow, 'until'>, now: string) => until !== null && until <= now

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  ...{ _id: row.id, name: row.name, rights: rightsOf(row), readOnly: row.read_only === 1, at: row.created_at },
  ...(row.until !== null && { until: row.until }),
  ...(row.used_at !== null && { usedAt: row.used_at }),
})

/** The end of a key in UTC; undefined if it is no day and no moment. */
function readEnd(until: string): string | undefined {
  if (isDay(until)) return `${until}T23:59:59.999Z`
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(until) && isDay(until.slice(0, 10))
  const time = isMoment ? Date.parse(until) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Makes a key, of which only the hash is stored. It belongs to the shop: it works on when its maker loses the right. */
export const makeApiKey: Handler<'makeApiKey'> = async (deps, { body: input, user: actor }) => {
  const now = isoNow(deps.clock)
  const until = input.until === undefined ? null : readEnd(input.until)
  if (until === undefined) throw refuseFields({ path: 'until', rule: 'day' })
  if (isOver({ until }, now)) throw refuseFields({ path: 'until', rule: 'todayOrLater' })
  const key = `${keyPrefix}${randomBytes(32).toString('base64url')}`
  const row: ApiKeyRow = {
    ...{ id: v7(), token_hash: hashToken(key), name: input.name.trim(), rights: rightsText(input.rights) },
    ...{ read_only: input.readOnly ? 1 : 0, until, created_at: now, created_by: actor.id, used_at: null },
  }
  const made = await transactAs(deps, actor, async (tx) => {
    await refuseGift(deps, tx, { actor, given: input.rights })
    await lockCount(tx, 'api_key')
    if ((await selectApiKeys(tx)).length >= limits.apiKeys) throw refuse('api-keys-full')
    await tx.query.insertInto('api_key').values(row).execute()
    await audit(deps, tx, { by: actor, kind: 'api-key-made', thing: row, after: toApiKey(row) })
    return { _id: row.id, key }
  })
  deps.log?.warn({ key: row.id, by: actor.id, from: actor.from }, 'API key made')
  return made
}

/** All keys, newest first; ended ones too, until somebody revokes them. */
export const listApiKeys: Handler<'listApiKeys'> = async ({ db }) => {
  const rows = await selectApiKeys(db)
  return rows.map((row) => ({ ...toApiKey(row), ...(row.maker !== null && { by: row.maker }) }))
}

/** Revokes a key: no call is answered with it any more. */
export const revokeApiKey: Handler<'revokeApiKey'> = async (deps, { param: id, user: actor }) => {
  await transactAs(deps, actor, async (tx) => {
    const row = await deleteRows(tx, 'api_key', { id })
    if (!row) throw refuse('not-found', { detail: 'There is no such key.' })
    await audit(deps, tx, { by: actor, kind: 'api-key-revoked', thing: row, before: toApiKey(row) })
  })
  deps.log?.warn({ key: id, by: actor.id, from: actor.from }, 'API key revoked')
}

/** The caller behind a key, under the key's name. Refuses with `api-key-unknown` and, above the key's own limit, `too-many`. */
export async function authenticateKey(deps: ServiceDeps, token: string): Promise<SessionUser> {
  const now = isoNow(deps.clock)
  const row = await withTimeout(deps.db, findRow(deps.db, 'api_key', { token_hash: hashToken(token) }))
  if (!row || isOver(row, now)) throw refuse('api-key-unknown')
  const hit = { kind: 'apiKey', who: row.id } as const
  await limitReached(deps, hit)
  try {
    await wasRefused(limitHit(deps, hit))
    if ((row.used_at ?? '') <= isoNow(deps.clock, -useEvery))
      await updateRows(deps.db, 'api_key', { having: { id: row.id }, change: { used_at: now } })
  } catch (error) {
    // a database that accepts no writes can still be read
    if (!databaseFault(error)) throw error
  }
  const key = { isReadOnly: row.read_only === 1 }
  const { id, name, token_hash: tokenHash } = row
  return { id, name, email: '', rights: rightsOf(row), token, tokenHash, key }
}
