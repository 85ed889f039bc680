import { AnimatePresence, domAnimation, LazyMotion, MotionConfig, m } from 'framer-motion'
import type { ReactNode } from 'react'
import { ToastBody } from './plain-toasts.tsx'
import type { Toast } from './toast-store.ts'

/** Toasts that slide in from below; with reduced motion they only fade. */
export function MovingToasts({ toasts }: { toasts: readonly Toast[] }): ReactNode {
  return (
    <LazyMotion features={domAnimation} strict>
      <MotionConfig reducedMotion="user" transition={{ duration: 0.2 }}>
        <AnimatePresence>
          {toasts.map((toast) => (
            <m.div
              key={toast.id}
              className="toast"
              data-kind={toast.kind}
              data-key={toast.key}
              initial={{ opacity: 0, y: 24 }}
              animate={{ opacity: 1, y: 0 }}
              exit={{ opacity: 0, y: 12 }}
            >
              <ToastBody toast={toast} />
            </m.div>
          ))}
        </AnimatePresence>
      </MotionConfig>
    </LazyMotion>
  )
}
