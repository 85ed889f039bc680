import type { Confirmation, OwnSession } from '../../contract/accounts.ts'
import type { Api } from '../api/api-client.ts'
import { ConnectionError, type Reply } from '../api/api-errors.ts'

/** What the server says about the user's account; undefined without a connection, or if it does not know the call. */
export interface OwnAccount {
  confirmation: Promise<Confirmation | undefined>
  sessions: Promise<OwnSession[] | undefined>
}

export function fetchOwnAccount(api: Pick<Api, 'call'>, signal?: AbortSignal): OwnAccount {
  return {
    confirmation: unlessAway(api.call('getConfirmation', { signal })),
    sessions: unlessAway(api.call('listSessions', { signal })),
  }
}

async function unlessAway<T>(call: Promise<Reply<T>>): Promise<T | undefined> {
  try {
    const reply = await call
    return reply.ok ? reply.body : undefined
  } catch (error) {
    if (error instanceof ConnectionError) return undefined
    throw error
  }
}
