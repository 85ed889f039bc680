import { type Change, isStockRow, type StockRow } from '../../../src/db/outbox-rows.ts'
import type { OutboxRow } from '../../../src/db/rows.ts'
import type { StockServer } from './server.ts'

/** A number that a person typed; all are different. */
interface Typed {
  user: string
  fishe: string
  countInStock: number
  /** the saved number that the row showed then; absent where it showed a typed one */
  shown?: number | undefined
  /** the saved number that must be its `seen`; absent after a tried or refused one */
  base?: number | undefined
  /** its place among the typed numbers; absent before it is saved */
  place?: number
  /** it was replaced by a later number or discarded */
  isGone?: boolean
}

/** A wish to be told when a product is in stock again, or no longer to be, from when it is saved. */
interface Wish {
  id: string
  user: string
  fishe: string
  /** it was discarded before it was sent */
  isGone?: boolean
}

/** Records what the app has promised about stocks and their alerts and reports every violation. */
export class StockLedger {
  readonly faults: string[] = []
  readonly typed = new Map<number, Typed>()
  /** in the order of acceptance */
  private readonly wishes: Wish[] = []
  /** the saved numbers that each person has seen */
  private readonly shown = new Set<string>()
  private readonly server: StockServer
  private seen = 0
  private places = 0
  /** refused entries that the person has seen */
  private readonly known = new Set<string>()
  /** ids of entries that were sent */
  private readonly removed = new Set<string>()
  /** ids of entries that have left the device */
  private readonly left = new Set<string>()

  constructor(server: StockServer) {
    this.server = server
  }

  blame(what: string): void {
    if (!this.faults.includes(what)) this.faults.push(what)
  }

  accident(error: unknown): void {
    this.blame(`accident: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }

  show(user: string, fishe: string, count: number): void {
    this.shown.add(`${user} ${fishe} ${count}`)
  }

  /** Whether the row in which this was typed now shows another number. */
  isClosed(id: string): boolean {
    return this.removed.has(id)
  }

  /** Called at every write. */
  written(before: readonly OutboxRow[], { put = [], remove = [] }: Change<unknown>): void {
    const stocks = before.filter(isStockRow)
    for (const row of put) if (!before.some(({ id }) => id === row.id)) this.wished(row)
    for (const { id, state } of before.filter(isAlertRow)) {
      const wish = this.wishes.find((each) => each.id === id)
      if (!wish || state === 'done' || !remove.includes(id)) continue
      wish.isGone = true
      if (this.left.has(id)) this.blame(`1: ${id} was removed and may be on its way`)
    }
    for (const row of put.filter(isStockRow)) if (!before.some(({ id }) => id === row.id)) this.accepted(stocks, row)
    for (const row of stocks.filter(({ id }) => remove.includes(id))) {
      this.removed.add(row.id)
      const mayArrive = !mayGo(row) || (row.state !== 'attention' && this.left.has(row.id))
      if (row.state !== 'done' && mayArrive) this.blame(`1: ${row.id} was removed and may be on its way`)
      // set again, it continues under another id
      if (row.state !== 'done' && !put.some((next) => isStockRow(next) && numberOf(next) === numberOf(row)))
        this.isOver(row)
    }
    this.look([...stocks.filter(({ id }) => !put.some((row) => row.id === id) && !remove.includes(id)), ...put])
  }

  private wished({ id, userId: user, payload }: OutboxRow): void {
    if (payload.kind === 'stock-alert') this.wishes.push({ id, user, fishe: payload.fishe })
  }

  /** The `seen` that a new entry must have, by the entries at the time of saving. */
  private accepted(before: readonly StockRow[], { userId, payload }: StockRow): void {
    const typed = this.typed.get(payload.body.countInStock)
    const mine = before.filter(
      (row) => row.userId === userId && row.payload.fishe === payload.fishe && row.state !== 'done',
    )
    if (!typed) return
    const [first] = mine
    const isUntried = mine.every((row) => !wasTried(row) && row.state !== 'attention')
    typed.base = !isUntried ? undefined : first ? this.typed.get(numberOf(first))?.base : typed.shown
    typed.place = ++this.places
    for (const row of mine) if (mayGo(row) && numberOf(row) !== typed.countInStock) this.isOver(row)
  }

  private isOver(row: StockRow): void {
    const typed = this.typed.get(numberOf(row))
    if (typed) typed.isGone = true
  }

  /** Checks the stocks that the server has accepted since the last call. */
  committed(): void {
    const { log } = this.server
    for (; this.seen < log.length; this.seen++) {
      const commit = log[this.seen]
      if (!commit) continue
      const { user, fishe, countInStock, before } = commit
      const typed = this.typed.get(countInStock)
      if (log.slice(0, this.seen).some((other) => other.countInStock === countInStock))
        this.blame(`2: ${countInStock} is on the server twice`)
      if (!typed) this.blame(`2: nobody typed ${countInStock}`)
      else if (typed.user !== user || typed.fishe !== fishe)
        this.blame(`2: ${countInStock} is under '${user}', ${fishe}`)
      else if (typed.isGone) this.blame(`2: ${countInStock} was taken back and is on the server`)
      if (this.typed.get(before)?.user !== user && !this.shown.has(`${user} ${fishe} ${before}`))
        this.blame(`3: ${countInStock} replaced ${before}, which '${user}' had not seen`)
    }
  }

  /** At a request: earlier numbers of the product must have arrived. */
  leaves(rows: readonly OutboxRow[], row: OutboxRow): void {
    this.left.add(row.id)
    const behind = rows.find((other) => isBefore(other, row) && other.state !== 'done')
    if (behind) this.blame(`4: ${row.id} overtook ${behind.id}`)
  }

  /** Checks what the screens of this device show. */
  private look(rows: readonly OutboxRow[]): void {
    for (const { id, state, payload, problem } of rows.filter(isStockRow)) {
      const { countInStock } = payload.body
      const typed = this.typed.get(countInStock)
      const isThere = this.server.log.some((commit) => commit.countInStock === countInStock)
      if (state === 'done' && !isThere) this.blame(`5: ${id} is shown as sent, and the server does not have it`)
      if (state !== 'attention') continue
      const met = this.server.met.get(id)
      if (!met) this.blame(`5: ${id} is shown as refused, and was not`)
      if (isThere) this.blame(`5: ${id} is shown as refused, and the server has it`)
      if (!met?.has(problem?.countInStock ?? 0))
        this.blame(`5: ${id} names ${problem?.countInStock}, which it never met`)
      if (!this.known.has(id) && typed?.base !== undefined && met?.has(typed.base))
        this.blame(`5: ${id} was refused over ${typed.base}, which the person had seen`)
      this.known.add(id)
    }
  }

  /** After all faults have ended: all wishes for a product have been carried out, once and in their order. */
  private settleWishes(user: string): void {
    for (const fishe of this.server.numbers.keys()) {
      const own = (wish: Omit<Wish, 'id'>) => wish.user === user && wish.fishe === fishe && !wish.isGone
      const [saved, there] = [this.wishes.filter(own).map(({ id }) => id), this.server.wishes.filter(own)]
      const keys = there.map(({ key }) => key)
      if (saved.join() !== keys.join()) this.blame(`6: '${user}' wished ${saved} about ${fishe}, and ${keys} arrived`)
    }
    const twice = this.server.told.find((key, at, all) => all.indexOf(key) !== at)
    if (twice) this.blame(`6: ${twice} was told twice`)
  }

  /** After all faults have ended: the last number of each product has arrived, was refused, or waits behind a refused one. */
  settleUp(rows: readonly OutboxRow[], user: string): void {
    this.settleWishes(user)
    const stocks = rows.filter(isStockRow)
    const last = new Map<string, Typed>()
    for (const typed of this.typed.values()) {
      if (typed.user !== user || typed.place === undefined || typed.isGone) continue
      const before = last.get(typed.fishe)
      if ((before?.place ?? 0) < typed.place) last.set(typed.fishe, typed)
      const row = stocks.findLast(({ payload }) => payload.body.countInStock === typed.countInStock)
      const isThere = this.server.log.some(({ countInStock }) => countInStock === typed.countInStock)
      const isHeld = row && stocks.some((other) => isBefore(other, row) && other.state === 'attention')
      if (isThere && row && row.state !== 'done') this.blame(`5: ${typed.countInStock} arrived, and is ${row.state}`)
      if (!isThere && row?.state !== 'attention' && !isHeld)
        this.blame(`1: ${typed.countInStock} was saved and is neither there nor refused (${row?.state ?? 'no entry'})`)
    }
    for (const [fishe, { countInStock }] of last) {
      const own = this.server.log.filter((commit) => commit.user === user && commit.fishe === fishe)
      const isThere = own.some((commit) => commit.countInStock === countInStock)
      if (isThere && own.at(-1)?.countInStock !== countInStock)
        this.blame(`1: ${countInStock} was typed last, and ${own.at(-1)?.countInStock} arrived last`)
    }
  }
}

const numberOf = ({ payload }: StockRow) => payload.body.countInStock

/** Whether the server will never have it: it was refused, or has never left the device. */
const mayGo = (row: OutboxRow) => !wasTried(row) || row.state === 'attention'

/** Whether an entry says that it may have left the device. */
const wasTried = ({ attempts, unsent = 0 }: OutboxRow) => attempts > unsent

const isAlertRow = ({ kind }: OutboxRow) => kind === 'stock-alert'

/** Whether it is an earlier entry of the same author and kind about the same product. */
function isBefore({ kind, userId, seq, payload }: OutboxRow, other: OutboxRow): boolean {
  const isAboutSame = 'fishe' in payload && 'fishe' in other.payload && payload.fishe === other.payload.fishe
  return isAboutSame && kind === other.kind && userId === other.userId && seq < other.seq
}
