import { startBackground } from '../background/background.ts'
import { watchTriggers } from '../background/triggers.ts'
import { Around } from './around.tsx'
import { CartCount } from './cart-count.tsx'
import { makeDeps } from './make-deps.ts'
import { SessionProvider } from './session-provider.tsx'
import { Unopened } from './unopened.tsx'

/** Everything that needs the database: one chunk, fetched beside the shell. */
export const dataLayer = { makeDeps, Around, CartCount, SessionProvider, Unopened, startBackground, watchTriggers }
