/**
 * Whether the worker may answer a request at all. Not its business: writes (a body is read once, and the outbox is the
 * only sender), ranges (a cached whole is no part), other origins, and whatever is asked for with a token.
 */
export function isOurs(request: Pick<Request, 'method' | 'headers' | 'url'>, origin: string): boolean {
  if (request.method !== 'GET') return false
  if (request.headers.has('range') || request.headers.has('authorization')) return false
  return new URL(request.url).origin === origin
}
