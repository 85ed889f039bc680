import { loadOtherTexts } from '../i18n/locale.ts'
import { loadSync } from '../sync/load-sync.ts'

/*
 * The screens by area. Each area is fetched as one file: some thirty small ones would come in waves, a round trip apart,
 * and weigh more. With it come the texts, and the outbox for screens from which something is sent or that end a session:
 * once they stand, a request can be kept without a connection.
 */
export const buyerScreens = once(() =>
  Promise.all([import('./buyer-screens.ts'), loadOtherTexts(), loadSync()]).then(([{ screens }]) => screens),
)
export const accountScreens = once(() =>
  Promise.all([import('./account-screens.ts'), loadOtherTexts(), loadSync()]).then(([{ screens }]) => screens),
)
export const adminScreens = once(() =>
  Promise.all([import('./admin-screens.ts'), loadOtherTexts()]).then(([{ screens }]) => screens),
)

/** Asks again only after a failure: to import what is there already takes a few turns of the event loop each time. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= load().catch((error: unknown) => {
      asked = undefined
      throw error
    })
    return asked
  }
}
