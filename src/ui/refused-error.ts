import { ConnectionError, type Refusal } from '../api/errors.ts'
import { useRefusalText } from '../i18n/refusals.ts'

/** A read that the server refused, thrown by a loader for the error view of its route. */
export class RefusedError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.name = 'RefusedError'
    this.refusal = refusal
  }
}

/** Why nothing came, as the error that views of failures take. */
export function asError(failure: Refusal | ConnectionError): ConnectionError | RefusedError {
  return failure instanceof Error ? failure : new RefusedError(failure)
}

/** Whether the server wants a new login first. */
export function isLoggedOut(error: unknown): boolean {
  return error instanceof RefusedError && error.refusal.status === 401
}

/** The sentence and, where somebody answered, the status of any error that reached a screen. */
export function useErrorText(): (error: unknown) => { status: number | undefined; message: string } {
  const refusalText = useRefusalText()
  return (error) => {
    if (error instanceof RefusedError) return { status: error.refusal.status, message: refusalText(error.refusal) }
    if (error instanceof ConnectionError) return { status: error.status, message: refusalText(error) }
    return { status: undefined, message: error instanceof Error ? error.message : String(error) }
  }
}
