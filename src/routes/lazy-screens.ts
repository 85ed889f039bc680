/*
 * The screens by area. Each area is fetched as one file: some thirty small ones would come in waves, a round trip apart,
 * and weigh more.
 */
export const buyerScreens = () => import('./buyer-screens.ts').then(({ screens }) => screens)
export const accountScreens = () => import('./account-screens.ts').then(({ screens }) => screens)
export const adminScreens = () => import('./admin-screens.ts').then(({ screens }) => screens)
