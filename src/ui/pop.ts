import { wantsMotion } from './wants-motion.ts'

/** Makes an element pop up briefly. The smallest part of framer-motion does it, fetched at the first call. */
export function pop(element: Element | null): void {
  if (!element || !wantsMotion()) return
  import('framer-motion/dom/mini').then(
    ({ animate }) => animate(element, { transform: ['scale(0.4)', 'scale(1)'] }, { duration: 0.3, ease: 'easeOut' }),
    () => undefined,
  )
}
