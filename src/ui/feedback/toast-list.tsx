import { Button, Toaster as Chakra, createToaster, IconButton, Toast } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { business } from '../../../contract/limits.ts'
import { inChakra } from '../chakra-region.tsx'
import { Icon } from '../icon.tsx'

export const toaster = createToaster({
  placement: 'bottom-end',
  duration: business.toastMilliseconds,
  pauseOnPageIdle: true,
  offsets: {
    left: '1rem',
    right: '1rem',
    top: '1rem',
    bottom: 'calc(1rem + max(var(--floor, 0px), var(--used, 0px), env(safe-area-inset-bottom)))',
  },
})

/** Scrolls what has the focus out from under a new toast. What a finger or mouse has pressed stays, and the toast stands above it. */
function uncoverFocus(root: HTMLElement | null): void {
  const focused = document.activeElement
  const group = root?.closest('[data-part=group]')
  if (!root || !group) return
  const { style } = document.documentElement
  style.removeProperty('--used')
  if (!focused || focused === document.body) return
  // the toast itself is still on its way to its place
  const { bottom } = group.getBoundingClientRect()
  const { left, right } = root.getBoundingClientRect()
  const box = focused.getBoundingClientRect()
  const isUnder = box.bottom > bottom - root.offsetHeight && box.top < bottom && box.right > left && box.left < right
  if (!isUnder) return
  if (focused.matches(':focus-visible')) focused.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  else style.setProperty('--used', `${innerHeight - box.top}px`)
}

export const ToastList = inChakra(function ToastList() {
  const { t } = useLingui()
  // what had the focus before a toast took it gets it back, so that it does not go with the closed toast
  const before = useRef<EventTarget | null>(null)
  return (
    <Chakra
      toaster={toaster}
      aria-label={t`Notifications`}
      _print={{ display: 'none' }}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
      // Chakra goes on only after a focus that came from another element, and not after a finger
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || toaster.resume()}
      onPointerUp={({ pointerType }) => pointerType === 'touch' && setTimeout(() => toaster.resume())}
    >
      {(toast) => (
        <Toast.Root ref={uncoverFocus} width={{ base: 'calc(100vw - 2rem)', md: 'sm' }} data-key={toast.meta?.key}>
          <Toast.Title>{toast.title}</Toast.Title>
          {toast.action && (
            <Toast.ActionTrigger asChild>
              <Button size="sm">{toast.action.label}</Button>
            </Toast.ActionTrigger>
          )}
          <Toast.CloseTrigger
            asChild
            aria-label={t`Dismiss`}
            onClick={() => before.current instanceof HTMLElement && before.current.focus({ preventScroll: true })}
          >
            <IconButton variant="ghost">
              <Icon name="close" />
            </IconButton>
          </Toast.CloseTrigger>
        </Toast.Root>
      )}
    </Chakra>
  )
})
