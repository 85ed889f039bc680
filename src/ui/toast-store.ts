import { business } from '../../contract/limits.ts'

export interface Toast {
  id: number
  title: string
  kind: 'success' | 'error' | 'info'
  /** the name of the message in the specification, the same in every language */
  key?: string
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

export function closeToast(id: number) {
  change(toasts.filter((toast) => toast.id !== id))
}

/** Shows a short message that closes by itself after the 5000 ms of specification section 9. */
export function showToast({ title, kind = 'info', key }: { title: string; kind?: Toast['kind']; key?: string }) {
  lastId += 1
  const id = lastId
  // the same words twice would only cover the screen: the older one gives way
  change([...toasts.filter((other) => other.title !== title), { id, title, kind, ...(key && { key }) }])
  setTimeout(() => closeToast(id), business.toastMilliseconds)
}

/** For `useSyncExternalStore`. */
export function subscribeToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function currentToasts() {
  return toasts
}
