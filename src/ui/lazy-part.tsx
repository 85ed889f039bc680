import { type ComponentType, lazy, Suspense, useState } from 'react'

/**
 * A part in Chakra that is fetched when it first shows: the page's frame does without Chakra's weight. `Plain` is there
 * until then, and for the whole visit where it cannot be fetched. `preload` fetches it before.
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
    // React shows the fallback for a moment even of what is loaded already
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
