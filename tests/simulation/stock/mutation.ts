import type { OutboxPolicy } from '../../../src/data/outbox/outbox.ts'
import type { accept } from '../../../src/data/outbox/outbox-steps.ts'
import type { discard } from '../../../src/data/outbox/sync.ts'
import type { ServerBugs } from './server.ts'

/** A known bug of stocks, injected where the product makes its decisions. */
export interface StockMutation {
  policy?: Partial<OutboxPolicy>
  accept?: typeof accept
  discard?: typeof discard
  server?: ServerBugs
}
