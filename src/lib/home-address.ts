/** What stands behind the # of the plain home page: nothing, or a query that turns no page. */
export const homeHash = /^(#\/?(\?(?!.*page=).*)?)?$/
