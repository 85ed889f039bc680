import { refuseEvent } from '../../../contract/order-state.ts'
import { shipmentSteps } from '../../../contract/shipment/milestones.ts'
import { refuseGoods } from '../../../contract/shipment/refuse-goods.ts'
import { foldShipment } from '../../../contract/shipment/shipment-state.ts'
import { nextOrderRow } from '../../../src/db/orders.ts'
import { isEventRow } from '../../../src/db/outbox-rows.ts'
import { replaceEvent } from '../../../src/sync/kinds.ts'
import { accept } from '../../../src/sync/outbox-steps.ts'
import { shipmentState } from '../../support/whole-thread.ts'
import type { ThreadMutation } from './mutation.ts'

type Ship = typeof foldShipment
type Events = Parameters<Ship>[1]

const ships = (ship: Ship): ThreadMutation => ({ server: { ship } })
const folds = (change: (events: Events) => Events): ThreadMutation =>
  ships((offer, events) => foldShipment(offer, change(events)))
/** A server that takes reports which it should refuse for this reason. */
const takes = (code: ReturnType<typeof refuseEvent>): ThreadMutation => ({
  server: {
    refuse(thread, event, who) {
      const refusal = refuseEvent(thread, event, who)
      const isReport = event.kind === 'milestone' || event.kind === 'correct'
      return isReport && refusal === code ? undefined : refusal
    },
  },
})
/** A server that takes more than the offer tolerates. */
const tolerates = (tolerance: number): ThreadMutation => ({
  server: {
    goods: (goods, event, author) => refuseGoods({ ...goods, offer: { ...goods.offer, tolerance } }, event, author),
  },
})
const sumOf = (events: Events) => {
  const sum = events.flatMap(({ loaded }) => loaded?.lines ?? []).reduce((tonnes, { qty }) => tonnes + qty, 0)
  return sum > 0 ? [{ fishe: 'hake', qty: Math.round(sum * 1000) / 1000 }] : []
}

/** Bugs of shipments, each injected where it could be made. */
export const shipmentMutants: Record<string, ThreadMutation> = {
  'a corrected report still counts': folds((events) => events.filter(({ kind }) => kind !== 'correct')),
  'a correction takes away every report of its step': folds((events) => {
    const wrong = events.flatMap(({ of }) => events.find(({ _id }) => _id === of)?.step ?? [])
    return events.filter(({ step }) => !step || !wrong.includes(step))
  }),
  'a second correction brings the report back': folds((events) => {
    const times = (id: string | undefined) => events.filter(({ of }) => of === id).length
    return events.filter(({ of }) => of === undefined || times(of) % 2 === 1)
  }),
  'a correction takes away the newest report': folds((events) => {
    const last = events.findLast(({ kind }) => kind === 'milestone')
    return events.map((event) => (event.kind === 'correct' && last ? { ...event, of: last._id } : event))
  }),
  'the newest report of a step counts': folds((events) => events.toReversed()),
  'the step is the one that was reported last': ships((offer, events) => {
    const shipment = foldShipment(offer, events)
    const last = events.findLast(({ _id }) => shipment.done.some((done) => done._id === _id))
    return { ...shipment, step: shipment.done.find(({ _id }) => _id === last?._id)?.step ?? null }
  }),
  'only steps without a gap are done': ships((offer, events) => {
    const shipment = foldShipment(offer, events)
    const gap = shipmentSteps.findIndex((step) => shipment.done.every((done) => done.step !== step))
    const done = shipment.done.filter(({ step }) => shipmentSteps.indexOf(step) < gap)
    return { ...shipment, done, step: done.at(-1)?.step ?? null }
  }),
  'one container that two people report counts twice': ships((offer, events) => {
    const shipment = foldShipment(offer, events)
    const wrong = new Set(events.flatMap(({ of }) => of ?? []))
    return { ...shipment, loaded: sumOf(events.filter(({ _id }) => !wrong.has(_id))) }
  }),
  'a further container never counts': ships((offer, events) => {
    const shipment = foldShipment(offer, events)
    const first = shipment.done.find(({ step }) => step === 'loaded')?._id
    return { ...shipment, loaded: sumOf(events.filter(({ _id }) => _id === first)) }
  }),
  'a further container counts, however much is in it': ships((offer, events) =>
    foldShipment({ ...offer, tolerance: 1000 }, events),
  ),
  'the server takes any quantity': tolerates(1e6),
  'the server looks at each line of a load alone': {
    server: {
      goods(goods, event, author) {
        if (event.kind !== 'milestone' || !event.loaded) return refuseGoods(goods, event, author)
        const { loaded } = event
        const alone = loaded.lines.map((line) => ({ ...event, loaded: { ...loaded, lines: [line] } }))
        return alone.map((each) => refuseGoods(goods, each, author)).find((each) => each !== undefined)
      },
    },
  },
  'the server forgets the tolerance of the offer': tolerates(20),
  'the server takes a report before the acceptance': takes('order-not-accepted'),
  'the server takes from the buyer what only the shop can know': takes('not-your-side'),
  'the server lets a report be made over what was not read': takes('order-changed'),
  'the buyer corrects what the shop has reported': {
    server: {
      goods: (goods, event, { now, side }) =>
        refuseGoods(goods, event, { now, side: event.kind === 'correct' ? 'shop' : side }),
    },
  },
  'the server folds the shipment over a part of the thread': { server: { shipsPart: true } },
  'the feed lacks the shipment': { server: { feedShips: 'nothing' } },
  'the feed has the shipment before its newest event': { server: { feedShips: 'late' } },
  'a device keeps the shipment that it had': {
    nextRow(saved, answer) {
      const row = nextOrderRow(saved, answer)
      const { shipment } = saved?.order ?? {}
      return row && shipment && shipment.done.length > 0 ? { ...row, order: { ...row.order, shipment } } : row
    },
  },
  'a device folds the shipment over the events that it has': { shipped: ({ events }) => shipmentState(events) },
  'a report that waits on the device counts already': {
    shipped({ shipment }, waiting) {
      const said = waiting.flatMap(({ payload: { body } }) => (body.kind === 'milestone' ? [body.step] : []))
      const step = shipmentSteps.findLast((each) => each === shipment?.step || said.includes(each))
      return shipment && { ...shipment, step: step ?? null }
    },
  },
  'a new report takes the place of the one that waits': {
    accept(all, entry, spare) {
      const change = accept(all, entry, spare)
      const { payload } = entry
      if (payload.kind !== 'order-event' || payload.body.kind !== 'milestone') return change
      const before = all.rows
        .filter(isEventRow)
        .find(
          (row) =>
            row.state === 'queued' && row.payload.order === payload.order && row.payload.body.kind === 'milestone',
        )
      return before ? { ...change, remove: [...(change.remove ?? []), before.id] } : change
    },
  },
  'a changed report is sent beside the first one': {
    replace(all, what, may) {
      const change = replaceEvent(all, what, may)
      return what.body.kind === 'milestone' ? { ...change, remove: [] } : change
    },
  },
}
