import type { isPending, OutboxStore } from '../../src/db/outbox-rows.ts'
import type { isRevocable } from '../../src/sync/kinds.ts'
import type { OutboxEnv, OutboxPolicy } from '../../src/sync/outbox.ts'
import type { accept } from '../../src/sync/outbox-steps.ts'
import type { discard, editAgain, removeAllOf } from '../../src/sync/sync.ts'
import type { ServerModel } from './server-model.ts'

/** A known bug, injected where the product gets its decisions as parameters. */
export interface Mutation {
  policy?: Partial<OutboxPolicy>
  accept?: typeof accept
  discard?: typeof discard
  editAgain?: typeof editAgain
  removeAllOf?: typeof removeAllOf
  /** what the screens count and allow */
  isPending?: typeof isPending
  isRevocable?: typeof isRevocable
  /** the store through which entries are saved */
  saving?: (store: OutboxStore) => OutboxStore
  env?: (env: OutboxEnv) => OutboxEnv
  /** no lock although the device has locks */
  unlocked?: boolean
  server?: (server: ServerModel) => void
  /** the logout discards pending entries, although the person chose otherwise */
  logoutDiscards?: boolean
}
