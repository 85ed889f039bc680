import { startBackground } from './background.ts'
import { makeDeps } from './make-deps.ts'
import { SessionProvider } from './session-provider.tsx'
import { watchTriggers } from './triggers.ts'

/** Everything that needs the database: one chunk, fetched beside the shell. */
export const dataLayer = { makeDeps, SessionProvider, startBackground, watchTriggers }
