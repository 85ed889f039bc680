import type { OutboxPolicy } from '../../../src/sync/outbox.ts'
import type { accept } from '../../../src/sync/outbox-steps.ts'
import type { discard } from '../../../src/sync/sync.ts'
import type { ServerBugs } from './server.ts'

/** A known bug of stocks, injected where the product makes its decisions. */
export interface StockMutation {
  policy?: Partial<OutboxPolicy>
  accept?: typeof accept
  discard?: typeof discard
  server?: ServerBugs
}
