import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../services/outcome.ts'
import { sendRefusal } from './problem.ts'

/** Calls of one user that wait for their turn. */
const mostWaiting = 4

/** Makes a hook that lets each user have one answer of a call at a time, until it is taken or the connection closed. */
export function oneAtATime() {
  const lines = new Map<string, (() => void)[]>()
  return (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    const user = request.user?.id ?? ''
    const line = lines.get(user)
    if (line && line.length >= mostWaiting) {
      sendRefusal(reply, refuse('too-many', { retryAfter: 1 }))
      return
    }
    const start = () => {
      const { socket } = request.raw
      const end = () => {
        socket.off('close', end)
        reply.raw.off('finish', end)
        const after = lines.get(user)?.shift()
        if (after) after()
        else lines.delete(user)
      }
      socket.once('close', end)
      reply.raw.once('finish', end)
      next()
      if (socket.destroyed) end()
    }
    if (line) line.push(start)
    else {
      lines.set(user, [])
      start()
    }
  }
}
