import { v7 as uuidv7 } from 'uuid'
import type { Api } from '../../api/client.ts'
import { pause } from '../../lib/cancel.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ShopDatabase } from '../schema.ts'
import { lookUp } from './look-up.ts'
import { Outbox, type Passed, type RetryNow } from './outbox.ts'
import { outboxStore } from './outbox-store.ts'
import type { OutboxEnv, ShopHeader } from './outbox-types.ts'
import { sendEntry } from './send-entry.ts'
import { databaseLease, type Locks, leaseSender, lockSender } from './sender-lock.ts'

/**
 * Why the outbox is woken. `button` ends every wait, `enqueue` and `timer` none. The others end the waits of entries without
 * an answer, since the network may be back.
 */
type WakeReason =
  | 'start'
  | 'online'
  | 'visible'
  | 'pageshow'
  | 'focus'
  | 'login'
  | 'enqueue'
  | 'button'
  | 'sync'
  | 'contact'
  | 'timer'

export interface SenderOptions {
  db: ShopDatabase
  api: Api
  clock: Clock
  /** `navigator.locks`, where the browser has it; else a lease in the database */
  locks?: Locks | undefined
  random?: () => number
  shopHeader?: ShopHeader
  newId?: () => string
  visible?: () => boolean
  /** whether the network may be away: then the server is asked before an entry is sent for the first time */
  mayBeAway?: () => boolean
  report?: (error: unknown) => void
}

/** Timeout of the question whether the server can be reached, ms. */
const reachTimeout = 10_000
/** Answers of the server wake the outbox at most this often, ms. */
const contactInterval = 30_000

/** The sender of a page or of the worker. */
export function createSender(options: SenderOptions) {
  const { db, api, clock, shopHeader = 'required' } = options
  const store = outboxStore(db)
  const lease = leaseSender(databaseLease(db, clock))
  const env: OutboxEnv = {
    store,
    shopHeader,
    sender: options.locks ? lockSender(options.locks, lease) : lease,
    send: (row, token) => sendEntry(api, row, token),
    reach: async () => {
      // other servers have no such call
      if (shopHeader === 'off' || !options.mayBeAway?.()) return true
      return api.exchange('health', { timeout: reachTimeout }).then(
        ({ isShops }) => isShops,
        () => false,
      )
    },
    lookUp: async (row, token) => {
      const { rows } = await store.read()
      return lookUp(api, { row, token, delivered: new Set(rows.flatMap(({ serverId }) => serverId ?? [])) })
    },
    now: () => clock.now(),
    newId: options.newId ?? (() => uuidv7()),
    random: options.random ?? Math.random,
    sleep: pause,
    visible: options.visible ?? (() => true),
    report: options.report ?? ((error) => console.error(error)),
  }
  const outbox = new Outbox(env)
  let lastContact = Number.NEGATIVE_INFINITY
  const wake = (reason: WakeReason): void => {
    if (reason === 'contact') {
      if (Math.abs(clock.now() - lastContact) < contactInterval) return
      lastContact = clock.now()
    }
    outbox.wake(retryNowFor(reason))
  }
  return {
    env,
    wake,
    run: (stop: AbortSignal): Promise<void> => outbox.run(stop),
    /** One pass: sends what is due, if no other sender is at work, and returns what is left. */
    pass(reason: WakeReason): Promise<Passed> {
      wake(reason)
      return outbox.pass()
    },
  }
}

function retryNowFor(reason: WakeReason): RetryNow | undefined {
  if (reason === 'button') return 'all'
  return reason === 'enqueue' || reason === 'timer' ? undefined : 'unanswered'
}
