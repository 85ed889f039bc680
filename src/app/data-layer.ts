import { Around } from './around.tsx'
import { startBackground } from './background.ts'
import { CartCount } from './cart-count.tsx'
import { makeDeps } from './make-deps.ts'
import { SessionProvider } from './session-provider.tsx'
import { watchTriggers } from './triggers.ts'

/** Everything that needs the database: one chunk, fetched beside the shell. */
export const dataLayer = { makeDeps, Around, CartCount, SessionProvider, startBackground, watchTriggers }
