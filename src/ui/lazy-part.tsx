import { type ComponentType, lazy, Suspense } from 'react'

/**
 * A part in Chakra that is fetched when it first shows: the page's frame does without Chakra's weight. `Plain` stands in
 * until then, and for the whole visit where it cannot be fetched. `preload` fetches it before.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, Plain: ComponentType<P>) {
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  const preload = () => {
    loading ??= Promise.all([import('./chakra-region.tsx'), load()]).then(
      ([{ inChakra }, part]) => ({ default: inChakra(part) }),
      () => ({ default: Plain }),
    )
    return loading
  }
  const Part = lazy(preload)
  const Shown = (props: P) => (
    <Suspense fallback={<Plain {...props} />}>
      <Part {...props} />
    </Suspense>
  )
  return Object.assign(Shown, { preload })
}
