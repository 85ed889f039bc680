import { useAnimate } from 'framer-motion/mini'
import { useEffect } from 'react'
import { ToastBody } from './plain-toasts.tsx'
import type { Toast } from './toast-store.ts'

/** Toasts that slide in from below; with reduced motion they only fade in. */
export function MovingToasts({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <>
      {toasts.map((toast) => (
        <MovingToast key={toast.id} toast={toast} />
      ))}
    </>
  )
}

function MovingToast({ toast }: { toast: Toast }) {
  const [scope, animate] = useAnimate<HTMLDivElement>()
  useEffect(() => {
    // the browser's own animations; where there are none the toast simply stands there
    if (typeof scope.current.animate !== 'function') return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const moving = animate(
      scope.current,
      { opacity: [0, 1], ...(!still && { transform: ['translateY(1.5rem)', 'none'] }) },
      { duration: 0.2 },
    )
    return () => moving.stop()
  }, [animate, scope])
  return (
    <div ref={scope} className="toast" data-kind={toast.kind} data-key={toast.key}>
      <ToastBody toast={toast} />
    </div>
  )
}
