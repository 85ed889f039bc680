/**
 * Route options: HEAD answers with the headers of GET. For routes outside the API, whose calls name HEAD among their
 * methods.
 */
export const withHead = { exposeHeadRoute: true }
