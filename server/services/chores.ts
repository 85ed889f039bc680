import { setTimeout } from 'node:timers/promises'
import { deleteEndedBuckets } from '../db/rate-limits.ts'
import { deleteEndedSessions } from '../db/sessions.ts'
import { cleanLinks } from './account-links.ts'
import { sendAccountMails } from './account-mails.ts'
import { cleanAdminLog } from './admin-log.ts'
import { mailContacts } from './contact.ts'
import { sendOrderMails } from './order-mails.ts'
import { sendOrderPushes } from './order-pushes.ts'
import type { SendRound } from './send-due.ts'
import { isoNow, type Shop } from './shop.ts'

/** Milliseconds. */
const every = { mail: 5_000, clean: 60 * 60 * 1000 }
/** Milliseconds. Together with running requests, this must fit into the time that a process gets to stop. */
const stopTimeout = 5_000

/** Deletes expired sessions, counters and links, and old entries of the administrators' log. */
export async function cleanUp(shop: Shop): Promise<void> {
  const { db, clock } = shop
  await deleteEndedBuckets(db, isoNow(clock))
  await deleteEndedSessions(db, isoNow(clock))
  await cleanLinks(shop)
  await cleanAdminLog(shop)
}

export interface Chore {
  /** milliseconds */
  every: number
  /** the signal aborts when the server stops */
  run: (signal: AbortSignal) => Promise<unknown>
}

interface ChoreLog {
  error(details: object, message: string): void
  warn(details: object, message: string): void
}

/**
 * Runs the recurring tasks, each one round at a time. Returns a function that stops them and waits for running rounds, at
 * most `timeout` milliseconds. A mail that is cut off then is sent again after the next start, with the same Message-ID.
 */
export function startChores(
  shop: Shop,
  log: ChoreLog,
  { more = [], timeout = stopTimeout }: { more?: Chore[]; timeout?: number } = {},
): () => Promise<void> {
  const sending = (
    send: (shop: Shop, round: SendRound) => Promise<number>,
    message = 'a message could not be mailed',
  ): Chore => ({
    every: every.mail,
    run: (signal) => send(shop, { signal, onFailure: (failure) => log.warn(failure, message) }),
  })
  const chores = [
    ...(shop.sendMail ? [sending(mailContacts)] : []),
    ...(shop.orderMails ? [sending(sendOrderMails), sending(sendAccountMails)] : []),
    sending(sendOrderPushes, 'a push message could not be sent'),
    { every: every.clean, run: () => cleanUp(shop) },
    ...more,
  ]
  const stop = new AbortController()
  const running = new Set<Promise<unknown>>()
  const timers = chores.map((chore) => {
    let busy = false
    const round = () => {
      if (busy) return
      busy = true
      const work = chore
        .run(stop.signal)
        .catch((error: unknown) => log.error({ err: error }, 'a chore failed'))
        .finally(() => {
          busy = false
          running.delete(work)
        })
      running.add(work)
    }
    return setInterval(round, chore.every).unref()
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    stop.abort()
    await Promise.race([Promise.all(running), setTimeout(timeout, undefined, { ref: false })])
  }
}
