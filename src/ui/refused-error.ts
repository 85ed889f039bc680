import type { ConnectionError, Refusal } from '../api/errors.ts'

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
