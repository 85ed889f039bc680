import { lazy, Suspense, useSyncExternalStore } from 'react'
import { PlainToasts } from './plain-toasts.tsx'
import { currentToasts, showToast, subscribeToasts } from './toast-store.ts'
import './toaster.css'

/** Shows a short message that closes by itself after the 5000 ms of specification section 9. */
export const toast = showToast

// the moving list comes with the first toast; where it cannot be fetched the message matters more than the motion
const MovingToasts = lazy(async () => {
  const moving = await import('./moving-toasts.tsx').catch(() => undefined)
  return { default: moving?.MovingToasts ?? PlainToasts }
})

/** The place of all toasts: one live region that is there from the start, so that screen readers announce the first one. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.length > 0 && (
        <Suspense fallback={<PlainToasts toasts={toasts} />}>
          <MovingToasts toasts={toasts} />
        </Suspense>
      )}
    </div>
  )
}
