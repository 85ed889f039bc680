/** kB, brotli 11. A change here is a decision: say why in docs/performance.md. */
export const limits = {
  'entry script and what it imports': 135,
  'all scripts of the home page': 190,
  "all scripts but the administrators'": 402,
  "the administrators' scripts": 104,
  worker: 66,
  'precache without pictures': 445,
} as const

/**
 * What the home page loads besides the entry, by the ends of their sources' names: what tools/build/boot-script.ts asks for
 * early, and what follows by itself when the page is up. What comes when somebody turns to a link is not among it.
 */
export const homeModules = ['app/data-layer.tsx', 'locales/en.po', 'workbox-window/build/workbox-window.prod.es5.mjs']
