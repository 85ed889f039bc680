import { refuseEvent, stateAt } from '../../../contract/order-state.ts'
import type { OrderChanges } from '../../../contract/orders.ts'
import type { Api, CallInput } from '../../../src/api/api-client.ts'
import { fedPage } from '../../../src/db/order-store.ts'
import { nextOrderRow } from '../../../src/db/orders.ts'
import { isEventRow } from '../../../src/db/outbox-rows.ts'
import { replaceEvent } from '../../../src/sync/kinds.ts'
import { accept, claim, settle } from '../../../src/sync/outbox-steps.ts'
import { discard } from '../../../src/sync/sync.ts'
import { orderState } from '../../support/whole-thread.ts'
import { conflictMutants } from '../mutants-conflicts.ts'
import { shipmentMutants } from './mutants-shipment.ts'
import { talkMutants } from './mutants-talk.ts'
import { waitingMutants } from './mutants-waiting.ts'
import type { ThreadMutation } from './mutation.ts'

type Refusal = ReturnType<typeof refuseEvent>

const lets = (...codes: Refusal[]): ThreadMutation => ({
  server: {
    refuse(thread, event, who) {
      const refusal = refuseEvent(thread, event, who)
      return codes.includes(refusal) ? undefined : refusal
    },
  },
})
const pagesAs = (change: (page: OrderChanges) => OrderChanges): ThreadMutation => ({
  pull: (pull) => (given) => {
    const call = async (name: 'orderChanges', input: CallInput<'orderChanges'>) => {
      const reply = await given.api.call(name, input)
      return reply.ok ? { ...reply, body: change(reply.body) } : reply
    }
    // the pull makes only this call
    return pull({ ...given, api: { call } as unknown as Pick<Api, 'call'> })
  },
})

/** Bugs of threads, each injected where it could be made. */
export const threadMutants: Record<string, ThreadMutation> = {
  ...conflictMutants,
  ...waitingMutants,
  ...shipmentMutants,
  ...talkMutants,
  'the server takes a yes to an offer that was replaced': lets('offer-not-current'),
  'the server takes a yes to an offer that has expired': lets('offer-expired'),
  'the server lets an offer be made over a message that was not read': lets('order-changed'),
  'the server lets a closed deal be changed': lets('order-final'),
  'the server knows no keys': { server: { dedupes: false } },
  'the feed forgets a withdrawal': { server: { forgetsChange: true } },
  'an event overtakes one that stepped aside or waits': {
    policy: {
      claim(all, now) {
        const last = all.rows.findLast((row) => isEventRow(row) && row.state === 'queued')
        return claim({ ...all, rows: last ? [last] : all.rows }, now)
      },
    },
  },
  'one that needs attention holds every other order, too': {
    policy: {
      claim(all, now) {
        const isStuck = all.rows.some((row) => row.state === 'attention' && row.userId === all.session?.userId)
        return isStuck ? { result: undefined } : claim(all, now)
      },
    },
  },
  'what waits behind a discarded event goes with it': {
    discard(all, id) {
      const change = discard(all, id)
      const row = all.rows.find((each) => each.id === id)
      const behind = all.rows.filter(
        (each) =>
          row && isEventRow(row) && isEventRow(each) && each.payload.order === row.payload.order && each.seq > row.seq,
      )
      return { ...change, remove: [...(change.remove ?? []), ...(change.result ? behind.map((each) => each.id) : [])] }
    },
  },
  'what is said instead goes to the end': {
    replace(all, what, may) {
      const change = replaceEvent(all, what, may)
      const last = Math.max(0, ...all.rows.map(({ seq }) => seq))
      return { ...change, put: (change.put ?? []).map((row) => ({ ...row, seq: last + 1 })) }
    },
  },
  'what was taken back stays beside what is said instead': {
    replace: (all, what, may) => ({ ...replaceEvent(all, what, may), remove: [] }),
  },
  'what is said instead goes under the old id': {
    replace(all, what, may) {
      const change = replaceEvent(all, what, may)
      return { result: change.result, put: (change.put ?? []).map((row) => ({ ...row, id: what.id })) }
    },
  },
  'what was tried can be replaced': {
    replace: (all, what) => replaceEvent(all, what, ({ state }) => state !== 'done'),
  },
  'a double click says it twice': { accept: (all, entry, spare) => accept(all, { ...entry, id: spare }, spare) },
  'an event is shown as sent before the answer': {
    policy: {
      claim(all, now) {
        const change = claim(all, now)
        return { ...change, put: (change.put ?? []).map((row) => ({ ...row, state: 'done' as const })) }
      },
    },
  },
  'the person who is signed in says what others said': {
    policy: {
      claim(all, now) {
        const row = all.rows.find(({ state, userId }) => state === 'waiting-login' && userId !== all.session?.userId)
        if (!row || !all.session) return claim(all, now)
        const next = { ...row, state: 'sending' as const, attempts: row.attempts + 1 }
        return { result: { row: next, token: all.session.token }, put: [next] }
      },
    },
  },
  'an older answer replaces a newer one': {
    nextRow: (saved, answer) => nextOrderRow(saved && { ...saved, during: -1 }, answer),
  },
  'an answer that ends after the logout is saved': {
    policy: {
      settle(all, outcome) {
        const change = settle(all, outcome)
        const row = all.rows.find(({ id }) => id === outcome.id)
        const order = outcome.verdict.kind === 'done' ? outcome.verdict.order : undefined
        return row && order
          ? { ...change, answer: { userId: row.userId, order, at: outcome.now, isNew: true } }
          : change
      },
    },
  },
  'a logout leaves the orders there': { leavesOrders: true },
  'a pull that ends after the logout writes': { writesAfterLogout: true },
  'an interrupted fill counts as complete': { fed: (feed, page) => ({ ...fedPage(feed, page), isComplete: true }) },
  'what changes while the first pages come is forgotten': {
    fed: (feed, page) => fedPage({ ...feed, phase: 'catch-up' }, page),
  },
  'what was deleted stays': pagesAs((page) => ({ ...page, deleted: [] })),
  'the cursor runs ahead of the page': pagesAs((page) =>
    page.more ? { ...page, changed: page.changed.slice(0, 1) } : page,
  ),
  "the device's own clock ends an offer": {
    shown: (order, serverAt) => stateAt(order, serverAt + 10 * 86_400_000),
  },
  'a state never changes without an event': { shown: ({ state }) => state },
  'an answer replaces the thread of which it has a part': {
    nextRow: (saved, answer) => nextOrderRow(saved && { ...saved, order: { ...saved.order, events: [] } }, answer),
  },
  'an event that comes twice is there twice': {
    nextRow(saved, answer) {
      const row = nextOrderRow(saved, answer)
      const isDouble = saved && row && saved.order.events.some(({ seq }) => seq === answer.order.events[0]?.seq)
      return isDouble ? { ...row, order: { ...row.order, events: [...saved.order.events, ...row.order.events] } } : row
    },
  },
  'nobody asks for a gap': {
    pull: (pull) => (given) => pull({ ...given, store: { ...given.store, listGaps: async () => [] } }),
  },
  'a gap is remembered at a wrong number': {
    nextRow(saved, answer) {
      const row = nextOrderRow(saved, answer)
      return row && { ...row, ...(row.gap !== undefined && { gap: row.gap - 1 }) }
    },
  },
  'the state is folded over the part that is there': {
    shown: ({ events }, serverAt) => orderState(events, serverAt),
  },
  'a page of a thread skips an event': { server: { skipsEvent: true } },
  'an answer lacks the current offer that is older than its events': { server: { forgetsOffer: true } },
}
