import type { Locale } from '../../contract/locales.ts'
import { within } from '../lib/cancel.ts'
import { getValue } from './database.ts'
import { endPush, findSubscription, isSupported, savePushSubscription } from './push-subscription.ts'
import type { Session } from './rows.ts'
import type { Deps } from './use-deps.tsx'

type Data = Pick<Deps, 'db' | 'api'>

/** Whether this browser gets notifications about orders, or why it cannot. */
type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** How long to wait for the worker, which is still installing at a first visit, ms. */
const workerTimeout = 10_000

/** Reads the state; in a live query it follows what is saved on this device. */
export async function readPushState({ db }: Pick<Data, 'db'>, session: Session | undefined): Promise<PushState> {
  const saved = await getValue(db, 'push')
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const isOwn = saved !== undefined && saved.token === session?.token
  if (!isOwn || Notification.permission !== 'granted') return 'off'
  return (await findSubscription())?.endpoint === saved.endpoint ? 'on' : 'off'
}

/** How an attempt ended: `dismissed` if the browser's prompt was closed, `refused` if it does not work here. */
type PushOutcome = 'on' | 'denied' | 'dismissed' | 'refused'

/** Asks for permission, which browsers allow only after a click, then subscribes. Throws `ConnectionError`. */
export async function turnPushOn(
  { db, api }: Data,
  { session, language }: { session: Session; language: Locale },
): Promise<PushOutcome> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed'
  const key = await api.call('pushKey')
  const registration = await within(workerTimeout, navigator.serviceWorker.ready)
  if (!key.ok || !registration) return 'refused'
  // an old subscription may be another user's, or made with a former key of the shop
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key.body.key) })
    .catch(() => undefined)
  if (!subscription) return 'refused'
  const reply = await savePushSubscription({ db, api }, { subscription, session, language })
  return reply.ok ? 'on' : 'refused'
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Unsubscribes this device and, if the server answers, deletes the subscription there. */
export async function turnPushOff({ db, api }: Data): Promise<void> {
  await endPush({ db })
  await api.call('deletePushSubscription').catch(() => undefined)
}
