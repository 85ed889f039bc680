import { headers as names } from '../contract/headers.ts'

/** An answer made on the device, with the server's header and the time when the server was last asked. */
export function savedResponse(body: unknown, at: number | undefined): Response {
  return new Response(JSON.stringify(body), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      [names.shop]: '1',
      [names.saved]: at ? new Date(at).toISOString() : 'unknown',
    },
  })
}
