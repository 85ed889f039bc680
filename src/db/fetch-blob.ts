import { ConnectionError, isShops, type Reply, readRefusal } from '../api/exchange.ts'
import { parseJson } from '../lib/record.ts'
import { getSession } from './session.ts'
import type { Deps } from './use-deps.tsx'

interface Asked {
  /** absent for a GET */
  body?: object
  /** whose login it must be; by default anybody's */
  userId?: string
}

/** Bytes at a path below the API, such as `files/ID/`. Throws `ConnectionError` when no answer of the shop came. */
export async function fetchBlob(
  { db, api }: Pick<Deps, 'db' | 'api'>,
  path: string,
  { body, userId }: Asked = {},
): Promise<Reply<Blob>> {
  const session = await getSession(db)
  if (userId !== undefined && session?.userId !== userId) throw new ConnectionError('aborted')
  const authorization = `Bearer ${session?.token}`
  const post = body && { method: 'POST', body: JSON.stringify(body) }
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
  const failed = (cause: unknown) => {
    throw new ConnectionError('network', { cause })
  }
  const answer = await fetch(api.address('health').replace(/health\/?$/, path), { ...post, headers }).catch(failed)
  const { status } = answer
  if (!isShops(answer.headers)) throw new ConnectionError('untrusted', { status })
  if (!answer.ok) return { ok: false, refusal: readRefusal(status, parseJson(await answer.text())) }
  return { ok: true, status, isShops: true, body: await answer.blob().catch(failed) }
}
