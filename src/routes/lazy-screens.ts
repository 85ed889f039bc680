import { loadSync } from '../sync/load-sync.ts'

/*
 * The screens by area. Each area is fetched as one file: some thirty small ones would come in waves, a round trip apart,
 * and weigh more. Those from which something is sent or that end a session open together with the outbox: once they
 * stand, a request can be kept without a connection.
 */
export const buyerScreens = () =>
  Promise.all([import('./buyer-screens.ts'), loadSync()]).then(([{ screens }]) => screens)
export const accountScreens = () =>
  Promise.all([import('./account-screens.ts'), loadSync()]).then(([{ screens }]) => screens)
export const adminScreens = () => import('./admin-screens.ts').then(({ screens }) => screens)
