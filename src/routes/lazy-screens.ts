import { loadOtherTexts } from '../i18n/locale.ts'
import { loadSync } from '../sync/load-sync.ts'

/*
 * The screens by area. Each area is fetched as one file: some thirty small ones would come in waves, a round trip apart,
 * and weigh more. With it come the texts, and the outbox for screens from which something is sent or that end a session:
 * once they stand, a request can be kept without a connection.
 */
export const buyerScreens = () =>
  Promise.all([import('./buyer-screens.ts'), loadOtherTexts(), loadSync()]).then(([{ screens }]) => screens)
export const accountScreens = () =>
  Promise.all([import('./account-screens.ts'), loadOtherTexts(), loadSync()]).then(([{ screens }]) => screens)
export const adminScreens = () =>
  Promise.all([import('./admin-screens.ts'), loadOtherTexts()]).then(([{ screens }]) => screens)
