/** Brings the outbox's code. Screens from which something is sent wait for it as for their own (src/routes/lazy-screens.ts). */
export const loadSync = () => import('./sync.ts')
