import { mediaType } from '../src/api/exchange.ts'

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
 * Whether an answer has the type that its address names. Captive portals, proxies, and servers that answer every missing file
 * with the start page give HTML and 200 for a chunk. Once saved, that would break the app until the next version.
 */
export function isWhatItsNameSays(address: string, response: Response): boolean {
  if (response.status !== 200 || response.redirected) return false
  const extension = /\.(\w+)$/.exec(new URL(address).pathname)?.[1] ?? ''
  return expected[extension]?.includes(mediaType(response.headers)) ?? false
}

/**
 * Whether the worker may answer a request at all: not writes, which only the outbox sends, ranges, which a cached whole cannot
 * answer, other origins, and requests with a token.
 */
export function isOurs(request: Pick<Request, 'method' | 'headers' | 'url'>, origin: string): boolean {
  if (request.method !== 'GET') return false
  if (request.headers.has('range') || request.headers.has('authorization')) return false
  return new URL(request.url).origin === origin
}

/** Whether an answer is a complete picture: no error page, no redirect, nothing opaque. */
export function isPicture(response: Response): boolean {
  return response.status === 200 && !response.redirected && mediaType(response.headers).startsWith('image/')
}
