import { attempt, isRecord, type JsonRecord, parseJson } from './record.ts'

/** The specification's key for the signed-in user; its `data.token` is the bearer token. */
export const userInfoKey = 'userInfo'

interface TextStorage {
  readonly length: number
  key(index: number): string | null
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

/** Local storage; undefined where it is missing (worker, whose types do not have it) or blocked: then reading the property throws. */
const storage = () => attempt(() => (globalThis as { localStorage?: TextStorage }).localStorage)

type LocalText = { kind: 'text'; text: string } | { kind: 'nothing' } | { kind: 'blocked' }

/** Reads a text from local storage. `blocked`: it cannot be read, so there may be one. */
export function readLocal(name: string): LocalText {
  const text = attempt(() => storage()?.getItem(name))
  if (text === undefined) return { kind: 'blocked' }
  return text === null ? { kind: 'nothing' } : { kind: 'text', text }
}

/** The record that is saved as JSON; undefined for anything else, which was edited by hand or written by another version. */
export function readLocalRecord(name: string): JsonRecord | undefined {
  const local = readLocal(name)
  const value = local.kind === 'text' ? parseJson(local.text) : undefined
  return isRecord(value) ? value : undefined
}

/** Removes the text when undefined. Local storage may refuse. */
export function writeLocal(name: string, text: string | undefined): void {
  attempt(() => (text === undefined ? storage()?.removeItem(name) : storage()?.setItem(name, text)))
}

/** Removes every text whose name begins with `prefix`. */
export function dropLocal(prefix: string): void {
  // where it cannot be read, nothing was written
  attempt(() => {
    const store = storage()
    const names = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '')
    for (const name of names) if (name.startsWith(prefix)) store?.removeItem(name)
  })
}
