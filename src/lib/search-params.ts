/**
 * The query inside the hash as plain texts (`?keyword=hake&page=2`). A leading `redirect` is the whole query, since its
 * path has a query of its own: `?redirect=/cart/7?qty=3&page=2` is one parameter (specification section 2).
 */
export function parseSearch(search: string): Record<string, string> {
  const text = search.replace(/^\?/, '')
  if (text.startsWith('redirect=')) return { redirect: decodeOrSame(text.slice('redirect='.length)) }
  return Object.fromEntries(new URLSearchParams(text))
}

/** Decodes percent escapes; a text with a broken one is returned as it is. */
export function decodeOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The reverse of `parseSearch`. Slashes are not escaped; empty and missing values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parts = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value)).replaceAll('%2F', '/')}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** A page number from the address: a whole number from 1, else 1. */
export function pageNumber(text: unknown): number {
  const value = Number(text)
  return Number.isSafeInteger(value) && value >= 1 ? value : 1
}
