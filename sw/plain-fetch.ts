/*
 * What the API client needs of ofetch, for the worker: repeats, interceptors and address templates are the page's to
 * carry, and the worker is fetched anew with every version. The build puts this in place of ofetch (vite.config.ts).
 */

interface Options extends Omit<RequestInit, 'body'> {
  query?: Record<string, unknown>
  body?: unknown
}

/** ofetch throws it; a plain fetch throws errors of the browser. */
export class FetchError extends Error {}

/** Like ofetch's: JSON bodies, query parameters, and the answer's text in `_data`. */
export function createFetch({ fetch }: { fetch: (input: string, init: RequestInit) => Promise<Response> }) {
  return {
    async raw(address: string, { query, body, ...init }: Options): Promise<Response & { _data: string }> {
      const ready = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
      const response = await fetch(withQuery(address, query), { ...init, ...(ready !== undefined && { body: ready }) })
      return Object.assign(response, { _data: await response.text() })
    },
  }
}

function withQuery(address: string, query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `${address}?${new URLSearchParams(given)}` : address
}
