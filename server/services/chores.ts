import { deleteEndedBuckets } from '../db/rate-limits.ts'
import { deleteEndedSessions } from '../db/sessions.ts'
import { mailContacts } from './contact.ts'
import { isoNow, type Shop } from './shop.ts'

/** Milliseconds. */
const every = { mail: 5_000, clean: 60 * 60 * 1000 }

/** Forgets sessions and counters whose time is over. */
export async function cleanUp({ db, clock }: Shop): Promise<void> {
  await deleteEndedBuckets(db, isoNow(clock))
  await deleteEndedSessions(db, isoNow(clock))
}

/** Runs what is to be done from time to time; never two rounds of the same at once. Returns what stops it. */
export function startChores(shop: Shop, onError: (error: unknown) => void, more: Chore[] = []): () => Promise<void> {
  const mail: Chore = { every: every.mail, run: () => mailContacts(shop) }
  const clean: Chore = { every: every.clean, run: () => cleanUp(shop) }
  const chores = [...(shop.sendMail ? [mail] : []), clean, ...more]
  const running = new Set<Promise<unknown>>()
  const timers = chores.map((chore) => {
    let busy = false
    const round = () => {
      if (busy) return
      busy = true
      const work = chore
        .run()
        .catch(onError)
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
    await Promise.all(running)
  }
}

export interface Chore {
  /** milliseconds */
  every: number
  run: () => Promise<unknown>
}
