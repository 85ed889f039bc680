import { type Request, ServerModel, type Wire } from '../server-model.ts'

/** Bugs of the server, each where it could be made. */
export interface ServerBugs {
  dedupes?: false
  /** saves every number, whatever its `seen` */
  ignoresSeen?: boolean
  /** carries a wish that comes twice out twice */
  repeatsWishes?: boolean
}

interface Commit {
  key: string
  user: string
  fishe: string
  countInStock: number
  /** the number that it replaced */
  before: number
}

/** A wish to be told when a product is in stock again, or no longer to be. */
interface Wish {
  key: string
  user: string
  fishe: string
  isOn: boolean
}

/** A model of `PUT /api/fishes/{id}/stock/`: a number per product, keys, and refusals; and of the alerts of its return. */
export class StockServer extends ServerModel {
  /** ms since 1970 */
  now = Date.parse('2026-06-15T12:00:00Z')
  readonly log: Commit[] = []
  /** the server's numbers at the refusals of each key, one for each copy that arrived */
  readonly met = new Map<string, Set<number>>()
  readonly numbers = new Map<string, number>()
  /** in the order in which they were carried out */
  readonly wishes: Wish[] = []
  /** the keys of the wishes after which somebody was told */
  readonly told: string[] = []
  private readonly waiting = new Map<string, Wish>()
  private readonly answers = new Map<string, { user: string; text: string }>()
  private readonly bugs: ServerBugs

  constructor(numbers: Record<string, number>, bugs: ServerBugs = {}) {
    super()
    this.bugs = bugs
    for (const [fishe, count] of Object.entries(numbers)) this.numbers.set(fishe, count)
  }

  override handle(request: Request): Wire {
    const { kind, key, token = '', body, fishe = '', isOn } = request
    if (kind === 'logout') return super.handle(request)
    const user = this.userOf(token)
    if (user === undefined) return this.problem(key, 401, 'login-required')
    const text = JSON.stringify({ fishe, isOn, ...body })
    const isNew = this.bugs.dedupes === false || (isOn !== undefined && this.bugs.repeatsWishes)
    const old = isNew ? undefined : this.answers.get(key)
    if (old && old.user !== user) return this.problem(key, 409, 'key-of-another-user')
    if (old) return old.text === text ? this.success(key) : this.problem(key, 422, 'key-reused')
    if (!('countInStock' in body)) return this.wish({ key, user, fishe, isOn: isOn === true }, text)
    const before = this.numbers.get(fishe) ?? 0
    const { countInStock, seen } = body
    if (before !== countInStock && before !== seen && !this.bugs.ignoresSeen) return this.conflict(key, before)
    this.answers.set(key, { user, text })
    if (before !== countInStock) this.log.push({ key, user, fishe, countInStock, before })
    this.count(fishe, countInStock)
    return this.success(key)
  }

  /** Saves a number; who waits for a product that was sold out is told, once. */
  count(fishe: string, countInStock: number): void {
    const isBack = countInStock > 0 && !this.numbers.get(fishe)
    this.numbers.set(fishe, countInStock)
    for (const [who, wish] of this.waiting) if (isBack && wish.fishe === fishe) this.tell(who, wish)
  }

  private wish(wish: Wish, text: string): Wire {
    const who = `${wish.user} ${wish.fishe}`
    this.answers.set(wish.key, { user: wish.user, text })
    this.wishes.push(wish)
    if (!wish.isOn) this.waiting.delete(who)
    else if (this.numbers.get(wish.fishe)) this.tell(who, wish)
    else this.waiting.set(who, wish)
    return this.success(wish.key)
  }

  private tell(who: string, { key }: Wish): void {
    this.waiting.delete(who)
    this.told.push(key)
  }

  private conflict(key: string, countInStock: number): Wire {
    this.met.set(key, (this.met.get(key) ?? new Set()).add(countInStock))
    const wire = this.problem(key, 409, 'edited-meanwhile')
    // problem details are an object
    return { ...wire, text: JSON.stringify({ ...(JSON.parse(wire.text) as object), countInStock }) }
  }
}
