import type { PaperKind } from '../../contract/papers/paper-kinds.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { PaperRow } from '../platform/db/order-rows.ts'

/** Takes the next number of a kind in a year. Its row is locked until the transaction ends, so that no number is lost. */
export async function takeNumber(tx: Handle, kind: PaperKind, year: string): Promise<number> {
  const taken = await tx.query
    .insertInto('paper_number')
    .values({ kind, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'year']).doUpdateSet((eb) => ({ last: eb('paper_number.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return taken.last
}

/** The last number of a kind in a year; 0 before the first. */
export async function lastNumber(db: Handle, kind: PaperKind, year: string): Promise<number> {
  const query = db.query.selectFrom('paper_number').select('last').where('kind', '=', kind).where('year', '=', year)
  return (await query.executeTakeFirst())?.last ?? 0
}

export async function insertPaper(tx: Handle, paper: PaperRow): Promise<void> {
  await tx.query.insertInto('paper').values(paper).execute()
}

export async function findPaper(db: Handle, id: string): Promise<PaperRow | undefined> {
  return db.query.selectFrom('paper').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The papers of an order, newest first. */
export async function listPapersOf(db: Handle, orderId: string): Promise<PaperRow[]> {
  return db.query
    .selectFrom('paper')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .execute()
}
