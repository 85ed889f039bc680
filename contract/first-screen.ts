/** So many products are painted first; the rule `.fresh` in first-screen.css holds the others back. */
export const firstProducts = 4

/** The id of the last of them. */
export const lastFirstProduct = 'last-first-product'

/** The id of the element with the settings of the shop, in a page that has the home page in it. */
export const givenShopId = 'given-shop'

/**
 * Goes into the head of a page that has the home page in it, from the server or from the worker: the browser paints when
 * it has read that product, once, and not each piece as it comes. Pieces cost a slow processor a layout each.
 */
export const paintAtOnce = `<link rel="expect" href="#${lastFirstProduct}" blocking="render">`
