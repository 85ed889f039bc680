import type { Fish } from '../../contract/fishes.ts'
import type { OrderItem } from '../../contract/orders.ts'
import { inOrder, updateCartProduct } from './cart.ts'
import type { ShopDatabase } from './database.ts'
import { type NewDraft, putCartAside } from './drafts.ts'
import type { CartLine } from './rows.ts'
import { getValue } from './values.ts'

/** What became of a product since a list was made. `line` is as it was saved, `fish` as it is now. */
export type LineChange =
  | { kind: 'gone'; line: CartLine }
  | { kind: 'renamed'; line: CartLine; fish: Fish }
  | { kind: 'out-of-stock'; line: CartLine; fish: Fish }

/**
 * Compares saved lines with the saved catalogue. A product that is missing counts as gone only when the saved catalogue
 * is complete.
 */
function lineChanges(
  lines: readonly CartLine[],
  { find, complete }: { find: (id: string) => Fish | undefined; complete: boolean },
): LineChange[] {
  return lines.flatMap((line): LineChange[] => {
    const fish = find(line.fishe)
    if (!fish) return complete ? [{ kind: 'gone', line }] : []
    const changes: LineChange[] = []
    if (isRenamed(line, fish)) changes.push({ kind: 'renamed', line, fish })
    if (line.countInStock > 0 && fish.countInStock <= 0) changes.push({ kind: 'out-of-stock', line, fish })
    return changes
  })
}

function isRenamed(line: CartLine, fish: Fish): boolean {
  const names = ['trade_name', 'trade_name_fr', 'trade_name_es'] as const
  return names.some((name) => line[name] !== fish[name])
}

/** Brings the lines in hand up to date with the saved catalogue and says what was different. */
export function refreshCart(db: ShopDatabase): Promise<LineChange[]> {
  return db.transaction('rw', db.cart, db.fishes, db.values, () => refreshLines(db))
}

async function refreshLines(db: ShopDatabase): Promise<LineChange[]> {
  const lines = inOrder(await db.cart.toArray())
  const found = await db.fishes.bulkGet(lines.map(({ fishe }) => fishe))
  const byId = new Map(found.flatMap((fish) => (fish ? [[fish._id, fish] as const] : [])))
  const complete = (await getValue(db, 'catalogue'))?.complete === true
  for (const fish of byId.values()) await updateCartProduct(db, fish)
  return lineChanges(lines, { find: (id) => byId.get(id), complete })
}

/**
 * Makes the items of an order the lines in hand, as the products are today; lines that are in hand become a list first.
 * Says what is different from the time of the order.
 */
export function orderAgain(
  db: ShopDatabase,
  { items, aside, now }: { items: readonly OrderItem[]; aside: NewDraft; now: number },
): Promise<LineChange[]> {
  return db.transaction('rw', [db.cart, db.drafts, db.values, db.fishes], async () => {
    await putCartAside(db, aside)
    const found = await db.fishes.bulkGet(items.map(({ fishe }) => fishe))
    const lines = items.map((item, at) => lineOfItem(item, found[at], now + at))
    await db.cart.bulkPut(lines)
    return refreshLines(db)
  })
}

/** The order knows names, picture and quantity; everything else comes from the product, where it still exists. */
function lineOfItem(item: OrderItem, fish: Fish | undefined, addedAt: number): CartLine {
  return {
    fishe: item.fishe,
    trade_name: item.name,
    trade_name_fr: item.name_fr,
    trade_name_es: item.name_es,
    image: item.image,
    ...(fish?.placeholder !== undefined && { placeholder: fish.placeholder }),
    type: fish?.type ?? 'fish',
    size: fish?.size ?? '',
    weight: fish?.weight ?? '',
    // it was in stock then, so an empty stock today is a change
    countInStock: 1,
    qty: item.qty,
    ...(item.note && { note: item.note }),
    addedAt,
  }
}
