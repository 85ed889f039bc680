import type { Api } from '../../api/client.ts'
import { pause } from '../../lib/cancel.ts'
import type { Clock } from '../../lib/clock.ts'
import { savesData } from '../../lib/connection.ts'
import type { Sender } from '../outbox/outbox-types.ts'
import { lockSender } from '../outbox/sender-lock.ts'
import type { ShopDatabase } from '../schema.ts'
import { sendWaiting } from './lane.ts'
import { fileStore } from './lane-store.ts'
import { sending } from './progress.ts'
import { askTus } from './tus.ts'

interface FileLane {
  db: ShopDatabase
  api: Pick<Api, 'address'>
  clock: Clock
}

/** The address of all files, below that of the API. */
export const filesAddress = (api: Pick<Api, 'address'>) => api.address('health').replace(/health\/?$/, 'files/')

/** Without Web Locks two pages may send the same file: the server takes each byte once. */
const unlocked: Sender = (work) => work(async () => true)

/**
 * Sends the files of the signed-in user whose messages have gone, for a page or the worker, unless another one does. Stops as soon as the outbox
 * has something to send. Returns after how many ms there may be more to do; undefined when nothing waits.
 */
export function sendFiles({ db, api, clock }: FileLane, stop: AbortSignal): Promise<number | undefined> {
  const { locks } = navigator
  const endpoint = filesAddress(api)
  return sendWaiting(
    {
      store: fileStore(db),
      sender: locks ? lockSender(locks, unlocked, 'files') : unlocked,
      ask: (asked) => askTus(endpoint, asked),
      now: () => clock.now(),
      random: Math.random,
      sleep: pause,
      savesData,
      show: sending.set,
    },
    stop,
  )
}
