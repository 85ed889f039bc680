import { type EndpointName, endpoints } from '../../contract/endpoints.ts'

/** The address of a call below `base`, e.g. `/api/fishes/0190…/reviews/`. Parameters are escaped. */
export function addressOf(base: string, name: EndpointName, params: Record<string, string> = {}): string {
  const path = endpoints[name].path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))
  return apiBase(base) + path
}

/** `''`, `'/'` and `'https://shop.example'` become the base of all calls: origin and `/api`, no slash at the end. */
function apiBase(base: string): string {
  const origin = base.replace(/\/+$/, '')
  return /\/api$/.test(origin) ? origin : `${origin}/api`
}

/**
 * Where a picture lies: a path of the API's server belongs to that server's origin, whichever origin the app came from.
 * Complete addresses, and pictures that the page made itself, stay as they are.
 */
export function pictureAddress(base: string, image: string): string {
  if (image === '' || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(image)) return image
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.exec(base)?.[0] ?? ''
  return `${origin}${image.startsWith('/') ? '' : '/'}${image}`
}
