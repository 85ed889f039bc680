import type { OutboxPayload, OutboxRow } from '../../src/db/rows.ts'

/** A request as it arrives at the server. */
export interface Request {
  kind: OutboxRow['kind']
  key: string
  token: string | undefined
  body: OutboxPayload['body']
  /** for an event: its order */
  order?: string
  /** for a stock or an alert: the product */
  fishe?: string
  /** for an alert */
  isOn?: boolean | undefined
}

/** An answer on the wire; `retryAfter` as in the header. */
export interface Wire {
  status: number
  type: string
  text: string
  isShops: boolean
  key?: string
  retryAfter?: string
}

interface Commit {
  key: string
  user: string
  tag: string
}

/** The name of a request's content, different for every request of a person. A logout has none. */
export function tagOf(body: OutboxPayload['body']): string {
  if ('orderItems' in body) return body.orderItems[0]?.fishe ?? ''
  if ('comment' in body) return body.comment
  return 'user_message' in body ? body.user_message : ''
}

/** A model of the server, as far as keyed requests see it. */
export class ServerModel {
  commits: Commit[] = []
  /** keys that were finally refused */
  refused = new Set<string>()
  /** how often each content made the server fail */
  failed = new Map<string, number>()
  dedupes = true
  /** keys whose reference another order has, by content: the first one of a `taken` content */
  taken = new Map<string, string>()
  /** tokens that a logout ended */
  ended = new Set<string>()
  private tokens = new Map<string, string>()
  private issued = 0

  login(user: string): string {
    const token = `${user}-token-${++this.issued}`
    this.tokens.set(token, user)
    return token
  }

  knows(token: string): boolean {
    return this.tokens.has(token)
  }

  protected userOf(token: string): string | undefined {
    return this.tokens.get(token)
  }

  expire(user: string): void {
    for (const [token, owner] of this.tokens) if (owner === user) this.tokens.delete(token)
  }

  /** `cursed` contents fail with 500 until the faults end; `poison` ones are finally refused. */
  handle({ kind, key, token, body }: Request, healed = false): Wire {
    if (kind === 'logout') return this.logout(key, token)
    const tag = tagOf(body)
    const visitor = 'user_message' in body && token === undefined
    const user = visitor ? '' : token === undefined ? undefined : this.tokens.get(token)
    if (user === undefined) return this.problem(key, 401, 'login-required')
    const old = this.dedupes ? this.commits.find((commit) => commit.key === key) : undefined
    if (old) {
      if (old.user !== user) return this.refuse(key, 409, 'key-of-another-user')
      return old.tag === tag ? this.success(key) : this.refuse(key, 422, 'key-reused')
    }
    if (tag.includes('taken') && (this.taken.get(tag) ?? key) === key) {
      this.taken.set(tag, key)
      return this.problem(key, 409, 'reference-taken')
    }
    if (tag.includes('poison')) return this.refuse(key, 422, 'invalid-fields')
    if (tag.includes('cursed') && !healed) {
      this.failed.set(tag, (this.failed.get(tag) ?? 0) + 1)
      return this.problem(key, 500, 'internal')
    }
    this.commits.push({ key, user, tag })
    return this.success(key)
  }

  private logout(key: string, token = ''): Wire {
    if (!this.tokens.delete(token)) return this.problem(key, 401, 'login-required')
    this.ended.add(token)
    return this.success(key)
  }

  success(key: string): Wire {
    return { ...json(201, { data: { _id: key } }), isShops: true, key }
  }

  problem(key: string, status: number, code: string): Wire {
    return {
      ...json(status, { type: `about:quayside/${code}`, title: code, status, detail: code }),
      isShops: true,
      key,
    }
  }

  private refuse(key: string, status: number, code: string): Wire {
    this.refused.add(key)
    return this.problem(key, status, code)
  }
}

function json(status: number, body: object) {
  return { status, type: status < 400 ? 'application/json' : 'application/problem+json', text: JSON.stringify(body) }
}

/** An answer that does not come from the shop. */
export function stranger(status: number, type = 'text/html'): Wire {
  const text =
    type === 'text/html' ? '<!doctype html><title>Welcome aboard</title>' : '{"detail":"no","data":{"_id":"x"}}'
  return { status, type, text, isShops: false }
}
