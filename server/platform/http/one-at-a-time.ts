import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../refusal.ts'
import { sendRefusal } from './problem.ts'
import { whenSent } from './sent.ts'

/** Most queued calls of one user, who may have several devices with several tabs. */
const longestQueue = 16

/** Makes a hook that gives each user one answer at a time: the next call starts when the answer is sent or the connection closed. */
export function oneAtATime() {
  const queues = new Map<string, (() => void)[]>()
  return (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    const user = request.user?.id ?? ''
    const queue = queues.get(user)
    if (queue && queue.length >= longestQueue) {
      sendRefusal(reply, refuse('too-many', { retryAfter: 1 }))
      return
    }
    const start = () => {
      whenSent(request, reply, () => {
        const startNext = queues.get(user)?.shift()
        if (startNext) startNext()
        else queues.delete(user)
      })
      next()
    }
    if (queue) queue.push(start)
    else {
      queues.set(user, [])
      start()
    }
  }
}
