import { createStore } from '../lib/store.ts'
import type { boardSearch } from './root.ts'

/** Tab, keyword and page of the board when it was left, for the way back to it. */
export const lastBoard = createStore<ReturnType<typeof boardSearch>>({})
