import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../services/outcome.ts'
import { sendRefusal } from './problem.ts'

/** Calls at work: what a moment may bring, what may last, and what a server with a late event loop still takes. */
const most = { moment: 500, lasting: 250, late: 125 }
/** Milliseconds. */
const moment = 500
/** Milliseconds: how often the loop is looked at, how late is too late, and for how long that counts. */
const loop = { every: 100, late: 250, remembered: 1000 }
/** Milliseconds that new connections may take between two commits. */
const longestPause = 100

type Hook = (request: FastifyRequest, reply: FastifyReply, next: () => void) => void

export interface Pressure {
  /** Takes a place among the calls at work, or refuses: an early refusal costs little, a late answer as much as one in time. */
  enter: Hook
  /** Gives the place back: before a body is waited for, and as soon as the answer is made. */
  leave: Hook
}

/**
 * Keeps a crowd from waiting longer and longer: what comes on top is refused and may be repeated in a moment. What needs no work
 * (pictures, files, cached answers) and health never pass here.
 */
export function watchPressure(app: FastifyInstance, now: () => number = () => performance.now()): Pressure {
  const atWork = new Set<FastifyRequest>()
  let lateUntil = Number.NEGATIVE_INFINITY
  let crowdedSince: number | undefined
  let due = now() + loop.every
  const timer = setInterval(() => {
    const time = now()
    if (time - due > loop.late) lateUntil = time + loop.remembered
    due = time + loop.every
  }, loop.every).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  function isFull(): boolean {
    const { size } = atWork
    if (size < most.lasting) crowdedSince = undefined
    if (size < most.late) return false
    const time = now()
    if (time < lateUntil) return true
    if (size < most.lasting) return false
    crowdedSince ??= time
    return size >= most.moment || time - crowdedSince > moment
  }

  return {
    enter(request, reply, next) {
      if (isFull()) {
        sendRefusal(reply, refuse('busy'))
        return
      }
      atWork.add(request)
      next()
    },
    leave(request, _reply, next) {
      atWork.delete(request)
      next()
    },
  }
}

/**
 * Waits until no new connection arrives. Node takes one connection in a turn of its loop: with long work in each turn, a
 * crowd would wait for seconds even for a refusal.
 */
export function waitForArrivals(app: FastifyInstance): () => Promise<void> {
  let arrived = 0
  app.server.on('connection', () => arrived++)
  return async () => {
    const end = performance.now() + longestPause
    for (let quiet = 0; quiet < 3 && performance.now() < end; quiet++) {
      const before = arrived
      await new Promise(setImmediate)
      if (arrived !== before) quiet = -1
    }
  }
}
