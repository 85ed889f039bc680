import type { Choices } from '../../choices.ts'
import { playThreads, type ThreadOptions, type ThreadOutcome } from '../history.ts'
import { GoodsLedger } from './ledger.ts'
import { GoodsPeople } from './person.ts'
import { GoodsServer } from './server.ts'

/** Plays one history of an accepted order: lots, payments, claims and invoices, on the devices of threads. */
export const playGoods = (choices: Choices, options?: ThreadOptions): Promise<ThreadOutcome> =>
  playThreads(choices, options, { Server: GoodsServer, Ledger: GoodsLedger, People: GoodsPeople })
