import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from './lazy-part.tsx'

interface ToastText {
  title: string
  kind?: 'success' | 'error' | 'info'
  /** the name of the message in the specification, the same in every language */
  key?: string
}

/** Whether there has been a message: from then on the list is there. */
let wanted = false
const listeners = new Set<() => void>()

const loadList = () => import('./toast-list.tsx')
// where it cannot be fetched there are no toasts, and the app goes on
const ToastList = lazyPart(
  () => loadList().then((module) => module.ToastList),
  () => null,
)

/** Shows a short message that closes by itself. The same words again take the place of the first ones. */
export function toast({ title, kind = 'info', key }: ToastText): void {
  wanted = true
  for (const listener of listeners) listener()
  loadList().then(
    ({ toaster }) => {
      for (const { id, title: words } of toaster.getVisibleToasts()) if (words === title) toaster.remove(id)
      toaster.create({ title, type: kind, ...(key && { meta: { key } }) })
    },
    () => undefined,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * The place of all toasts: a live region that is there from the start, so that the first one is announced too. It stands
 * beside the app, which is hidden from screen readers while a dialog is open.
 */
export function Toaster() {
  const asked = useSyncExternalStore(subscribe, () => wanted)
  return createPortal(
    <div id="toasts" role="status" aria-live="polite">
      {asked && <ToastList />}
    </div>,
    document.body,
  )
}
