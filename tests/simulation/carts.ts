import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import {
  putCartLine,
  removeSentLines,
  requireCartOrder,
  setCartQuantity,
  updateCartProduct,
} from '../../src/db/cart.ts'
import { createDatabase, type ShopDatabase } from '../../src/db/database.ts'
import { stashCartAsDraft, takeDraft } from '../../src/db/drafts.ts'
import { outboxStore } from '../../src/db/outbox-rows.ts'
import { accept } from '../../src/sync/outbox-steps.ts'
import { orderEntry } from '../support/entries.ts'
import { fish } from '../support/fishes.ts'
import { ann, line, order } from '../support/outbox-bench.ts'
import type { Choices } from './choices.ts'

/** What the screens do with cart and drafts; a mutant injects a bug. */
export const cartOperations = {
  put: putCartLine,
  setQuantity: setCartQuantity,
  remove: async (db: ShopDatabase, fishe: string) => db.cart.delete(fishe),
  news: updateCartProduct,
  saveDraft: stashCartAsDraft,
  takeDraft,
  cartOrder: requireCartOrder,
  removeSentLines,
}
export type CartOperations = typeof cartOperations

/** One action of a tab, and its possible result. */
interface Act {
  kind: string
  work: (db: ShopDatabase) => Promise<unknown>
  fishe?: string
  /** the line that is there afterwards, unless the other tab changed the same product */
  makes?: string
}

interface Places {
  cart: string[]
  drafts: string[]
  sent: string[]
}

const products = ['hake', 'cod', 'sole']

/**
 * Two tabs change cart and drafts at the same time, round after round. Every change gives a line a unique quantity, so that
 * each line can be followed: none may be lost or duplicated.
 */
export async function playCarts(choices: Choices, bugs: Partial<CartOperations> = {}, rounds = 14): Promise<string[]> {
  const operations = { ...cartOperations, ...bugs }
  const factory = { indexedDB: new IDBFactory(), IDBKeyRange }
  const tabs = [createDatabase('carts', factory), createDatabase('carts', factory)]
  const faults: string[] = []
  /** lines that one tab sent while the other one saved them as a draft: two intended copies */
  const copied = new Set<string>()
  let made = 0
  let before: Places = { cart: [], drafts: [], sent: [] }
  for (let round = 0; round < rounds && faults.length === 0; round++) {
    const acts = tabs.map(() => chooseAct(choices, operations, () => ++made))
    await Promise.all(
      tabs.map(async (db, tab) => {
        // a few turns after the other one
        for (let turns = choices.pick(12, 'turns'); turns > 0; turns--) await new Promise(setImmediate)
        await acts[tab]?.work(db)
      }),
    )
    const [db] = tabs
    const after = db ? await placesOf(db) : before
    for (const token of after.sent) if (after.drafts.includes(token)) copied.add(token)
    faults.push(...check(before, after, { acts, copied }))
    before = after
  }
  for (const db of tabs) db.close()
  return faults
}

function chooseAct(choices: Choices, operations: CartOperations, next: () => number): Act {
  const fishe = products[choices.pick(products.length, 'product')] ?? 'hake'
  const qty = next()
  const makes = `${fishe} ${qty}`
  const stashed = { id: `draft-${qty}`, name: '', now: qty }
  switch (choices.pick(9, 'act')) {
    case 0:
    case 1:
      return { kind: 'put', fishe, makes, work: (db) => operations.put(db, { ...line, fishe, qty, addedAt: qty }) }
    case 2:
      return { kind: 'set', fishe, makes, work: (db) => operations.setQuantity(db, fishe, qty) }
    case 3:
      return { kind: 'remove', fishe, work: (db) => operations.remove(db, fishe) }
    case 4:
      return { kind: 'news', work: (db) => operations.news(db, fish({ _id: fishe, trade_name: makes })) }
    case 5:
      return { kind: 'save', work: (db) => operations.saveDraft(db, stashed) }
    case 6:
      return { kind: 'take', work: (db) => takeFirst(db, operations, stashed) }
    default:
      return { kind: 'send', work: (db) => send(db, operations, next) }
  }
}

async function takeFirst(
  db: ShopDatabase,
  operations: CartOperations,
  stashed: { id: string; name: string; now: number },
) {
  const first = await db.drafts.toCollection().first()
  if (first) await operations.takeDraft(db, first.id, stashed)
}

async function send(db: ShopDatabase, operations: CartOperations, next: () => number): Promise<void> {
  const { id, lines } = await operations.cartOrder(db, () => `order-${next()}`)
  if (lines.length === 0) return
  const { body } = order(id, ann)
  const orderItems = lines.map(({ fishe, qty }) => ({ fishe, qty }))
  const entry = orderEntry({ id, body: { ...body, orderItems }, lines, session: ann }, 0)
  if (operations.removeSentLines === removeSentLines) {
    const spare = `spare-${next()}`
    await outboxStore(db).transact((all) => accept(all, entry, spare))
    return
  }
  await outboxStore(db).transact((all) => {
    const { cartSent: _, ...change } = accept(all, entry, `spare-${next()}`)
    return change
  })
  await db.keyValue.delete('order-id')
  await operations.removeSentLines(db, lines)
}

async function placesOf(db: ShopDatabase): Promise<Places> {
  const name = ({ fishe, qty }: { fishe: string; qty: number }) => `${fishe} ${qty}`
  const entries = await db.outbox.toArray()
  return {
    cart: (await db.cart.toArray()).map(name),
    drafts: (await db.drafts.toArray()).flatMap(({ lines }) => lines.map(name)),
    sent: entries.flatMap(({ payload }) => (payload.kind === 'order' ? payload.display.lines.map(name) : [])),
  }
}

function check(before: Places, after: Places, { acts, copied }: { acts: Act[]; copied: Set<string> }): string[] {
  const faults: string[] = []
  const all = ({ cart, drafts, sent }: Places) => [...cart, ...drafts, ...sent]
  const there = all(after)
  const productOf = (token: string) => token.split(' ')[0]
  for (const token of new Set(there)) {
    if (!copied.has(token) && there.filter((each) => each === token).length > 1) faults.push(`${token} is there twice`)
    const isMade = acts.some((act) => act.makes === token)
    if (!isMade && !all(before).includes(token)) faults.push(`nobody made ${token}`)
    const isSet = acts.some(({ kind, makes }) => kind === 'set' && makes === token)
    const wasThere = before.cart.some((each) => productOf(each) === productOf(token))
    const isOther = acts.some(({ kind }) => kind === 'take' || kind === 'put')
    if (isSet && !wasThere && !isOther) faults.push(`${token} came back`)
  }
  for (const token of all(before)) {
    const isReplaced = acts.some(({ fishe }) => fishe === productOf(token))
    if (!there.includes(token) && !isReplaced) faults.push(`${token} is lost`)
  }
  for (const act of acts) {
    const other = acts.find((each) => each !== act)
    const wasThere = before.cart.some((each) => productOf(each) === act.fishe)
    const counts = act.kind === 'put' || (act.kind === 'set' && wasThere && other?.kind === 'news')
    if (counts && other?.fishe !== act.fishe && act.makes && !there.includes(act.makes))
      faults.push(`${act.makes} was not saved`)
  }
  return faults
}
