import { type CallName, calls } from '../../contract/calls.ts'

/** The address of a call below `base`, e.g. `/api/fishes/0190…/reviews/`. Parameters are escaped. */
export function addressOf(base: string, name: CallName, params: Record<string, string> = {}): string {
  const path = calls[name].path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))
  return apiBase(base) + path
}

/** The base of all calls: origin and `/api`, without a final slash. `base` is `''`, `'/'` or `'https://shop.example'`. */
function apiBase(base: string): string {
  const origin = base.replace(/\/+$/, '')
  return /\/api$/.test(origin) ? origin : `${origin}/api`
}

/**
 * The address of a picture. A path gets the origin of the API's server, which may differ from the app's. Complete
 * addresses, also of `data:` and `blob:`, stay as they are.
 */
export function pictureAddress(base: string, image: string): string {
  if (image === '' || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(image)) return image
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.exec(base)?.[0] ?? ''
  return `${origin}${image.startsWith('/') ? '' : '/'}${image}`
}
