import { Trans } from '@lingui/react/macro'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { ChunkError, chunk, prepareRetry } from './chunk.ts'

interface Placeholders<P> {
  /** shown until the part has come, and for the whole visit if it fails */
  Plain?: ComponentType<P>
  /** shown only until the part has come or failed */
  Meanwhile?: ComponentType
}

/**
 * A component that is fetched at its first render. If the fetch fails and there is no `Plain`, the failure is said in its place
 * with a Retry, and the screen around it stays as it is. `preload` fetches it earlier.
 */
export function latePart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Plain, Meanwhile }: Placeholders<P> = {},
) {
  const fetchPart = chunk(load)
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  let loaded: ComponentType<P> | undefined
  const preload = () => {
    loading ??= fetchPart().then(
      (part) => {
        loaded = part
        return { default: part }
      },
      (error: unknown) => ({ default: Plain ?? failed(error) }),
    )
    return loading
  }
  let Lazy = lazy(preload)
  const again = (error: unknown) => {
    if (error instanceof ChunkError && prepareRetry(error)) return
    loading = undefined
    Lazy = lazy(preload)
  }
  const failed = (error: unknown) => (props: P) => {
    const [Again, setAgain] = useState<ComponentType<P>>()
    if (Again)
      return (
        // the pressed button is gone: the focus waits where the part appears
        <div tabIndex={-1} ref={focusOnce}>
          <Again {...props} />
        </div>
      )
    const onRetry = () => {
      again(error)
      // in a function, since React calls a function that is set as state
      setAgain(() => Shown)
    }
    return <PartFailure onRetry={onRetry} />
  }
  const Shown = (props: P) => {
    // React briefly shows the fallback even of a lazy component that is already loaded
    const [Part] = useState(() => loaded ?? Lazy)
    return (
      <Suspense fallback={Plain ? <Plain {...props} /> : Meanwhile && <Meanwhile />}>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(Shown, { preload })
}

/** Outside the components, so that it is called when the element appears and not at each render. */
const focusOnce = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** Without Chakra, whose code may be what is missing. */
function PartFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert">
      <Trans>This could not be loaded.</Trans>{' '}
      <button type="button" className="button" onClick={onRetry}>
        <Trans>Retry</Trans>
      </button>
    </p>
  )
}

/** A `latePart` made of Chakra components, for places outside a `ChakraRegion`: the page's frame does not load Chakra. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, placeholders?: Placeholders<P>) {
  return latePart(async () => {
    const [{ inChakra }, part] = await Promise.all([import('../chakra-region.tsx'), load()])
    return inChakra(part)
  }, placeholders)
}
