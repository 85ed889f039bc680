import type { ComponentType } from 'react'
import { latePart, type Stands } from './late-part.tsx'

/** A `latePart` made of Chakra components, for places outside a `ChakraRegion`: the page's frame does not load Chakra. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, stands?: Stands<P>) {
  return latePart(async () => {
    const [{ inChakra }, part] = await Promise.all([import('../chakra-region.tsx'), load()])
    return inChakra(part)
  }, stands)
}
