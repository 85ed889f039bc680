import type { OutboxPolicy } from '../../src/sync/outbox.ts'
import type { accept } from '../../src/sync/outbox-steps.ts'
import type { OutboxEnv, OutboxStore } from '../../src/sync/outbox-types.ts'
import type { ServerModel } from './server-model.ts'

/** A known bug, put in where the product takes its decisions as parameters. */
export interface Mutation {
  policy?: Partial<OutboxPolicy>
  accept?: typeof accept
  keeper?: (store: OutboxStore) => OutboxStore
  env?: (env: OutboxEnv) => OutboxEnv
  server?: (server: ServerModel) => void
  /** logging out throws away what waits, although the person chose to keep it */
  logoutDiscards?: boolean
}
