import { CacheProvider, __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react'
import { i18n } from '@lingui/core'
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { onTestFinished, vi } from 'vitest'
import type { ShopSettings } from '../../contract/shop.ts'
import { newShop } from '../../contract/shop.ts'
import { demoShop } from '../../server/demo/demo-shop.ts'
import { createApi } from '../../src/api/api-client.ts'
import { App } from '../../src/app/app.tsx'
import { createShopRouter } from '../../src/app/router.tsx'
import { onCaughtError } from '../../src/app/start-app.tsx'
import { createDatabase } from '../../src/db/database.ts'
import { askPassword } from '../../src/db/password-question.ts'
import type { Session } from '../../src/db/rows.ts'
import { expireSession, getToken, putSession } from '../../src/db/session.ts'
import type { Deps } from '../../src/db/use-deps.tsx'
import { createPageEngine, pageJobs } from '../../src/sync/page-engine.ts'
import { createSync } from '../../src/sync/sync.ts'
import { system } from '../../src/theme/system.ts'
import { toaster } from '../../src/ui/feedback/toast-list.tsx'
import { type FakeServer, fakeServer, type Saying } from './fake-server.ts'
import { withoutStyles } from './fast-screens.ts'

interface Opening {
  answers?: Record<string, Saying>
  session?: Session
  /** an earlier opening whose device is used again, as after a reload */
  device?: Deps['db']
  /** the settings that came with the page; by default the demonstration's */
  shop?: ShopSettings
}

export const customer: Session = {
  userId: '0190a1b2-0000-7000-8000-000000000001',
  name: 'Awa Diop',
  email: 'awa@example.com',
  isAdmin: false,
  token: 'token-of-awa',
}
export const admin: Session = {
  userId: '0190a1b2-0000-7000-8000-000000000002',
  name: 'Ibrahima Fall',
  email: 'ibrahima@example.com',
  isAdmin: true,
  token: 'token-of-ibrahima',
}

export interface OpenShop {
  user: ReturnType<typeof userEvent.setup>
  server: FakeServer
  deps: Deps
  /** where the person is: the part of the address behind the # */
  place: () => string
  /** what the browser's own buttons and the links of header and sidebar do */
  history: RouterHistory
  unmount: () => void
  /** ends the sender of the outbox, after a try that is under way */
  stopSending: () => Promise<void>
}

let devices = 0

// the first screen of a test file brings its code along, which takes a moment on a busy machine
vi.setConfig({ testTimeout: 180_000 })

// jsdom does not know the <search> element yet, of which React would warn; the compiler knows all our tags
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

// jsdom draws nothing, so there is nothing to scroll
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}

withoutStyles(system)

/** jsdom draws nothing, but asks every rule of Chakra's of every element that is looked at: it gets none of them. */
function WithoutRules({ children }: { children: ReactNode }) {
  const own = useEmotionCache()
  const [cache] = useState(own && { ...own, insert: () => undefined })
  return cache ? <CacheProvider value={cache}>{children}</CacheProvider> : children
}

/** The whole app in jsdom at one of its addresses, with its own database and a server that answers as told. */
export async function openShop(
  path: string,
  { answers = {}, session, device, shop = { ...newShop, ...demoShop, version: 1 } }: Opening = {},
): Promise<OpenShop> {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  devices += 1
  const db = device ?? createDatabase(`screens-${devices}`)
  localStorage.clear()
  if (session) await putSession(db, session)
  const server = fakeServer(answers)
  const clock = { now: () => Date.now() }
  const api = createApi({
    ...{ baseUrl: 'http://shop.test', token: () => getToken(db), fetch: server.fetch },
    onUnauthorised: (token, code) => void expireSession(db, token, code).catch(() => undefined),
    onPasswordNeeded: askPassword,
  })
  const sync = createSync({ db, api, clock })
  const deps: Deps = { db, api, clock, sync, storage: 'disk' }
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createShopRouter(deps, history)
  const stop = new AbortController()
  const engine = createPageEngine(deps, stop.signal)
  engine.add({ orders: pageJobs(deps, engine, stop.signal).orders })
  const running = engine.run(stop.signal)
  const stopSending = async () => {
    stop.abort()
    await running
  }
  await router.load()
  const view = render(<App deps={deps} router={router} session={session} shop={shop} />, {
    onCaughtError,
    wrapper: WithoutRules,
  })
  onTestFinished(async () => {
    view.unmount()
    toaster.remove()
    await stopSending()
  })
  await act(async () => {})
  const place = () => history.location.href
  return { user: userEvent.setup(), server, deps, place, history, unmount: view.unmount, stopSending }
}

/** The app as this person opens it. */
export const openAs = (session: Session, path: string, answers: Record<string, Saying> = {}) =>
  openShop(path, { session, answers })

/** Forms wait for eight seconds for the outcome of what they send: here those without an answer go on at once. */
export function goOnWithoutAnswers({ deps: { sync } }: OpenShop): void {
  const { waitForOutcome } = sync
  sync.waitForOutcome = (id) => waitForOutcome(id, 50)
}
