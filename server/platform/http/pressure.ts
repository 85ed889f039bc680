import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../outcome.ts'
import { sendRefusal } from './problem.ts'
import { whenSent } from './sent.ts'

/** Most calls in progress: in a short burst, over a longer time, and while the event loop is late. */
const most = { burst: 500, lasting: 250, late: 125 }
/** Longest burst, milliseconds. */
const longestBurst = 500
/** Milliseconds: interval of checking the event loop, delay that counts as late, and for how long it counts. */
const loop = { every: 100, late: 250, remembered: 1000 }

type Hook = (request: FastifyRequest, reply: FastifyReply, next: () => void) => void

export interface Pressure {
  /** Counts a call as in progress, or refuses it: an early refusal is cheaper than a late answer. */
  enter: Hook
  /** Stops counting it, while its body arrives. An answered call counts until its answer is sent. */
  leave: Hook
}

/**
 * Sheds load: refuses calls above the limits, so that waiting times stay short; clients retry. Rather than refuse a call it
 * closes a reader that is slow to take its answer (`closeSlow`). Cheap requests (pictures, files, cached answers) and health
 * are not counted.
 */
export function watchPressure(
  app: FastifyInstance,
  closeSlow: () => boolean,
  now: () => number = () => performance.now(),
): Pressure {
  const inProgress = new Set<FastifyRequest>()
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
    const { size } = inProgress
    if (size < most.lasting) crowdedSince = undefined
    if (size < most.late) return false
    const time = now()
    if (time < lateUntil) return true
    if (size < most.lasting) return false
    crowdedSince ??= time
    return size >= most.burst || time - crowdedSince > longestBurst
  }

  return {
    enter(request, reply, next) {
      if (isFull() && !closeSlow()) {
        sendRefusal(reply, refuse('busy'))
        return
      }
      inProgress.add(request)
      whenSent(request, reply, () => inProgress.delete(request))
      next()
    },
    leave(request, _reply, next) {
      inProgress.delete(request)
      next()
    },
  }
}
