import { type ComponentType, lazy, Suspense, useState } from 'react'

/**
 * A Chakra component that is fetched at its first render, so that the page's frame does not load Chakra. `Plain` is shown
 * until then, and for the whole visit if the fetch fails. `preload` fetches it earlier.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, Plain: ComponentType<P> = Nothing) {
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  let loaded: ComponentType<P> | undefined
  const preload = () => {
    loading ??= Promise.all([import('./chakra-region.tsx'), load()]).then(
      ([{ inChakra }, part]) => {
        loaded = inChakra(part)
        return { default: loaded }
      },
      () => ({ default: Plain }),
    )
    return loading
  }
  const Lazy = lazy(preload)
  const Shown = (props: P) => {
    // React briefly shows the fallback even of a lazy component that is already loaded
    const [Part] = useState(() => loaded ?? Lazy)
    return (
      <Suspense fallback={<Plain {...props} />}>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(Shown, { preload })
}

const Nothing = () => null
