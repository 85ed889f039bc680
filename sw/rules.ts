import { headers as names } from '../contract/headers.ts'

const expected: Record<string, readonly string[]> = {
  js: ['text/javascript', 'application/javascript'],
  css: ['text/css'],
  html: ['text/html'],
  svg: ['image/svg+xml'],
  png: ['image/png'],
  avif: ['image/avif'],
  webp: ['image/webp'],
  webmanifest: ['application/manifest+json', 'application/json'],
}

/**
 * Whether an answer is of the kind that its address names. Portals, proxies and servers that answer every lost file with
 * the start page give HTML and 200 for a chunk; saved once, it would be a broken app until the next version.
 */
export function isWhatItsNameSays(address: string, response: Response): boolean {
  if (response.status !== 200 || response.redirected) return false
  const extension = /\.(\w+)$/.exec(new URL(address).pathname)?.[1] ?? ''
  return expected[extension]?.includes(mediaType(response)) ?? false
}

/** The media type of an answer without its parameters, lower case; empty when it names none. */
function mediaType(response: Pick<Response, 'headers'>): string {
  return (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Whether the shop itself answered, also with a refusal; other servers of the specification send no such header. */
export function isShops(response: Response): boolean {
  if (response.headers.get(names.shop) === '1') return true
  const isOther = import.meta.env.VITE_API_MARK === 'off'
  return isOther && response.status === 200 && !response.redirected && mediaType(response) === 'application/json'
}

/**
 * Whether the worker may answer a request at all. Not its business: writes (a body is read once, and the outbox is the
 * only sender), ranges (a cached whole is no part), other origins, and whatever is asked for with a token.
 */
export function isOurs(request: Pick<Request, 'method' | 'headers' | 'url'>, origin: string): boolean {
  if (request.method !== 'GET') return false
  if (request.headers.has('range') || request.headers.has('authorization')) return false
  return new URL(request.url).origin === origin
}

/** Only a picture of our own, whole: no error page, no redirect, nothing opaque. */
export function isPicture(response: Response): boolean {
  return response.status === 200 && !response.redirected && mediaType(response).startsWith('image/')
}
