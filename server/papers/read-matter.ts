import { createHash } from 'node:crypto'
import type { InvalidField } from '../../contract/fields.ts'
import { type Locale, toLocale } from '../../contract/locales.ts'
import { type LotWeight, lotKey } from '../../contract/lots.ts'
import type { Offer } from '../../contract/offers.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import { findCurrentOffer } from '../../contract/order-state.ts'
import type { Order } from '../../contract/orders.ts'
import { type Credited, customsFields, type PaperGoods, type PaperMatter } from '../../contract/papers/paper-content.ts'
import { unprintableFields } from '../../contract/papers/paper-parts.ts'
import { neededFor, type PaperInput, type PaperKind } from '../../contract/papers/papers.ts'
import type { Seller } from '../../contract/papers/parties.ts'
import type { Loaded, LoadedLine } from '../../contract/shipment/milestones.ts'
import { countedReports } from '../../contract/shipment/shipment-state.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import { dayIn } from '../../contract/texts/shop-day.ts'
import { toLot } from '../catalogue/lots.ts'
import type { Db } from '../db/database.ts'
import type { PaperRow } from '../db/row-types.ts'
import type { StoredOrder } from '../orders/order-queries.ts'
import { toOrder } from '../orders/order-view.ts'
import { listMilestones } from '../orders/read-event.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { readSeller } from './seller.ts'

/** An order with the other data of its papers. */
export interface Known {
  order: Order
  seller: Seller
  shop: ShopSettings
  /** newest first */
  papers: readonly PaperRow[]
  /** the accepted one */
  offer: Offer | undefined
  agreedOn: string
  containers: readonly Loaded[]
  goods: PaperGoods
  /** about the goods, oldest first */
  events: readonly OrderEvent[]
}

/** The lots with these codes, by the keys of their codes. */
async function readLots(db: Db, codes: readonly string[]): Promise<PaperGoods['lots']> {
  const keys = [...new Set(codes.map(lotKey))]
  if (keys.length === 0) return {}
  const rows = await db.query.selectFrom('lot').selectAll().where('lot_key', 'in', keys).execute()
  return Object.fromEntries(rows.map((row) => [row.lot_key, toLot(row)]))
}

async function readProducts(db: Db, ids: readonly string[]): Promise<PaperGoods['products']> {
  if (ids.length === 0) return {}
  const query = db.query.selectFrom('fish').select(['id', ...customsFields])
  const rows = await query.where('id', 'in', ids).execute()
  return Object.fromEntries(rows.map(({ id, ...product }) => [id, product]))
}

const lotsOf = (lines: readonly LoadedLine[]): LotWeight[] => lines.flatMap(({ lots = [] }) => lots)
const linesOf = (containers: readonly Loaded[]) => containers.flatMap(({ lines }) => lines)

export async function readKnown(deps: ServiceDeps, db: Db, stored: StoredOrder): Promise<Known> {
  const order = toOrder(stored, deps.clock.now())
  const shop = await getShopSettings(deps, db)
  const offer = order.state === 'accepted' ? findCurrentOffer(order)?.offer : undefined
  const events = offer ? await listMilestones(db, stored.id) : []
  const { of, loads } = countedReports(offer ?? { lines: [] }, events)
  const containers = loads.flatMap(({ loaded }) => loaded ?? [])
  const packed = of('packed')?.packed?.lines ?? []
  const codes = lotsOf([...linesOf(containers), ...packed]).map(({ code }) => code)
  const ids = offer?.lines.map(({ fishe }) => fishe) ?? []
  const papers = db.query.selectFrom('paper').selectAll().where('order_id', '=', stored.id)
  const [products, lots] = [await readProducts(db, ids), await readLots(db, codes)]
  return {
    ...{ order, shop, offer, containers, events },
    seller: await readSeller(deps, db),
    papers: await papers.orderBy('at', 'desc').orderBy('number', 'desc').execute(),
    agreedOn: dayIn(shop.timeZone, Date.parse(stored.events.at(-1)?.state_at ?? stored.created_at)),
    goods: { products, lots, packed, booked: of('booked')?.booked },
  }
}

/** A claim that was settled by a credit, and the invoice that it belongs to. */
function findCredited({ events, papers, shop }: Known, id: string | undefined): Credited | undefined {
  const claim = events.find((each) => each.kind === 'claim' && each._id === id)
  // of two settlements the first counts
  const settled = events.find((each) => each.kind === 'settle' && each.claim === id)
  if (!claim || !settled?.credit) return undefined
  return {
    invoice: papers.find(({ kind }) => kind === 'invoice')?.number ?? '',
    on: dayIn(shop.timeZone, Date.parse(claim.at)),
    lines: settled.credit,
    reasons: (claim.lines ?? []).flatMap(({ fishe, reason }) => (reason ? [{ fishe, reason }] : [])),
  }
}

/** The content of a paper of an order as it would be now; undefined where no offer was accepted. */
export function matterOf(known: Known, { kind, language, claim }: PaperInput): PaperMatter | undefined {
  const { order, seller, shop, offer, containers, goods, agreedOn } = known
  if (!offer) return undefined
  const own = toLocale(order.language) ?? 'en'
  const chosen: Locale = language === undefined || language === 'both' ? own : language
  return {
    ...{ kind, language: chosen, isPlain: language !== undefined && language !== 'both' },
    ...{ order, offer, seller, shop, bank: seller.bank, goods, agreedOn },
    containers: kind === 'proforma' ? [] : containers,
    ...(kind === 'credit' && { credited: findCredited(known, claim) }),
  }
}

/** What certificates ask for about each lot. */
const lotFields = ['area', 'caughtFrom', 'plant', 'producedOn', 'bestBefore'] as const
/** Lots that a refusal names. */
const mostLots = 20

/** The lots that lack what certificates ask for, as `lots.CODE`; `lots` where lines name none. */
function lackingLots({ containers, goods: { lots } }: Known): string[] {
  const lines = linesOf(containers)
  const codes = new Map(lotsOf(lines).map(({ code }) => [lotKey(code), code]))
  const lacking = [...codes].filter(([key]) => lotFields.some((field) => !lots[key]?.[field]))
  const named = lacking.slice(0, mostLots).map(([, code]) => `lots.${code}`)
  return lines.some((line) => !line.lots) ? ['lots', ...named] : named
}

/** What a paper of an order cannot be without and lacks, and what of it cannot be printed. */
export function lackOf(known: Known, { kind, claim }: PaperInput, matter: PaperMatter | undefined): InvalidField[] {
  const { order, seller, shop, papers, events } = known
  const isCreditable = events.some(({ kind, credit }) => kind === 'settle' && credit)
  const has = {
    'seller.legalName': seller.legalName !== '',
    'seller.taxNumber': seller.taxNumber !== '',
    'seller.approvalNumber': seller.approvalNumber !== '',
    'shop.street': shop.street !== '',
    bank: seller.bank !== undefined,
    loaded: (order.shipment?.loaded ?? []).length > 0,
    lots: true,
    credit: isCreditable,
    invoice: papers.some((paper) => paper.kind === 'invoice'),
  }
  const missing: string[] = neededFor[kind].filter((field) => !has[field])
  if (kind === 'data-sheet') missing.push(...lackingLots(known))
  const wrong: InvalidField[] = missing.map((path) => ({ path, rule: 'required' }))
  if (matter && kind === 'credit' && isCreditable && !matter.credited)
    wrong.push({ path: 'claim', rule: claim === undefined ? 'required' : 'claimOfOrder' })
  const letters = matter ? unprintableFields(matter) : []
  return [...wrong, ...letters.map((path) => ({ path, rule: 'allowedCharacters' as const }))]
}

const kindsOfLoading: readonly PaperKind[] = ['packing', 'invoice', 'data-sheet']

/** Stands for the loaded goods in papers that list them; null for others. */
export const loadedMark = ({ kind, containers }: Pick<PaperMatter, 'kind' | 'containers'>): string | null =>
  kindsOfLoading.some((each) => each === kind)
    ? createHash('sha256').update(JSON.stringify(containers)).digest('base64url')
    : null
