import type { OrderEvent } from '../../../../contract/order-events.ts'
import { type Dues, dues } from '../../../../contract/shipment/dues.ts'
import type { Shipment } from '../../../../contract/shipment/milestones.ts'
import { refuseGoods } from '../../../../contract/shipment/refuse-goods.ts'
import { correctedIds, foldShipment } from '../../../../contract/shipment/shipment-state.ts'
import type { ThreadMutation } from '../mutation.ts'

type Goods = Parameters<typeof refuseGoods>[0]
type Input = Parameters<typeof refuseGoods>[1]
type Events = readonly OrderEvent[]
type Folded = Parameters<typeof foldShipment>[0]

const folds = (change: (events: Events) => Events): ThreadMutation => ({
  server: { ship: (offer, events) => foldShipment(offer, change(events)) },
})
const ships = (change: (shipment: Shipment, events: Events, offer: Folded) => Shipment): ThreadMutation => ({
  server: { ship: (offer, events) => change(foldShipment(offer, events), events, offer) },
})
/** A server that does not refuse by a code, or by a rule of a field. */
const takes = (what: string, kind?: Input['kind']): ThreadMutation => ({
  server: {
    goods(goods, event, author) {
      const refusal = refuseGoods(goods, event, author)
      if (!refusal || (kind && event.kind !== kind)) return refusal
      if ('code' in refusal) return refusal.code === what ? undefined : refusal
      const fields = refusal.fields.filter(({ path, rule }) => rule !== what && !path.endsWith(what))
      return fields.length > 0 ? { fields } : undefined
    },
  },
})
/** A server that looks at other goods, or at another event, than it has. */
const looks = (change: (goods: Goods, event: Input, now: number) => [Goods, Input, number]): ThreadMutation => ({
  server: {
    goods(goods, event, { side, now }) {
      const [others, other, moment] = change(goods, event, now)
      return refuseGoods(others, other, { side, now: moment })
    },
  },
})
const owes = (change: (due: Dues, agreed: Parameters<typeof dues>[0]) => Dues): ThreadMutation => ({
  dues: (agreed, today) => change(dues(agreed, today), agreed),
})
function paidIn(events: Events) {
  const sumOf = (part: string) => events.reduce((sum, { paid }) => sum + (paid?.part === part ? paid.amount : 0), 0)
  return { deposit: sumOf('deposit'), balance: sumOf('balance') }
}

/** Bugs of lots, payments, claims and invoices, each injected where it could be made. */
export const goodsMutants: Record<string, ThreadMutation> = {
  'both confirmations of one report count': folds((events) =>
    events.map((event) => (event._id === 'd6' ? { ...event, confirms: 'another' } : event)),
  ),
  'of two confirmations the newest counts': folds((events) => {
    const wrong = correctedIds(events)
    const isAgain = ({ confirms }: OrderEvent, at: number) =>
      events.slice(at + 1).some((event) => event.confirms === confirms && !wrong.has(event._id))
    return events.filter((event, at) => event.confirms === undefined || !isAgain(event, at))
  }),
  'a corrected payment still counts': folds((events) =>
    events.filter(({ of }) => !events.some(({ _id, paid }) => _id === of && paid)),
  ),
  'a corrected confirmation still keeps its report': ships((shipment, events) => {
    const confirmed = events.map(({ confirms }) => confirms)
    return { ...shipment, reported: (shipment.reported ?? []).filter(({ _id }) => !confirmed.includes(_id)) }
  }),
  "the buyer's report counts as paid": ships((shipment, events) => {
    const wrong = correctedIds(events)
    return { ...shipment, paid: paidIn(events.filter(({ _id, confirms }) => !wrong.has(_id) && !confirms)) }
  }),
  'a confirmed report still waits': ships((shipment, events, offer) => {
    const { reported } = foldShipment(
      offer,
      events.map(({ confirms: _, ...event }) => event),
    )
    return { ...shipment, ...(reported && { reported }) }
  }),
  'the deposit counts twice with the milestone without an amount': ships((shipment, events, offer) => {
    const { paid } = foldShipment(
      offer,
      events.filter(({ step }) => step !== 'paid'),
    )
    const { deposit = 0, balance = 0 } = shipment.paid ?? {}
    const isTwice = paid !== undefined && deposit !== paid.deposit
    return isTwice ? { ...shipment, paid: { deposit: deposit + paid.deposit, balance } } : shipment
  }),
  "the buyer's milestone of the deposit counts as received": folds((events) =>
    events.map((event) => (event.step === 'deposit' ? { ...event, by: { ...event.by, side: 'shop' } } : event)),
  ),
  'a deposit is counted as the balance': folds((events) =>
    events.map((event) => (event.paid ? { ...event, paid: { ...event.paid, part: 'balance' } } : event)),
  ),
  'a refused claim stays open': folds((events) => events.filter(({ refused }) => refused === undefined)),
  'a settlement settles every claim': folds((events) => {
    const { credit } = events.find(({ kind }) => kind === 'settle') ?? {}
    return events.map((event) => (credit && event.kind === 'settle' ? { ...event, credit } : event))
  }),
  'a correction of another report takes a claim away': folds((events) =>
    events.some(({ kind }) => kind === 'correct') ? events.filter(({ kind }) => kind !== 'claim') : events,
  ),
  'the order of events matters': folds((events) => events.toReversed()),
  'the server takes a second confirmation of a report': takes('reportOfBuyer'),
  'the server takes the confirmation of a corrected report': looks((goods, event, now) => [
    { ...goods, events: goods.events.filter(({ kind }) => event.kind !== 'milestone' || kind !== 'correct') },
    event,
    now,
  ]),
  'a claim is settled twice': takes('claim-settled'),
  'a credit may be above the price': takes('amount'),
  'credits before this one are not looked at': looks((goods, event, now) => [
    { ...goods, events: goods.events.filter(({ kind }) => event.kind !== 'settle' || kind !== 'settle') },
    event,
    now,
  ]),
  'more is credited than was claimed': takes('kg', 'settle'),
  'more is claimed than was loaded': takes('kg', 'claim'),
  'each line of a claim is looked at alone': looks((goods, event, now) => [
    goods,
    event.kind === 'claim' ? { ...event, lines: event.lines.slice(0, 1) } : event,
    now,
  ]),
  'a claim is held against what was accepted, although less was loaded': looks((goods, event, now) => [
    { ...goods, events: goods.events.filter(({ loaded }) => event.kind !== 'claim' || !loaded) },
    event,
    now,
  ]),
  'the server takes a claim after its end': takes('claim-too-late'),
  'a report of any age counts from when it was written': looks((goods, event, now) => {
    const written = event.kind === 'claim' ? Date.parse(event.reportedAt ?? '') : now
    return [goods, event, Math.min(now, Number.isNaN(written) ? now : written)]
  }),
  'when a claim was written never counts': looks((goods, event, now) => {
    if (event.kind !== 'claim') return [goods, event, now]
    const { reportedAt: _, ...rest } = event
    return [goods, rest, now]
  }),
  'the days of a claim are those of the shop, not of the offer': looks((goods, event, now) => {
    const { claimDays: _, ...offer } = goods.offer
    return [{ ...goods, offer }, event, now]
  }),
  'the end of a claim is at midnight in Greenwich': looks((goods, event, now) => [
    { ...goods, timeZone: 'UTC' },
    event,
    now,
  ]),
  'a received container that was corrected starts the clock': looks((goods, event, now) => [
    { ...goods, events: goods.events.filter(({ kind }) => event.kind !== 'claim' || kind !== 'correct') },
    event,
    now,
  ]),
  'the tolerance is ignored for lots': looks((goods, event, now) => {
    const isByLots = event.kind === 'milestone' && event.loaded?.lines.some(({ lots }) => lots)
    return [isByLots ? { ...goods, offer: { ...goods.offer, tolerance: 50 } } : goods, event, now]
  }),
  'the sum of lots is not looked at': takes('sumOfLots'),
  'a lot may be there twice': takes('alreadyUsed'),
  'the total is that of the offer, although less was loaded': {
    dues: (agreed, today) => dues({ ...agreed, shipment: { ...agreed.shipment, loaded: [] } }, today),
  },
  'a due may be below zero': owes((due) => ({ ...due, open: due.total - due.credited - due.paid })),
  'a credit lowers nothing': {
    dues: (agreed, today) => dues({ ...agreed, shipment: { ...agreed.shipment, claims: [] } }, today),
  },
  'what the buyer has reported is taken as paid': owes((due, { shipment }) => {
    const { reported = [] } = shipment as Shipment
    const sum = reported.reduce((total, { amount }) => total + amount, 0)
    return { ...due, paid: due.paid + sum, open: Math.max(0, due.open - sum) }
  }),
  'a deposit above its share lowers nothing': owes((due, { shipment }) => {
    const above = Math.max(0, (shipment.paid?.deposit ?? 0) - (due.parts[0]?.amount ?? 0))
    return { ...due, open: due.open + above }
  }),
  'what is paid is overdue': owes((due) => ({
    ...due,
    parts: due.parts.map((part) => ({ ...part, isOverdue: part.day !== undefined && part.day < '2026-06-18' })),
  })),
  'an issued invoice follows what is corrected later': { server: { followsPapers: true } },
}
