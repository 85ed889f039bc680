import type { findCounter, findCurrentOffer, stateAt } from '../../../contract/order-state.ts'
import type { Order } from '../../../contract/orders.ts'
import type { dues } from '../../../contract/shipment/dues.ts'
import type { Shipment } from '../../../contract/shipment/milestones.ts'
import type { fedPage, isSameFeed } from '../../../src/db/order-store.ts'
import type { nextOrderRow } from '../../../src/db/orders.ts'
import type { EventRow } from '../../../src/db/outbox-rows.ts'
import type { replaceEvent } from '../../../src/sync/kinds.ts'
import type { pullOrders } from '../../../src/sync/order-feed.ts'
import type { OutboxPolicy } from '../../../src/sync/outbox.ts'
import type { accept } from '../../../src/sync/outbox-steps.ts'
import type { discard } from '../../../src/sync/sync.ts'
import type { ServerBugs } from './server.ts'

/** A known bug of threads, injected where the product makes its decisions. */
export interface ThreadMutation {
  policy?: Partial<OutboxPolicy>
  accept?: typeof accept
  discard?: typeof discard
  replace?: typeof replaceEvent
  nextRow?: typeof nextOrderRow
  fed?: typeof fedPage
  sameFeed?: typeof isSameFeed
  pull?: (pull: typeof pullOrders) => typeof pullOrders
  shown?: typeof stateAt
  /** the offer, or what was agreed on, and the counter that a device shows */
  offered?: typeof findCurrentOffer
  countered?: typeof findCounter
  /** where the goods are on the screens of a device */
  shipped?: (order: Order, waiting: readonly EventRow[]) => Shipment | undefined
  /** what a device shows as due */
  dues?: typeof dues
  server?: ServerBugs
  /** in the model of the disk: what happens at a logout and after it */
  leavesOrders?: boolean
  writesAfterLogout?: boolean
}
