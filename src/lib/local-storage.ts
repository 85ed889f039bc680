/** The specification's key for who is signed in; `data.token` below it is the bearer token. */
export const userInfoKey = 'userInfo'

interface TextStorage {
  readonly length: number
  key(index: number): string | null
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

/** Local storage, or undefined where it is missing (worker) or refuses to be touched (blocked site data). */
function storage(): TextStorage | undefined {
  try {
    // the worker's types do not know localStorage; the page has it
    return (globalThis as { localStorage?: TextStorage }).localStorage
  } catch {
    // reading the property itself throws where site data is blocked
    return undefined
  }
}

export type LocalText = { kind: 'text'; text: string } | { kind: 'nothing' } | { kind: 'blocked' }

/** Reads a text of local storage. `blocked`: nobody can know whether there is one. */
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

/** Writes a text, or removes it when undefined. False when local storage refuses; then IndexedDB alone remembers. */
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

/** Removes every text whose name begins so. */
export function dropLocal(beginning: string): void {
  try {
    const store = storage()
    const names = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '')
    for (const name of names) if (name.startsWith(beginning)) store?.removeItem(name)
  } catch {
    // refuses to be read: then nothing was ever written either
  }
}
