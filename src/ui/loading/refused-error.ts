import { useLingui } from '@lingui/react/macro'
import { ConnectionError, type Refusal } from '../../api/exchange.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { isQuota } from '../../lib/caused-by.ts'
import { ChunkError } from './lazy-part.tsx'

export class RefusedError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.name = 'RefusedError'
    this.refusal = refusal
  }
}

export function asError(failure: Refusal | ConnectionError): ConnectionError | RefusedError {
  return failure instanceof Error ? failure : new RefusedError(failure)
}

export const isLoggedOut = (error: unknown): boolean => error instanceof RefusedError && error.refusal.status === 401

/** Gives the message of any error that reached a screen and, if there was an answer, its HTTP status. */
export function useErrorText(): (error: unknown) => { status: number | undefined; message: string } {
  const refusalText = useRefusalText()
  const { t } = useLingui()
  return (error) => {
    if (error instanceof RefusedError) return { status: error.refusal.status, message: refusalText(error.refusal) }
    if (error instanceof ConnectionError) return { status: error.status, message: refusalText(error) }
    const own = error instanceof Error ? error.message : String(error)
    const isChunk = error instanceof ChunkError
    const message = isChunk ? t`A part of the app could not be loaded. Check the connection, then try again.` : own
    return {
      status: undefined,
      message: isQuota(error) ? t`This device has no room left, so nothing could be saved.` : message,
    }
  }
}
