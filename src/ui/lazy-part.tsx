import { type ComponentType, lazy, Suspense } from 'react'

/**
 * A part in Chakra that is fetched when it first shows: the page's frame does without Chakra's weight. `Plain` stands in
 * until then, and for the whole visit where it cannot be fetched.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, Plain: ComponentType<P>) {
  const Part = lazy(async (): Promise<{ default: ComponentType<P> }> => {
    try {
      const [{ inChakra }, part] = await Promise.all([import('./chakra-region.tsx'), load()])
      return { default: inChakra(part) }
    } catch {
      return { default: Plain }
    }
  })
  return (props: P) => (
    <Suspense fallback={<Plain {...props} />}>
      <Part {...props} />
    </Suspense>
  )
}
