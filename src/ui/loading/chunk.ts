/** How long a script chunk may take (specification section 8), ms. */
export const chunkTimeout = 120_000

/** Code of the app that failed to load, or has not come in time. */
export class ChunkError extends Error {
  /** how often it has failed in a row */
  readonly tries: number
  readonly isLate: boolean
  constructor(tries: number, options: { isLate: boolean; cause: unknown }) {
    super('A script chunk could not be loaded', { cause: options.cause })
    this.name = 'ChunkError'
    this.tries = tries
    this.isLate = options.isLate
  }
}

const late = Symbol('late')

/** Makes a loader of code from an `import()`: it rejects with a `ChunkError`, also when nothing comes at all. */
export function chunk<T>(load: () => Promise<T>): () => Promise<T> {
  let tries = 0
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(late), chunkTimeout)
    })
    try {
      const module = await Promise.race([load(), timeout])
      tries = 0
      return module
    } catch (cause) {
      tries += 1
      throw new ChunkError(tries, { isLate: cause === late, cause })
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Before the same code is loaded again: ends a load that hangs, since the next one would wait for it. Firefox remembers a
 * failed load until the page is loaded anew, so the second retry does that. Returns whether it reloads.
 */
export function prepareRetry(error: ChunkError): boolean {
  if (error.isLate) stop()
  if (error.tries < 2 || !navigator.onLine) return false
  location.reload()
  return true
}
