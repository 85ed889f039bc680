import { type Request, ServerModel, type Wire } from '../server-model.ts'

/** Bugs of the server, each where it could be made. */
export interface ServerBugs {
  dedupes?: false
  /** saves every number, whatever its `seen` */
  ignoresSeen?: boolean
}

interface Commit {
  key: string
  user: string
  fishe: string
  countInStock: number
  /** the number that it replaced */
  before: number
}

/** A model of `PUT /api/fishes/{id}/stock/`: a number per product, keys, and refusals. */
export class StockServer extends ServerModel {
  /** ms since 1970 */
  now = Date.parse('2026-06-15T12:00:00Z')
  readonly log: Commit[] = []
  /** the server's numbers at the refusals of each key, one for each copy that arrived */
  readonly met = new Map<string, Set<number>>()
  readonly numbers = new Map<string, number>()
  private readonly answers = new Map<string, { user: string; text: string }>()
  private readonly bugs: ServerBugs

  constructor(numbers: Record<string, number>, bugs: ServerBugs = {}) {
    super()
    this.bugs = bugs
    for (const [fishe, count] of Object.entries(numbers)) this.numbers.set(fishe, count)
  }

  override handle(request: Request): Wire {
    const { kind, key, token = '', body, fishe = '' } = request
    if (kind === 'logout' || !('countInStock' in body)) return super.handle(request)
    const user = this.userOf(token)
    if (user === undefined) return this.problem(key, 401, 'login-required')
    const text = JSON.stringify({ fishe, ...body })
    const old = this.bugs.dedupes === false ? undefined : this.answers.get(key)
    if (old && old.user !== user) return this.problem(key, 409, 'key-of-another-user')
    if (old) return old.text === text ? this.success(key) : this.problem(key, 422, 'key-reused')
    const before = this.numbers.get(fishe) ?? 0
    const { countInStock, seen } = body
    if (before !== countInStock && before !== seen && !this.bugs.ignoresSeen) return this.conflict(key, before)
    this.answers.set(key, { user, text })
    if (before !== countInStock) this.log.push({ key, user, fishe, countInStock, before })
    this.numbers.set(fishe, countInStock)
    return this.success(key)
  }

  private conflict(key: string, countInStock: number): Wire {
    this.met.set(key, (this.met.get(key) ?? new Set()).add(countInStock))
    const wire = this.problem(key, 409, 'edited-meanwhile')
    // problem details are an object
    return { ...wire, text: JSON.stringify({ ...(JSON.parse(wire.text) as object), countInStock }) }
  }
}
