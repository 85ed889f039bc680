/** Number of products in the first paint; the rule `.fresh` in first-screen.css delays the others. */
export const firstProducts = 4

/** Element id of the last of these products. */
export const lastFirstProduct = 'last-first-product'

/** Id of the element with the shop's settings in a prerendered home page. */
export const embeddedShopId = 'embedded-shop'

/**
 * For the head of a prerendered home page. The browser delays its first paint until it has parsed the last of these
 * products, because each partial paint costs a slow processor another layout.
 */
export const paintAtOnce = `<link rel="expect" href="#${lastFirstProduct}" blocking="render">`
