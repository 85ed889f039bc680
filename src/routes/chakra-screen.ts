import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'

/** What every screen can be given: the router gives error screens their error and all others nothing. */
type ScreenGiven = (props: { error: unknown }) => ReactNode

/** A screen that is fetched when it is opened, inside the shop's Chakra system. */
export function chakraScreen<N extends string>(
  load: () => Promise<Record<NoInfer<N>, ScreenGiven>>,
  name: N,
): AsyncRouteComponent<object> {
  return lazyRouteComponent(async () => {
    const [{ inChakra }, screens] = await Promise.all([import('../ui/chakra-region.tsx'), load()])
    const Screen: ScreenGiven = screens[name]
    // only error screens ask for the error that the router gives them
    return { Screen: inChakra(Screen) as ComponentType<object> }
  }, 'Screen')
}
