import { liveQuery } from 'dexie'
import type { ShopSettings } from '../../contract/shop.ts'
import { createApi } from '../api/client.ts'
import { fromOther } from '../api/from-other-server.ts'
import { moveLegacyStorage } from '../data/legacy-storage.ts'
import { openDatabase } from '../data/open.ts'
import { createOrderPulls } from '../data/orders/order-pulls.ts'
import { createSync } from '../data/outbox/sync.ts'
import type { Session } from '../data/rows.ts'
import { expireSession } from '../data/session/end-session.ts'
import { askPassword } from '../data/session/password-question.ts'
import { adoptUserInfo, assumeUserInfo, getToken } from '../data/session/session.ts'
import { getSavedShop } from '../data/shop/pull-shop.ts'
import type { Deps } from '../data/use-deps.tsx'
import { watchedFetch } from '../data/watch-connection.ts'
import { withEmbeddedAnswers } from '../first-paint/embedded-answers.ts'
import { cacheNames } from '../lib/cache-names.ts'
import { systemClock } from '../lib/clock.ts'
import { isAway } from '../lib/connection.ts'

interface Made {
  deps: Deps
  /** the session when the page opens */
  session: Session | undefined
  /** the settings of the shop that are saved on this device */
  shop: ShopSettings | undefined
}

const isVisible = () => document.visibilityState === 'visible'

/** Opens the database, moves older storage into it, and connects client, clock and outbox to it. */
export async function makeDeps(): Promise<Made> {
  const { db, storage } = await openDatabase()
  const clock = systemClock
  const api = createApi({
    baseUrl: import.meta.env.VITE_API_URL ?? '',
    token: () => getToken(db),
    fetch: watchedFetch(withEmbeddedAnswers()),
    fromOther,
    ...(import.meta.env.VITE_CONTACT_URL && { contactUrl: import.meta.env.VITE_CONTACT_URL }),
    onUnauthorised: (token, code) => void expireSession(db, token, code).catch(() => undefined),
    onPasswordNeeded: askPassword,
    onAnswer: () => sync.wake('contact'),
  })
  const sync = createSync({
    db,
    api,
    clock,
    shopHeader: fromOther ? 'off' : 'required',
    locks: navigator.locks,
    visible: isVisible,
    mayBeAway: () => isAway() || !navigator.onLine,
    freeSpace,
  })
  const orderPulls = createOrderPulls({ db, api, clock, visible: isVisible })
  const deps: Deps = { db, api, sync, orderPulls, clock, liveQuery, storage }
  const migrate = async () => {
    // the shop opens even if the database fails
    const session = await adoptUserInfo(db).catch(() => undefined)
    // on a full disk the data moves at a later start
    await moveLegacyStorage(db, clock.now(), storage).catch(() => undefined)
    const shop = await getSavedShop(db).catch(() => undefined)
    return { deps, session, shop }
  }
  if (db.isOpen() || storage === 'memory') return migrate()
  // the shop opens without waiting for the database, also when that is opened anew
  db.on('ready', () => void migrate())
  return { deps, session: assumeUserInfo(db), shop: undefined }
}

/** Deletes the cached pictures, so that a full disk has room for what users write. */
export async function freeSpace(): Promise<void> {
  if (!('caches' in globalThis)) return
  await Promise.all([cacheNames.seen, cacheNames.saved].map((name) => caches.delete(name)))
}
