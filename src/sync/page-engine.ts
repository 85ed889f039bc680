import type { LiveHint } from '../../contract/service.ts'
import { filesOfKind, getValue, type ShopDatabase, watchQuery } from '../db/database.ts'
import { endFileWaits } from '../db/files.ts'
import { getSession, refreshRights } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'
import { cancelAfter, pause } from '../lib/cancel.ts'
import { away, isAway, isLive, savesData } from './connection.ts'
import { Engine, type Job } from './engine.ts'
import { watchedEntries } from './outbox-steps.ts'
import { tellWorker } from './worker.ts'

/** What a page does for its device. The job `connection` asks the server every 15 s while it does not answer. */
type JobName = 'outbox' | 'uploads' | 'orders' | 'catalogue' | 'stream' | 'connection'
export type PageEngine = Engine<JobName>

/** How often a feed is pulled while no live stream is open, ms. */
const pullInterval = 60_000
/** Events that mean that somebody looks at the page come together, within this time, ms. */
const lookGap = 1000
/** Every device hears of a change of the catalogue: their pulls spread over this time, ms. */
const catalogueSpread = 2000
/** How often the outbox and files are looked at while something waits: another tab may have died with it, ms. */
const waitingInterval = 30_000
/** How often a page looks for the server while that does not answer, ms. */
const awayInterval = 15_000
/** How long a hidden page holds the lock for files, ms: a page that is opened waits for it. */
const hiddenHold = 30_000

export const isVisible = () => document.visibilityState === 'visible'

/** The engine of this page, which sends the outbox as soon as it runs; the other jobs come when the first screen is there. */
export function createPageEngine(deps: Pick<Deps, 'db' | 'sync'>, signal: AbortSignal): PageEngine {
  const engine: PageEngine = new Engine({
    locks: navigator.locks,
    visible: isVisible,
    elapsed: () => performance.now(),
    sleep: pause,
    report: (error) => console.error(error),
  })
  engine.add({
    outbox: {
      inBackground: true,
      async run(stop) {
        const { waiting, next = waitingInterval } = await deps.sync.outbox.drain(stop)
        return waiting > 0 ? Math.min(next, waitingInterval) : undefined
      },
    },
  })
  watchRequests(deps.db, engine, signal)
  watchTriggers(deps, engine, signal)
  return engine
}

/** Undefined where the code cannot be loaded: offline, or of a version that the server no longer has. */
const loaded = <T>(code: Promise<T>): Promise<T | undefined> => code.catch(() => undefined)

/** The jobs besides the outbox. Their code is loaded when there is something to do. */
export function pageJobs(
  { db, api, clock }: Pick<Deps, 'db' | 'api' | 'clock'>,
  engine: PageEngine,
  signal: AbortSignal,
): Record<Exclude<JobName, 'outbox'>, Job> {
  let wasHinted = false
  const onHint = (hint: LiveHint) => {
    // the server answers the pull of an ended session with 401, which signs out
    if (hint !== 'catalogue' && hint !== 'shop') return engine.wake('orders')
    wasHinted = true
    engine.wake('catalogue')
  }
  /** Without an answer or a database, the next pull tries again. */
  const pulls = (pull: (signal: AbortSignal) => Promise<unknown>): Job => ({
    every: () => (isLive.get() ? undefined : pullInterval),
    async run(signal) {
      await pull(signal).catch(() => undefined)
      return undefined
    },
  })
  return {
    uploads: {
      inBackground: true,
      async run(signal) {
        if ((await filesOfKind(db, 'out').count()) === 0) return undefined
        const code = await loaded(import('./send-files.ts'))
        if (!code) return waitingInterval
        const hold = cancelAfter(isVisible() ? undefined : hiddenHold, signal)
        const next = await code.sendFiles({ db, api, clock }, hold.signal)
        hold.done()
        return next === undefined ? undefined : Math.min(next, waitingInterval)
      },
    },
    orders: pulls(async (signal) => {
      if (await getSession(db)) await (await import('./order-feed.ts')).pullOwnOrders({ db, api, clock, signal })
    }),
    catalogue: pulls(async (signal) => {
      if (wasHinted) await pause(Math.random() * catalogueSpread, signal)
      wasHinted = false
      const { pullCatalogue } = await import('./catalogue-feed.ts')
      const onSaved = ({ changed: ids }: { changed: string[] }) => void tellWorker({ kind: 'PRODUCTS_CHANGED', ids })
      await pullCatalogue({ db, api, clock, signal, onSaved })
    }),
    stream: streamJob({ db, api }, onHint, signal),
    connection: {
      async run() {
        if (!isAway()) return undefined
        // the client's fetch records the outcome
        await api.call('health').catch(() => undefined)
        return isAway() ? awayInterval : undefined
      },
    },
  }
}

/** While somebody is signed in and Save-Data is off, listens to the shop. Where no stream can be opened, feeds are pulled regularly. */
function streamJob({ db, api }: Pick<Deps, 'db' | 'api'>, onHint: (hint: LiveHint) => void, signal: AbortSignal): Job {
  let next: ReturnType<typeof import('./stream.ts')['streamTries']> | undefined
  let checked: string | undefined
  let refused: string | undefined
  // in another network the waits begin anew
  const forget = () => {
    next = undefined
  }
  addEventListener('online', forget, { signal })
  const checkRights = () => void refreshRights({ db, api }).catch(() => undefined)
  return {
    async run(stop) {
      const session = await getSession(db).catch(() => undefined)
      if (!session) return undefined
      const { token } = session
      // once also where no stream can be opened
      if (token !== checked) checkRights()
      checked = token
      const code = savesData() || token === refused ? undefined : await loaded(import('./stream.ts'))
      if (!code) return undefined
      next ??= code.streamTries({ elapsed: () => performance.now(), random: Math.random })
      const { status, wait } = await next({
        read: (onOpen) => code.readStream({ address: api.address('live'), token, signal: stop, onOpen, onHint }),
        onState(isOpen) {
          isLive.set(isOpen)
          if (!isOpen) return
          // a change of rights ends the stream before
          checkRights()
          // hints from before are lost
          onHint('orders')
          onHint('catalogue')
        },
      })
      if (status !== undefined) refused = token
      if (status === 401) onHint('session')
      return wait
    },
  }
}

/** Wakes the engine by what any tab has written: entries, files, a login, and what screens ask for. */
function watchRequests(db: ShopDatabase, engine: PageEngine, signal: AbortSignal): void {
  const seen = new Map<string, string>()
  const follow = (key: string, value: unknown, onChange: (isFirst: boolean) => void) => {
    const text = JSON.stringify(value) ?? ''
    const before = seen.get(key)
    seen.set(key, text)
    if (before !== text) onChange(before === undefined)
  }
  watchQuery(
    async () => {
      const [rows, files, session, asked] = await Promise.all([
        db.outbox.toArray(),
        filesOfKind(db, 'out').toArray(),
        getSession(db),
        getValue(db, 'pull-asked'),
      ])
      return { rows, files, token: session?.token, ...asked }
    },
    ({ rows, files, token, orders, catalogue }) => {
      follow('entries', watchedEntries(rows), () => engine.wake('outbox', 'uploads'))
      follow(
        'files',
        files.map(({ _id, now, nextAt }) => [_id, now, nextAt === 0]),
        () => engine.wake('uploads'),
      )
      // the jobs have begun with the first ones
      follow('orders', orders, (isFirst) => isFirst || engine.wake('orders'))
      follow('catalogue', catalogue, (isFirst) => isFirst || engine.wake('catalogue'))
      follow('token', token, (isFirst) => {
        engine.wake('outbox', 'uploads')
        if (isFirst) return
        engine.restart('orders')
        engine.restart('stream')
      })
    },
    signal,
  )
}

/** Wakes the engine by what the browser tells of this page. */
function watchTriggers({ db, sync }: Pick<Deps, 'db' | 'sync'>, engine: PageEngine, signal: AbortSignal): void {
  let lookedAt = performance.now()
  const look = () => {
    if (!isVisible() || performance.now() - lookedAt < lookGap) return
    lookedAt = performance.now()
    sync.retryUnanswered()
    if (engine.isWorking) engine.wake('orders', 'catalogue', 'stream')
    else sync.pull('orders', 'catalogue')
  }
  for (const reason of ['pageshow', 'focus']) addEventListener(reason, look, { signal })
  const onOnline = () => {
    sync.retryUnanswered()
    void endFileWaits(db).catch(() => undefined)
    engine.wake('orders', 'catalogue', 'connection')
    // what there is may be dead after a change of the network
    engine.restart('stream')
  }
  addEventListener('online', onOnline, { signal })
  const onTurn = () => {
    engine.visibilityChanged()
    look()
  }
  document.addEventListener('visibilitychange', onTurn, { signal })
  const stop = away.subscribe(() => (isAway() ? engine.wake('connection') : sync.retryUnanswered()))
  signal.addEventListener('abort', stop)
}
