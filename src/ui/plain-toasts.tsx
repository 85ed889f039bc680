import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { closeToast, type Toast } from './toast-store.ts'

export function PlainToasts({ toasts }: { toasts: readonly Toast[] }): ReactNode {
  return toasts.map((toast) => (
    <div key={toast.id} className="toast" data-kind={toast.kind} data-key={toast.key}>
      <ToastBody toast={toast} />
    </div>
  ))
}

export function ToastBody({ toast }: { toast: Toast }) {
  const { t } = useLingui()
  return (
    <>
      <span className="toast-title">{toast.title}</span>
      <button type="button" className="toast-close" aria-label={t`Dismiss`} onClick={() => closeToast(toast.id)}>
        <Icon name="close" />
      </button>
    </>
  )
}
