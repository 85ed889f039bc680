import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { isQuota } from '../../lib/caused-by.ts'
import { createStore } from '../../lib/store.ts'

interface ToastText {
  title: string
  kind?: 'success' | 'error' | 'info'
  /** the name of the message in the specification, the same in every language */
  key?: string
  action?: Action
  /** where one of the same name is still shown, both become one with this text */
  merge?: { name: string; title: (count: number) => string; action: Action }
}

interface Action {
  label: string
  onClick: () => void
}

/** The code of the toasts, once there has been one. */
const list = createStore<typeof import('./toast-list.tsx') | undefined>(undefined)

/** Shows a short message that closes by itself. It replaces an older toast with the same text. */
export function toast({ title: own, kind = 'info', key, action: ownAction, merge }: ToastText): void {
  import('./toast-list.tsx').then(
    (module) => {
      const { toaster } = module
      list.set(module)
      const shown = toaster.getVisibleToasts()
      const before = merge && shown.find(({ meta }) => meta?.merged === merge.name)
      const count = Number(before?.meta?.count ?? 0) + 1
      const [title, action] = merge && before ? [merge.title(count), merge.action] : [own, ownAction]
      // on a phone there is room for one: the latest
      const isPhone = innerWidth < 768
      for (const each of shown) if (isPhone || each === before || each.title === title) toaster.remove(each.id)
      const meta = { key, at: Date.now(), count, merged: merge?.name }
      toaster.create({ title, type: kind, meta, ...(action && { action }) })
    },
    // the app works without toasts
    () => undefined,
  )
}

/** How old a toast may be that goes along to the next screen, because what led there has just shown it, ms. */
const fresh = 1000

export function leaveToasts(): void {
  const { toaster } = list.get() ?? {}
  for (const { id, meta } of toaster?.getVisibleToasts() ?? [])
    if (Date.now() - Number(meta?.at) > fresh) toaster?.dismiss(id)
}

/** Returns a function that runs what saves something on this device, and says so where that fails. */
export function useSaving(): (work: () => Promise<unknown>) => void {
  const { t } = useLingui()
  return (work) => void work().catch(() => toast({ title: t`This could not be saved on this device.`, kind: 'error' }))
}

/** Returns a function that saves an entry of the outbox. Undefined where the device cannot, which a toast says: the screen keeps what was typed. */
export function useSaveEntry(): <T>(save: () => Promise<T>) => Promise<T | undefined> {
  const { t } = useLingui()
  return async (save) => {
    try {
      return await save()
    } catch (error) {
      const title = isQuota(error)
        ? t`This could not be saved: the device has no room for it. What you typed is still here; keep this page open and try again.`
        : t`This could not be saved on this device.`
      toast({ title, kind: 'error' })
      return undefined
    }
  }
}

/** The live region of all toasts: there before the first one, which is announced too, and outside the app, which a dialog hides. */
export function Toaster() {
  const ToastList = useSyncExternalStore(list.subscribe, list.get)?.ToastList
  return createPortal(
    <div id="toasts" role="status" aria-live="polite">
      {ToastList && <ToastList />}
    </div>,
    document.body,
  )
}
