import type { LiveHint } from '../../contract/service.ts'
import { paced, readLive } from '../api/live.ts'
import { getSession, refreshRights } from '../data/session/session.ts'
import type { Deps } from '../data/use-deps.tsx'
import { pause } from '../lib/cancel.ts'
import { isLive, savesData } from '../lib/connection.ts'
import { pullCatalogueNow } from './catalogue-pulls.ts'
import { holdStream, type Wake } from './live-stream.ts'
import { shareStream } from './live-tabs.ts'
import { watchQuery } from './watch-query.ts'

/** Least time between two pulls of the orders, ms. */
const ordersGap = 250
/** Every device hears of a change of the catalogue: their pulls spread over this time, ms. */
const catalogueSpread = 2000

const isVisible = () => document.visibilityState === 'visible'

/** When a try to open a stream is worth it before its time. */
function onWake(listener: (wake: Wake) => void): () => void {
  const stop = new AbortController()
  addEventListener('online', () => listener('now'), { signal: stop.signal })
  addEventListener('focus', () => listener('soon'), { signal: stop.signal })
  return () => stop.abort()
}

/**
 * While this page is visible, somebody is signed in and Save-Data is off: follows the shop's live stream and pulls what it
 * hints at. Where no stream can be opened, the page asks regularly as without this.
 */
export function followLive(deps: Pick<Deps, 'db' | 'api' | 'clock' | 'orderPulls'>, signal: AbortSignal): void {
  const { db, api, clock, orderPulls } = deps
  let token: string | undefined

  const pullOrders = paced(() => orderPulls.pull({ force: true }), ordersGap)
  const pullCatalogue = paced(async () => {
    await pause(Math.random() * catalogueSpread, signal)
    await pullCatalogueNow(deps)
  }, catalogueSpread)
  const onHint = (hint: LiveHint) => {
    if (hint === 'catalogue' || hint === 'shop') pullCatalogue()
    // the server answers the pull of an ended session with 401, which signs out
    else pullOrders()
  }

  // once for a start where no stream can be opened
  void refreshRights(deps).catch(() => undefined)

  const stream = shareStream({
    async hold(held, tell) {
      const session = token
      if (session === undefined) return
      const status = await holdStream({
        read: (own, onOpen) =>
          readLive({ address: api.address('live'), token: session, signal: own, onOpen, onHint: tell.hint }),
        onState(isOpen) {
          tell.state(isOpen)
          if (!isOpen) return
          // a change of rights ends the stream before
          void refreshRights(deps).catch(() => undefined)
          // hints from before are lost
          tell.hint('orders')
          tell.hint('catalogue')
        },
        onWake,
        signal: held,
        now: clock.now,
        random: Math.random,
      })
      if (status === 401) tell.hint('session')
    },
    onHint,
    onState(isOpen) {
      if (isLive.get() !== isOpen) isLive.set(isOpen)
    },
  })
  if (!stream) return

  const follow = () => {
    if (token !== undefined && isVisible() && !savesData()) stream.take()
    else stream.leave()
  }
  document.addEventListener('visibilitychange', follow, { signal })
  signal.addEventListener('abort', () => stream.close())
  watchQuery(
    () => getSession(db),
    (session) => {
      const next = session?.token
      if (next !== token) stream.leave()
      token = next
      follow()
    },
    signal,
  )
}
