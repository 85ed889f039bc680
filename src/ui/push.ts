import type { Locale } from '../../contract/locales.ts'
import type { Session } from '../db/rows.ts'
import { getValue, removeValue } from '../db/values.ts'
import { within } from '../lib/cancel.ts'
import { savePushSubscription } from '../sync/push.ts'
import type { Deps } from './deps.tsx'

type Data = Pick<Deps, 'db' | 'api'>

/** Whether this browser is told of news on orders, or why it cannot be. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** At a first visit the worker is still on its way, ms. */
const workerTimeout = 10_000

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** Read by a live query: follows what this device has noted. */
export async function readPushState({ db }: Pick<Data, 'db'>, session: Session | undefined): Promise<PushState> {
  const saved = await getValue(db, 'push')
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const isTheirs = saved !== undefined && saved.token === session?.token && !session.expired
  if (!isTheirs || Notification.permission !== 'granted') return 'off'
  return (await findSubscription())?.endpoint === saved.endpoint ? 'on' : 'off'
}

/** How an attempt ended: `asked` when the person closed the browser's question, `refused` when it does not work here. */
export type PushOutcome = 'on' | 'denied' | 'asked' | 'refused'

/** Asks the person, then subscribes. Call from a press of a button. Throws `ConnectionError` when no answer came. */
export async function turnPushOn(
  { db, api }: Data,
  { session, language }: { session: Session; language: Locale },
): Promise<PushOutcome> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'asked'
  const key = await api.call('pushKey')
  const registration = await within(workerTimeout, navigator.serviceWorker.ready)
  if (!key.ok || !registration) return 'refused'
  // somebody else's, or one for keys that the shop has no more
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

/** Ends it on this device at once; a push service that is asked afterwards says that the browser is gone. */
export async function endPush({ db }: Pick<Data, 'db'>): Promise<void> {
  if ((await getValue(db, 'push')) === undefined) return
  await removeValue(db, 'push')
  if (isSupported()) await (await findSubscription())?.unsubscribe()
}

/** The same with the shop told at once, where it answers. */
export async function turnPushOff({ db, api }: Data): Promise<void> {
  await endPush({ db })
  await api.call('deletePushSubscription').catch(() => undefined)
}
