import type { Refusal } from '../api/errors.ts'

/** A read that the server refused, thrown by a loader for the error view of its route. */
export class RefusedError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.name = 'RefusedError'
    this.refusal = refusal
  }
}
