import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { lazyPart, loadChunk } from '../ui/loading/lazy-part.tsx'

/** A screen that is loaded when it is opened, inside the shop's Chakra system. */
export function chakraScreen<N extends string>(
  load: () => Promise<Record<NoInfer<N>, ComponentType>>,
  name: N,
): AsyncRouteComponent<object> {
  const loadScreen = async () => {
    const [{ inChakra }, screens] = await Promise.all([import('../ui/chakra-region.tsx'), load()])
    return { Screen: inChakra(screens[name]) }
  }
  return lazyRouteComponent(() => loadChunk(loadScreen), 'Screen')
}

/** The navigation beside the screens of those who are signed in, where they have code of Chakra anyway. */
export const Sidebar = lazyPart(() => import('../ui/sidebar.tsx').then((module) => module.Sidebar))

/** A screen with the sidebar, which comes together with it: later, it would push the screen down. */
export const sidebarScreen: typeof chakraScreen = (load, name) =>
  chakraScreen(async () => (await Promise.all([load(), Sidebar.preload()]))[0], name)
