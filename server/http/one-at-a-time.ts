import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../services/outcome.ts'
import { sendRefusal } from './problem.ts'

/** Most queued calls of one user. */
const longestQueue = 4

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
      const { socket } = request.raw
      const end = () => {
        socket.off('close', end)
        reply.raw.off('finish', end)
        const startNext = queues.get(user)?.shift()
        if (startNext) startNext()
        else queues.delete(user)
      }
      socket.once('close', end)
      reply.raw.once('finish', end)
      next()
      if (socket.destroyed) end()
    }
    if (queue) queue.push(start)
    else {
      queues.set(user, [])
      start()
    }
  }
}
