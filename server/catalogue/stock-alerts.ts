import type { StockAlert } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { lockUserForShare } from '../accounts/users-table.ts'
import { type Db, deleteRows, insertNew, isoNow } from '../db/database.ts'
import { withIdempotencyKey } from '../db/idempotency.ts'
import type { StockAlertRow } from '../db/row-types.ts'
import { Answer, type CallOf, type Handler } from '../http/pipeline.ts'
import { required, wasRefused } from '../http/refusal.ts'
import { limitStrangerMail } from '../outbox/mail-throttle.ts'
import { enqueue } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { lockFish } from './fishes-table.ts'
import { noProduct } from './review-service.ts'

type Waiting = Pick<StockAlertRow, 'account_id' | 'language'>

/** Queues a mail and push messages to people who waited for a product. */
async function notify(deps: ServiceDeps, tx: Db, fishId: string, waiting: readonly Waiting[]): Promise<void> {
  const subject = `product:${fishId}`
  for (const { account_id: owner, language } of waiting) {
    const account = await lockUserForShare(tx, owner)
    const stranger = { kind: 'requestMail', email: account.email, callers: [owner] } as const
    const isLimited = account.confirmed_at === null && (await wasRefused(limitStrangerMail(deps, tx, stranger)))
    const mail = { kind: 'account_mail', target: account.email, event: 'stock', subject, owner } as const
    const devices = tx.query.selectFrom('push_subscription').select('id').where('account_id', '=', owner)
    const push = { kind: 'push_message', subject, owner } as const
    const pushes = (await devices.execute()).map(({ id: target }) => ({ ...push, target }))
    const mails = deps.orderMails && !isLimited ? [{ ...mail, payload: JSON.stringify({ language }) }] : []
    await enqueue(deps, tx, ...mails, ...pushes)
  }
}

/** Notifies those who wait for a product that is in stock again, each once. Call it after the product's row was written, which locks it. */
export async function announceReturn(
  deps: ServiceDeps,
  tx: Db,
  { id, before, after }: { id: string; before: number; after: number },
): Promise<void> {
  if (before > 0 || after <= 0) return
  const taken = tx.query.deleteFrom('stock_alert').where('fish_id', '=', id).returning(['account_id', 'language'])
  await notify(deps, tx, id, await taken.execute())
}

type Switch = Pick<CallOf<'addStockAlert'>, 'param' | 'user' | 'key' | 'language'>

/** The call that switches an alert on or off, exactly once per key; `change` tells whether the caller waits afterwards. */
const switching =
  (call: 'addStockAlert' | 'removeStockAlert', change: (deps: ServiceDeps, tx: Db, call: Switch) => Promise<boolean>) =>
  (deps: ServiceDeps, given: Switch): Promise<Answer<StockAlert>> => {
    const { param: _id, user, key } = given
    const rebuild = async () => ({ _id, isOn: call === 'addStockAlert' })
    const limited = [{ kind: 'stockAlert', who: user.id } as const]
    const request = { key, caller: user, payload: { call, fishId: _id }, limits: limited, rebuild }
    const work = async (tx: Db) => new Answer({ _id, isOn: await change(deps, tx, given) }, { status: 200 })
    return withIdempotencyKey(deps, request, work)
  }

/** Waits for a product; an alert above the limit removes the oldest. A product in stock is announced at once: the device was offline. */
export const addStockAlert = switching('addStockAlert', async (deps, tx, { param: fish_id, user, language }) => {
  const { id: account_id } = await lockUserForShare(tx, user.id)
  const row = required(await lockFish(tx, fish_id), noProduct)
  if (row.count_in_stock > 0) await notify(deps, tx, fish_id, [{ account_id, language }])
  if (row.count_in_stock > 0) return false
  await insertNew(tx, 'stock_alert', { fish_id, account_id, language, created_at: isoNow(deps.clock) })
  const oldest = listOwn(tx, account_id).offset(limits.stockAlerts).limit(limits.stockAlerts)
  for (const { fish_id } of await oldest.execute()) await deleteRows(tx, 'stock_alert', { fish_id, account_id })
  return true
})

export const removeStockAlert = switching('removeStockAlert', async (_deps, tx, { param: fish_id, user }) => {
  await deleteRows(tx, 'stock_alert', { fish_id, account_id: user.id })
  return false
})

/** What an account waits for, the newest first. */
function listOwn(db: Db, accountId: string) {
  const own = db.query.selectFrom('stock_alert').select('fish_id').where('account_id', '=', accountId)
  return own.orderBy('created_at', 'desc').orderBy('fish_id')
}

export const listStockAlerts: Handler<'listStockAlerts'> = async ({ db }, { user }) => {
  return { ids: (await listOwn(db, user.id).execute()).map(({ fish_id }) => fish_id) }
}
