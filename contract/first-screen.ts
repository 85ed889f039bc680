/** The id of the heading under the first products of the home page. */
export const belowFirstProducts = 'all-title'

/** The id of the element with the settings of the shop, in a page that has the home page in it. */
export const givenShopId = 'given-shop'

/**
 * Goes into the head of a page that has the home page in it, from the server or from the worker: the browser paints when
 * it has read as far as that heading, once, and not each piece as it comes. Pieces cost a slow processor a layout each.
 */
export const paintAtOnce = `<link rel="expect" href="#${belowFirstProducts}" blocking="render">`
