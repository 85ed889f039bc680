/** kB, brotli 11 (issue: 'Fast on a poor phone and a poor link'). A change here is a decision: say why in docs/performance.md, which also says what is aimed at. */
export const limits = {
  'entry script and what it imports': 115,
  'all scripts of the home page': 150,
  'all scripts': 260,
  worker: 40,
  'precache without pictures': 300,
} as const

/**
 * What the home page loads besides the entry, by the ends of their sources' names: what src/app/boot-script.ts asks for
 * early, and what follows by itself when the page is up. What comes when somebody turns to a link is not among it.
 */
export const homeModules = [
  'app/data-layer.ts',
  'locales/en.po',
  'features/newsletter/newsletter-form.tsx',
  'workbox-window/build/workbox-window.prod.es5.mjs',
]
