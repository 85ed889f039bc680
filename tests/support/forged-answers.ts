import { type ProblemCode, problemType } from '../../contract/problem.ts'
import { headers } from '../../contract/service.ts'

/** An answer that did not come from the server, or that only pretends to. */
export interface Forged {
  status: number
  headers: Record<string, string>
  body: string
}

const html = (status: number, title: string): Forged => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
})

/** A verdict in the server's own words: problem details, the mark, the key echoed. */
export function shops(status: number, code: ProblemCode, key: string | undefined, extra = {}): Forged {
  const detail = `Made up by the fault proxy: ${code}.`
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      [headers.shop]: '1',
      'cache-control': 'no-store',
      ...(key === undefined ? {} : { [headers.key]: key }),
      ...extra,
    },
    body: JSON.stringify({ type: problemType(code), title: code, status, detail }),
  }
}

/** What stands between a phone and the server in the field, and what it says. None of it carries the mark. */
export const forged = {
  portal: html(200, 'Welcome to Harbour Wi-Fi'),
  'proxy-401': html(401, 'Log in to the network'),
  'proxy-403': html(403, 'Blocked by your operator'),
  'proxy-404': html(404, 'Not found'),
  '502': html(502, 'Bad gateway'),
} as const

/** The JSON of some other service: right status and type, wrong everything else. */
export const foreignJson: Forged = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"result":"ok"}',
}
