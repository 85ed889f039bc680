import type { ShopSettings } from '../../contract/shop.ts'
import { createApi } from '../api/client.ts'
import { moveLegacyStorage } from '../db/legacy-storage.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Session } from '../db/rows.ts'
import { adoptUserInfo, expireSession, getToken } from '../db/session.ts'
import { getShop } from '../db/shop.ts'
import { withGivenAnswers } from '../first-paint/given-answers.ts'
import { cacheNames } from '../lib/cache-names.ts'
import { systemClock } from '../lib/clock.ts'
import { createOrderPulls } from '../orders/order-pulls.ts'
import { createSync } from '../sync/sync.ts'
import { watchedFetch } from '../ui/connection.ts'
import type { Deps } from '../ui/deps.tsx'

interface Made {
  deps: Deps
  /** who is signed in as the page opens */
  session: Session | undefined
  /** the settings of the shop that are saved on this device */
  shop: ShopSettings | undefined
}

const isVisible = () => document.visibilityState === 'visible'

/** Opens the database, moves older storage into it, and connects client, clock and outbox to it. */
export async function makeDeps(): Promise<Made> {
  const { db, storage } = await openDatabase()
  const clock = systemClock
  const shopHeader = import.meta.env.VITE_API_MARK === 'off' ? 'off' : 'required'
  const api = createApi({
    baseUrl: import.meta.env.VITE_API_URL ?? '',
    token: () => getToken(db),
    fetch: watchedFetch(withGivenAnswers()),
    shopHeader,
    ...(import.meta.env.VITE_CONTACT_URL && { contactUrl: import.meta.env.VITE_CONTACT_URL }),
    onUnauthorised: (token) => void expireSession(db, token).catch(() => undefined),
    onAnswer: () => sync.wake('contact'),
  })
  const sync = createSync({
    db,
    api,
    clock,
    shopHeader,
    locks: navigator.locks,
    visible: isVisible,
    freeSpace,
  })
  const orderPulls = createOrderPulls({ db, api, clock, visible: isVisible })
  // a blocked database answers later; the shop opens all the same
  const deps: Deps = { db, api, sync, orderPulls, clock, storage }
  const migrate = async () => {
    // whatever the database refuses, the shop opens
    const session = await adoptUserInfo(db).catch(() => undefined)
    // on a full disk it moves at a later start
    await moveLegacyStorage(db, clock.now(), storage).catch(() => undefined)
    const shop = await getShop(db).catch(() => undefined)
    return { deps, session, shop }
  }
  if (storage !== 'blocked') return migrate()
  void db.open().then(migrate, () => undefined)
  return { deps, session: undefined, shop: undefined }
}

/** On a full disk pictures give way to what people wrote (failure 2). The app itself stays. */
export async function freeSpace(): Promise<void> {
  if (!('caches' in globalThis)) return
  await Promise.all([cacheNames.seen, cacheNames.saved].map((name) => caches.delete(name)))
}
