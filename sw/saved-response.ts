import { headers as names } from '../contract/headers.ts'

/** An answer from saved data, with the server's header. `at`: when the server was last asked, ms since 1970. */
export function savedResponse(body: unknown, at: number | undefined): Response {
  return new Response(JSON.stringify(body), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      [names.shop]: '1',
      [names.saved]: at ? new Date(at).toISOString() : 'unknown',
    },
  })
}
