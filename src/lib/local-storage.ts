/** The specification's key for the signed-in user; its `data.token` is the bearer token. */
export const userInfoKey = 'userInfo'

interface TextStorage {
  readonly length: number
  key(index: number): string | null
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

/** Local storage; undefined where it is missing (worker) or blocked. */
function storage(): TextStorage | undefined {
  try {
    // the worker's types have no `localStorage`
    return (globalThis as { localStorage?: TextStorage }).localStorage
  } catch {
    // with site data blocked, reading the property throws
    return undefined
  }
}

type LocalText = { kind: 'text'; text: string } | { kind: 'nothing' } | { kind: 'blocked' }

/** Reads a text from local storage. `blocked`: it cannot be read, so there may be one. */
export function readLocal(name: string): LocalText {
  try {
    const store = storage()
    if (store === undefined) return { kind: 'blocked' }
    const text = store.getItem(name)
    return text === null ? { kind: 'nothing' } : { kind: 'text', text }
  } catch {
    return { kind: 'blocked' }
  }
}

/** Removes the text when undefined. False when local storage refuses. */
export function writeLocal(name: string, text: string | undefined): boolean {
  try {
    const store = storage()
    if (text === undefined) store?.removeItem(name)
    else store?.setItem(name, text)
    return store !== undefined
  } catch {
    return false
  }
}

/** Removes every text whose name begins with `prefix`. */
export function dropLocal(prefix: string): void {
  try {
    const store = storage()
    const names = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '')
    for (const name of names) if (name.startsWith(prefix)) store?.removeItem(name)
  } catch {
    // where it cannot be read, nothing was written
  }
}
