import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { chunk } from '../ui/loading/chunk.ts'
import { lazyPart } from '../ui/loading/late-part.tsx'

/** The router passes the error to error screens, and nothing to others. */
type ScreenComponent = (props: { error: unknown }) => ReactNode

/** A screen that is loaded when it is opened, inside the shop's Chakra system. */
export function chakraScreen<N extends string>(
  load: () => Promise<Record<NoInfer<N>, ScreenComponent>>,
  name: N,
): AsyncRouteComponent<object> {
  const loadScreen = chunk(async () => {
    const [{ inChakra }, screens] = await Promise.all([import('../ui/chakra-region.tsx'), load()])
    const Screen: ScreenComponent = screens[name]
    // only error screens take a prop, which the router passes
    return { Screen: inChakra(Screen) as ComponentType<object> }
  })
  return lazyRouteComponent(loadScreen, 'Screen')
}

/** The navigation beside the screens of those who are signed in, where they have code of Chakra anyway. */
export const Sidebar = lazyPart(() => import('../ui/sidebar.tsx').then((module) => module.Sidebar))

/** A screen with the sidebar, which comes together with it: later, it would push the screen down. */
export const sidebarScreen: typeof chakraScreen = (load, name) =>
  chakraScreen(async () => (await Promise.all([load(), Sidebar.preload()]))[0], name)
