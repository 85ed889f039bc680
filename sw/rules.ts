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

/** Whether an answer has the type that its address names: a portal's HTML, saved as a chunk, would break the app until the next version. */
export function isWhatItsNameSays(address: string, response: Response): boolean {
  if (response.status !== 200 || response.redirected) return false
  const extension = /\.(\w+)$/.exec(new URL(address).pathname)?.[1] ?? ''
  return expected[extension]?.includes(mediaType(response.headers)) ?? false
}

/** Whether the worker may answer: no writes, ranges, other origins or requests with a token. */
export function isOurs(request: Pick<Request, 'method' | 'headers' | 'url'>, origin: string): boolean {
  if (request.method !== 'GET') return false
  if (request.headers.has('range') || request.headers.has('authorization')) return false
  return new URL(request.url).origin === origin
}

/** Whether an answer is a complete picture: no error page, no redirect, nothing opaque. */
export function isPicture(response: Response): boolean {
  return response.status === 200 && !response.redirected && mediaType(response.headers).startsWith('image/')
}
