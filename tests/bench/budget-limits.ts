/** kB, brotli 11 (issue: 'Fast on a poor phone and a poor link'). A change here is a decision: say why in docs/performance.md, which also says what is aimed at. */
export const limits = {
  'entry script and what it imports': 115,
  'all scripts of the home page': 158,
  'all scripts': 264,
  worker: 45,
  'precache without pictures': 300,
} as const

/**
 * What the home page loads besides the entry, by the ends of their sources' names: what src/app/boot-script.ts asks for
 * early, and what follows when the page is up.
 */
export const homeModules = ['app/data-layer.ts', 'locales/en.po', 'features/newsletter/newsletter-form.tsx']
