import { headers } from '../../contract/service.ts'
import type { Listed } from './lists.ts'
import { Answer } from './refusal.ts'

/** Headers of an admin list: `X-Total-Count`, and `Link` (RFC 8288) if there is a next page. */
export function listHeaders(path: string, query: Record<string, unknown>, listed: Listed<unknown>) {
  const total = { [headers.total]: String(listed.total) }
  if (listed.page >= listed.pages) return total
  const next = new URLSearchParams()
  for (const name of ['keyword', 'state', 'by', 'thing'])
    if (typeof query[name] === 'string') next.set(name, query[name])
  next.set('page', String(listed.page + 1))
  next.set('per_page', String(listed.perPage))
  return { ...total, link: `<${path}?${next}>; rel="next"` }
}

/** The answer of an admin list: its rows, with `listHeaders`. */
export function answerList<T>(path: string, query: Record<string, unknown>, listed: Listed<T>) {
  return new Answer(listed.rows, { headers: listHeaders(path, query, listed) })
}
