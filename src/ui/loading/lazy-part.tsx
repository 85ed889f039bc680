import { Trans } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { loadLaterMessages } from '../../i18n/locale.ts'

/** How long a script chunk may take (specification section 8), ms. */
export const chunkTimeout = 120_000

/** Code of the app that failed to load, or has not come in time. */
export class ChunkError extends Error {
  readonly isLate: boolean
  constructor(options: { isLate: boolean; cause?: unknown }) {
    super('A script chunk could not be loaded', { cause: options.cause })
    this.name = 'ChunkError'
    this.isLate = options.isLate
  }
}

let failures = 0

/** The result of an `import()`, once the texts of the app are all there; throws a `ChunkError`, also when nothing comes at all. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkError({ isLate: true })), chunkTimeout)
  })
  try {
    const [module] = await Promise.race([Promise.all([load(), loadLaterMessages()]), late])
    failures = 0
    return module
  } catch (cause) {
    failures += 1
    throw cause instanceof ChunkError ? cause : new ChunkError({ isLate: false, cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Ends a load that hangs, for which the next one would wait. Firefox remembers a failed load, so the second retry reloads the page: then true. */
export function prepareRetry({ isLate }: ChunkError): boolean {
  if (isLate) stop()
  if (failures < 2 || !navigator.onLine) return false
  location.reload()
  return true
}

/** A component that is fetched at its first render or by `preload`. A failure stands in its place with a Retry (`React.lazy` would remember it). */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  const preload = async (): Promise<ComponentType<P>> => {
    loaded ??= await loadChunk(load)
    return loaded
  }
  function LazyPart(props: P) {
    const [Part, setPart] = useState(() => loaded)
    const [failure, setFailure] = useState<ChunkError>()
    const [tries, setTries] = useState(0)
    // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads again
    useEffect(() => {
      preload().then((part) => setPart(() => part), setFailure)
    }, [tries])
    const retry = () => {
      if (failure && prepareRetry(failure)) return
      setFailure(undefined)
      setTries(tries + 1)
    }
    const content = Part ? <Part {...props} /> : failure && <PartFailure onRetry={retry} />
    if (tries === 0) return content
    // the pressed button is gone: the focus waits where the part appears
    return (
      <div key={tries} tabIndex={-1} ref={focusOnce}>
        {content}
      </div>
    )
  }
  return Object.assign(LazyPart, { preload })
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
