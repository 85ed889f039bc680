import { wantsMotion } from './wants-motion.ts'

/** Makes an element of the page's frame jump, by the smallest part of framer-motion, which is fetched with the first one. */
export function pop(element: Element | null): void {
  if (!element || !wantsMotion()) return
  import('framer-motion/dom/mini').then(
    ({ animate }) => animate(element, { transform: ['scale(0.4)', 'scale(1)'] }, { duration: 0.3, ease: 'easeOut' }),
    () => undefined,
  )
}
