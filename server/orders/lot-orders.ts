import { inEach, type Locale, nameIn } from '../../contract/locales.ts'
import { type LotOrder, lotKey, sumKilograms } from '../../contract/lots.ts'
import { offeredItems } from '../../contract/orders.ts'
import type { Loaded } from '../../contract/shipment/milestones.ts'
import { countedReports } from '../../contract/shipment/shipment-state.ts'
import { csvStyleOf, csvText } from '../../contract/texts/csv.ts'
import { noLot } from '../catalogue/lots.ts'
import { type Db, findRow } from '../db/database.ts'
import type { LotRow } from '../db/row-types.ts'
import type { Handler, Send } from '../http/pipeline.ts'
import { required } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { findOrder, lastEvent } from './order-queries.ts'
import { toOrder, toThread } from './order-view.ts'
import { listMilestones } from './read-event.ts'

/** What an order got of a lot, by container; what stands packed for it as long as nothing of the lot was loaded. */
async function rowsOf(deps: ServiceDeps, orderId: string, { lot, language }: { lot: LotRow; language: Locale }) {
  const stored = await findOrder(deps.db, orderId, lastEvent)
  const { offer } = (stored && toThread(stored).current) ?? {}
  if (!stored || !offer) return []
  const order = toOrder(stored, deps.clock.now())
  const events = await listMilestones(deps.db, orderId)
  const items = offeredItems(order.orderItems, offer)
  const company = order.parties?.company || order.user.name
  const inLines = ({ container, lines }: Pick<Loaded, 'container' | 'lines'>): LotOrder[] =>
    lines.flatMap(({ fishe, lots = [] }) => {
      const nets = lots.filter(({ code }) => lotKey(code) === lot.lot_key).map(({ net }) => net)
      const item = items.find((each) => each.fishe === fishe)
      const names = item && { trade_name: item.name, trade_name_fr: item.name_fr, trade_name_es: item.name_es }
      const line = names ? nameIn(names, language) : ''
      const { _id, reference } = order
      return nets.length > 0 ? [{ order: _id, reference, company, line, container, net: sumKilograms(nets) }] : []
    })
  const { of, loads } = countedReports(offer, events)
  const loaded = loads.flatMap(({ loaded: load }) => load ?? []).flatMap(inLines)
  const packed = of('packed')?.packed
  return loaded.length > 0 || !packed ? loaded : inLines({ container: '', ...packed })
}

/** The ids of the orders of which a report names a lot, newest first. */
async function listUsing(db: Db, lotId: string): Promise<string[]> {
  const using = db.query.selectFrom('lot_use').select('order_id').where('lot_id', '=', lotId)
  const orders = db.query.selectFrom('shop_order').select('id').where('id', 'in', using)
  return (await orders.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()).map(({ id }) => id)
}

const titles = [
  inEach('Lot', 'Lot', 'Lote'),
  inEach('Request', 'Demande', 'Solicitud'),
  inEach('Customer', 'Client', 'Cliente'),
  inEach('Product', 'Produit', 'Producto'),
  inEach('Container', 'Conteneur', 'Contenedor'),
  inEach('Net weight (kg)', 'Poids net (kg)', 'Peso neto (kg)'),
]

/** A recall list as a file. */
const sendList =
  (rows: readonly LotOrder[], { lot, language }: { lot: LotRow; language: Locale }): Send =>
  async (_request, reply) => {
    const cells = rows.map((row) => [lot.code, row.reference, row.company, row.line, row.container, row.net])
    const text = csvText([titles.map((title) => title[language]), ...cells], csvStyleOf(language))
    const name = lot.code.replace(/[^\w.-]+/g, '-')
    reply.header('content-disposition', `attachment; filename="lot-${name}.csv"`)
    return reply.type('text/csv; charset=utf-8').send(Buffer.from(text))
  }

/** Who got how much of a lot, the newest order first; corrected reports are left out. Refuses with `not-found`. */
export const listLotOrders: Handler<'listLotOrders'> = async (deps, { param: id, query: { format }, language }) => {
  const lot = required(await findRow(deps.db, 'lot', { id }), noLot)
  const rows: LotOrder[] = []
  for (const orderId of await listUsing(deps.db, id)) rows.push(...(await rowsOf(deps, orderId, { lot, language })))
  return format ? sendList(rows, { lot, language }) : rows
}
