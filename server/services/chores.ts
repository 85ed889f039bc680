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
/** Milliseconds; with what requests may take, within the time that a process is given to end. */
const stopTimeout = 5_000

/** Deletes expired sessions, counters and links, and what is old in the administrators' log. */
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
  /** the signal says that the server stops */
  run: (signal: AbortSignal) => Promise<unknown>
}

/** Where the errors of a chore go. */
export interface ChoreLog {
  error(details: object, message: string): void
  warn(details: object, message: string): void
}

/**
 * Runs what is to be done from time to time; never two rounds of the same at once. Returns what stops it: that waits
 * for the rounds under way, but no longer than `timeout`. A message that a mail server is still taking then is sent
 * again after the next start, under the same Message-ID.
 */
export function startChores(
  shop: Shop,
  log: ChoreLog,
  { more = [], timeout = stopTimeout }: { more?: Chore[]; timeout?: number } = {},
): () => Promise<void> {
  const onFailure: SendRound['onFailure'] = (failure) => log.warn(failure, 'a message could not be mailed')
  const mail: Chore = { every: every.mail, run: (signal) => mailContacts(shop, { signal, onFailure }) }
  const orderMail: Chore = { every: every.mail, run: (signal) => sendOrderMails(shop, { signal, onFailure }) }
  const onPushFailure: SendRound['onFailure'] = (failure) => log.warn(failure, 'a push message could not be sent')
  const orderPush: Chore = {
    every: every.mail,
    run: (signal) => sendOrderPushes(shop, { signal, onFailure: onPushFailure }),
  }
  const accountMail: Chore = { every: every.mail, run: (signal) => sendAccountMails(shop, { signal, onFailure }) }
  const clean: Chore = { every: every.clean, run: () => cleanUp(shop) }
  const chores = [
    ...(shop.sendMail ? [mail] : []),
    ...(shop.orderMails ? [orderMail, accountMail] : []),
    orderPush,
    clean,
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
    for (const each of timers) clearInterval(each)
    stop.abort()
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeout)
    })
    await Promise.race([Promise.all(running), tooLong])
    clearTimeout(timer)
  }
}
