import type { EventKind, OrderEvent } from '../../../contract/order-events.ts'
import {
  findCounter,
  findCurrentOffer,
  nextThread,
  refuseEvent,
  stateAt,
  type Thread,
} from '../../../contract/order-state.ts'
import { agreedOffer, wrongAcceptance } from '../../../contract/price-talk.ts'
import { foldThread } from '../../support/whole-thread.ts'
import type { ThreadMutation } from './mutation.ts'

type Refusal = ReturnType<typeof refuseEvent>

/** The server takes events of a kind in spite of a refusal. */
const takes = (kind: EventKind, ...codes: Refusal[]): ThreadMutation => ({
  server: {
    refuse(thread, event, who) {
      const refusal = refuseEvent(thread, event, who)
      return event.kind === kind && codes.includes(refusal) ? undefined : refusal
    },
  },
})

/** A fold that goes wrong at events of a kind. */
const folds = (kind: EventKind, wrong: (before: Thread, after: Thread) => Partial<Thread>): ThreadMutation => ({
  server: {
    fold: (events: readonly OrderEvent[]) =>
      events.reduce((before, event) => {
        const after = nextThread(before, event)
        return event.kind === kind ? { ...after, ...wrong(before, after) } : after
      }, foldThread([])),
  },
})

/** What is agreed on is made wrongly. */
const agrees = (
  wrong: (...given: Parameters<typeof agreedOffer>) => Partial<ReturnType<typeof agreedOffer>>,
): ThreadMutation => ({
  server: { agree: (offer, taken) => ({ ...agreedOffer(offer, taken), ...wrong(offer, taken) }) },
})

/** Acceptances with these errors are taken. */
const accepts = (...rules: string[]): ThreadMutation => ({
  server: { takes: (offer, lines) => wrongAcceptance(offer, lines).filter(({ rule }) => !rules.includes(rule)) },
})

const keepsCounter = ({ counter, state }: Thread): Partial<Thread> => (counter ? { counter, state } : {})

/** Bugs of the talk about prices, each where it could be made. */
export const talkMutants: Record<string, ThreadMutation> = {
  'the shop agrees to a counter that was replaced or taken back': takes('agree', 'counter-not-current'),
  'the shop agrees to a counter that has ended': takes('agree', 'counter-expired'),
  'the shop agrees over a message that was not read': takes('agree', 'order-changed'),
  'the shop agrees once more, after the deal': takes('agree', 'order-final'),
  'the buyer agrees in place of the shop': takes('agree', 'not-your-side'),
  'a counter answers an offer that was replaced': takes('counter', 'offer-not-current'),
  'a counter answers an offer that has expired': takes('counter', 'offer-expired'),
  'a counter follows the deal': takes('counter', 'order-final'),
  'a counter is taken back after the deal': takes('retract', 'order-final'),
  'a counter is taken back twice': takes('retract', 'counter-not-current'),
  'a message ends a counter': folds('message', ({ counter }) =>
    counter ? { counter: undefined, state: 'offered' } : {},
  ),
  'a counter that was taken back stands': folds('retract', keepsCounter),
  'a new offer leaves the counter': folds('offer', keepsCounter),
  'a withdrawal leaves the counter': folds('withdraw', keepsCounter),
  'a refusal leaves the counter': folds('decline', keepsCounter),
  'the second counter is not taken': folds('counter', ({ counter, state }) => (counter ? { counter, state } : {})),
  'a counter removes the offer': folds('counter', () => ({ current: undefined })),
  'the goods of a counter are those of the offer': folds('agree', ({ current }) => ({ current })),
  'the goods of a part are those of the whole': folds('accept', ({ current }) => ({ current })),
  'an agreed price is the one that was offered': agrees((offer, { lines }) =>
    agreedOffer(offer, { lines: lines.map(({ fishe, qty }) => ({ fishe, qty })) }),
  ),
  'agreed tonnes are those that were offered': agrees((offer, { lines }) =>
    agreedOffer(offer, {
      lines: lines.map((line) => ({ ...line, qty: offer.lines.find(({ fishe }) => fishe === line.fishe)?.qty ?? 0 })),
    }),
  ),
  'a deal has the lines that were not wanted': agrees((offer) => agreedOffer(offer, offer)),
  'a deal lacks the charges': agrees((offer, taken) => ({
    total: agreedOffer({ ...offer, charges: [] }, taken).total,
  })),
  'a deal keeps the total of the offer': agrees(({ total }) => ({ total })),
  'more is taken than was offered': accepts('maximum'),
  'less is taken than can be': accepts('minimum'),
  'a part is taken of what can only be taken whole': accepts('offeredTonnes', 'everyProduct'),
  'a counter never ends on a screen': {
    shown: (order, now) => (order.state === 'countered' ? order.state : stateAt(order, now)),
  },
  'an ended counter ends the offer on a screen': {
    shown: (order, now) =>
      order.state === 'countered' && stateAt(order, now) === 'offered' ? 'expired' : stateAt(order, now),
  },
  'a screen shows the last counter, even one that was taken back': {
    countered: ({ events }) => events.findLast(({ kind }) => kind === 'counter'),
  },
  'a screen shows the offer in place of the deal': {
    offered: (order) => findCurrentOffer({ ...order, events: order.events.map(({ deal: _, ...event }) => event) }),
  },
  'a screen knows a counter only from the newest events': {
    countered: ({ decision: _, ...order }) => findCounter(order),
  },
  'an answer lacks the counter that is older than its events': { server: { forgetsDecision: true } },
}
