import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchTerms } from '../../contract/catalogue-query.ts'
import type { Customer, CustomerDetail } from '../../contract/customers.ts'
import { limits } from '../../contract/limits.ts'
import type { Offer } from '../../contract/offers.ts'
import { sumTonnes } from '../../contract/texts/quantity.ts'
import type { Db } from '../db/database.ts'
import type { OrderRow } from '../db/row-types.ts'
import { allOf, type LongList, listRows, searchConditions } from '../http/lists.ts'
import { answerList, type Handler } from '../http/pipeline.ts'
import { refuse } from '../http/refusal.ts'
import { findHead, listWhere } from './order-queries.ts'
import { readParties, toOrder, toThread } from './order-view.ts'

/** PostgreSQL counts in texts. */
type Group = Pick<OrderRow, 'id' | 'parties' | 'buyer_name' | 'country'> &
  Record<'first' | 'last', string> &
  Record<'people' | 'requests' | 'accepted', number | string>

/** Customers with counts and their newest request; only those of which a request meets the condition. */
function groupsWhere(db: Db, condition: RawBuilder<SqlBool> | undefined): LongList<Group> {
  const matching = condition ? sql`where customer in (select customer from shop_order where ${condition})` : sql``
  const newest = sql`select id from shop_order where customer = grouped.customer order by created_at desc, id desc limit 1`
  return {
    async count() {
      const counting = sql<{ size: number }>`select count(distinct customer) as size from shop_order ${matching}`
      return Number((await counting.execute(db.query)).rows[0]?.size ?? 0)
    },
    async rows({ offset, limit }) {
      const reading = sql<Group>`select id, parties, buyer_name, country, grouped.* from (
          select customer, min(created_at) as first, max(created_at) as last, count(distinct buyer_id) as people,
            sum(case when state = 'sealed' then 0 else 1 end) as requests,
            sum(case when state = 'accepted' then 1 else 0 end) as accepted
          from shop_order ${matching} group by customer order by max(created_at) desc, customer limit ${limit} offset ${offset}
        ) as grouped join shop_order on shop_order.id = (${newest})
        order by grouped.last desc, grouped.customer`
      return (await reading.execute(db.query)).rows
    },
  }
}

const toCustomer = ({ id, parties, buyer_name, country, first, last, ...counts }: Group): Customer => ({
  ...{ _id: id, company: readParties(parties)?.company ?? '', name: buyer_name, country, first, last },
  ...{ people: Number(counts.people), requests: Number(counts.requests), accepted: Number(counts.accepted) },
})

/** Customers, the one with the newest request first. A keyword searches what their requests are found by. */
export const listCustomers: Handler<'listCustomers'> = async ({ db }, { query }) => {
  const condition = allOf(searchConditions(searchTerms(query.keyword ?? '')))
  return answerList('/api/customers/', query, await listRows(query, groupsWhere(db, condition), toCustomer))
}

/** A customer by one of their requests, with all that these say. Refuses with `not-found`. */
export const getCustomer: Handler<'getCustomer'> = async ({ db, clock }, { param }) => {
  // no customer is an empty text
  const { customer = '' } = (await findHead(db, param)) ?? {}
  const own = sql<SqlBool>`customer = ${customer}`
  const [group] = await groupsWhere(db, own).rows({ offset: 0, limit: 1 })
  if (!group) throw refuse('not-found', { detail: 'There is no such customer.' })
  const stored = await listWhere(db, own).rows({ offset: 0, limit: limits.unpagedRows })
  const requests = stored.map((order) => toOrder(order, clock.now()))
  const persons = [...Map.groupBy(requests, ({ user }) => user._id).values()]
  const addresses = new Map(requests.map(({ shippingAddress }) => [JSON.stringify(shippingAddress), shippingAddress]))
  const threads = stored.map(toThread).filter(({ state }) => state === 'accepted')
  const accepted = new Set(threads.map(({ current }) => current?.id))
  const offers = await listOffers(db, own)
  const sold = Map.groupBy(
    offers.filter(({ id }) => accepted.has(id)),
    ({ offer }) => offer.currency,
  )
  const prices = new Map<string, CustomerDetail['prices'][number]>()
  for (const { id, order_id: order, at, offer } of offers) {
    const { reference = '', orderItems = [] } = requests.find(({ _id }) => _id === order) ?? {}
    for (const { fishe, price } of offer.lines) {
      const item = orderItems.find((each) => each.fishe === fishe)
      if (price === null || !item || prices.has(fishe)) continue
      const names = { name: item.name, name_fr: item.name_fr, name_es: item.name_es }
      const { currency } = offer
      prices.set(fishe, { fishe, ...names, currency, price, at, order, reference, isAccepted: accepted.has(id) })
    }
  }
  return {
    ...toCustomer(group),
    taxNumber: requests.map(({ parties }) => parties?.taxNumber).find(Boolean) ?? '',
    persons: persons.flatMap((all) => all.slice(0, 1).map(({ user }) => ({ ...user, requests: all.length }))),
    addresses: [...addresses.values()],
    orders: requests.map(({ _id, reference, created_at, state, orderItems, user: { name } }) => ({
      ...{ _id, reference, created_at, state, name, products: orderItems.length },
      quantity: sumTonnes(orderItems.map(({ qty }) => qty)),
    })),
    totals: [...sold].map(([currency, some]) => ({
      ...{ currency, orders: some.length, total: some.reduce((sum, { offer }) => sum + offer.total, 0) },
    })),
    prices: [...prices.values()],
  }
}

/** The offers of some orders and deals at other terms, newest first. */
async function listOffers(db: Db, condition: RawBuilder<SqlBool>) {
  const events = db.query.selectFrom('order_event').innerJoin('shop_order', 'shop_order.id', 'order_event.order_id')
  const made = events
    .select(['order_event.id', 'order_id', 'at', 'body'])
    .where('kind', 'in', ['offer', 'accept', 'agree'])
  const rows = await made.where(condition).orderBy('at', 'desc').orderBy('seq', 'desc').execute()
  return rows.flatMap(({ body, ...row }) => {
    // only this server writes the body; an acceptance names the id of its offer
    const { offer, deal = offer } = JSON.parse(body) as { offer?: Offer | string; deal?: Offer }
    return typeof deal === 'object' ? [{ ...row, offer: deal }] : []
  })
}
