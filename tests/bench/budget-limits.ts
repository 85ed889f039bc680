/** kB, brotli 11. A change here is a decision: say why in docs/performance.md. */
export const limits = {
  'entry script and what it imports': 135,
  'all scripts of the home page': 185,
  "all scripts but the administrators'": 490,
  "the administrators' scripts": 90,
  'late scripts of orders': 30,
  worker: 72,
  'precache without pictures': 582,
} as const

/** Files of an order, its shipment, the paper of an offer and links to it: loaded when used (docs/decisions/011-two-budgets-for-scripts.md). */
export const lateScripts =
  /^assets\/(shipment-part|event-files|send-files|chosen-files|file-store|open-file|share-offer|paper-sheet)-/

/**
 * What the home page loads besides the entry, by the ends of their sources' names: what tools/build/first-screen-html.ts asks for
 * early, and what follows by itself when the page is up. What comes when somebody turns to a link is not among it.
 */
export const homeModules = [
  'app/start-app.tsx',
  'locales/en.po?first',
  'sync/catalogue-feed.ts',
  'workbox-window/build/workbox-window.prod.es5.mjs',
]
