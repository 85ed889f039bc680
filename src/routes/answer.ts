import { notFound } from '@tanstack/react-router'
import type { Reply } from '../api/errors.ts'
import { RefusedError } from '../ui/refused-error.ts'

/** The body of an answer; what does not exist becomes the not-found view, any other refusal the route's error view. */
export function answerOf<T>(reply: Reply<T>): T {
  if (reply.ok) return reply.body
  if (reply.refusal.status === 404) throw notFound()
  throw new RefusedError(reply.refusal)
}
