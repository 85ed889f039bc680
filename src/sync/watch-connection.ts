import { headers as names } from '../../contract/service.ts'
import { apiFetch, type Fetch } from '../api/api-client.ts'
import { away, isAway } from './connection.ts'
import { onWorkerMessage } from './worker-channel.ts'

/*
 * Whether the shop's server answers, judged by the requests of this page and of the worker. `navigator.onLine` is not
 * trusted; its events only trigger a check.
 */

/** How often a visible page checks for the server while it is away, ms. */
const checkInterval = 15_000

/** Records whether the server answered a request. */
export function noteConnection(answered: boolean): void {
  if (away.get() === answered) away.set(!answered)
}

/**
 * Whether a response came from the shop's server. `undefined` when it proves nothing: it was made by the contact
 * service. An HTML page comes from a captive portal.
 */
function isFromShop(response: Response): boolean | undefined {
  if (response.headers.get(names.shop) === '1') return true
  return response.headers.get('content-type')?.startsWith('text/html') ? false : undefined
}

/**
 * A fetch for the API client that records the outcome of each request. An outcome counts unless a request that began later
 * has had one: an answer that was still on its way when the line broke does not hide the break.
 */
export function watchedFetch(fetch: Fetch = apiFetch): Fetch {
  let begun = 0
  let newest = 0
  const note = (request: number, answered: boolean) => {
    if (request < newest) return
    newest = request
    noteConnection(answered)
  }
  return async (input, init) => {
    const request = ++begun
    try {
      const response = await fetch(input, init)
      const answered = isFromShop(response)
      if (answered !== undefined) note(request, answered)
      return response
    } catch (error) {
      if (!init?.signal?.aborted) note(request, false)
      throw error
    }
  }
}

/** Calls `ask` when the browser reports a change, and regularly while the server is away. */
export function watchConnection(ask: () => Promise<unknown>, signal: AbortSignal): void {
  // `watchedFetch` records the outcome
  const check = () => void ask().catch(() => undefined)
  const stopListening = onWorkerMessage((message) => {
    if (message.kind === 'CONNECTION') noteConnection(message.answered)
  })
  let timer: ReturnType<typeof setInterval> | undefined
  const checkRegularly = () => {
    clearInterval(timer)
    if (!isAway()) return
    timer = setInterval(() => {
      if (document.visibilityState === 'visible') check()
    }, checkInterval)
  }
  const stopFollowing = away.subscribe(checkRegularly)
  checkRegularly()
  addEventListener('online', check, { signal })
  addEventListener('offline', check, { signal })
  // with a worker the whole screen may come from this device, without a request to the server
  if (!navigator.onLine || ('serviceWorker' in navigator && navigator.serviceWorker.controller)) check()
  signal.addEventListener('abort', () => {
    stopListening()
    stopFollowing()
    clearInterval(timer)
  })
}
