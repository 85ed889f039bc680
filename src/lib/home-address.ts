/** The hash of the home page's first page: empty, or a query without a page. */
export const homeHash = /^(#\/?(\?(?!.*page=).*)?)?$/
