import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A part drawn by Chakra on a screen that does without it: fetched when it is first rendered, in a region of its own. */
export function lazyInChakra<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    const [{ inChakra }, Part] = await Promise.all([import('./chakra-region.tsx'), load()])
    return { default: inChakra(Part) }
  })
}
