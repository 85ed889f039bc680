import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { createStore } from '../lib/store.ts'
import { lazyPart } from './lazy-part.tsx'

interface ToastText {
  title: string
  kind?: 'success' | 'error' | 'info'
  /** the name of the message in the specification, the same in every language */
  key?: string
}

/** Whether there has been a message: from then on the list is there. */
const wanted = createStore(false)

const loadList = () => import('./toast-list.tsx')
// where it cannot be fetched there are no toasts, and the app goes on
const ToastList = lazyPart(() => loadList().then((module) => module.ToastList))

/** Shows a short message that closes by itself. The same words again take the place of the first ones. */
export function toast({ title, kind = 'info', key }: ToastText): void {
  wanted.set(true)
  loadList().then(
    ({ toaster }) => {
      for (const { id, title: words } of toaster.getVisibleToasts()) if (words === title) toaster.remove(id)
      toaster.create({ title, type: kind, ...(key && { meta: { key } }) })
    },
    () => undefined,
  )
}

/**
 * The place of all toasts: a live region that is there from the start, so that the first one is announced too. It is
 * beside the app, which is hidden from screen readers while a dialog is open.
 */
export function Toaster() {
  const asked = useSyncExternalStore(wanted.subscribe, wanted.get)
  return createPortal(
    <div id="toasts" role="status" aria-live="polite">
      {asked && <ToastList />}
    </div>,
    document.body,
  )
}
