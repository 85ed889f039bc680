import { Button, Dialog, IconButton, Portal } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ChakraRegion } from '../chakra-region.tsx'
import { Icon } from '../icon.tsx'

export interface DialogProps {
  onClose: () => void
  title: string
  children?: ReactNode
}

interface ConfirmDialogProps extends DialogProps {
  confirm: string
  cancel: string
  busy?: boolean
  /** colour of the confirm button; red when something is lost */
  palette?: 'red' | 'accent'
  onConfirm: () => void
}

interface FrameProps extends DialogProps {
  alert?: boolean
  footer?: ReactNode
}

/** Chakra's dialog, whose code is fetched with the first one. It unmounts at once when it closes. */
export function DialogFrame({ onClose, title, alert, footer, children }: FrameProps) {
  const { t } = useLingui()
  const [opener] = useState(() => document.activeElement)
  const [earlier] = useState(findStatuses)
  const [content, setContent] = useState<HTMLElement | null>(null)
  return (
    <ChakraRegion>
      <Dialog.Root
        open
        role={alert ? 'alertdialog' : 'dialog'}
        size={alert ? 'sm' : 'md'}
        placement="center"
        onOpenChange={(details) => details.open || onClose()}
        closeOnInteractOutside
        // a toast can be dismissed while the dialog stays open
        persistentElements={[() => document.getElementById('toasts')]}
        initialFocusEl={() =>
          content?.querySelector<HTMLElement>('[data-first-focus], input, select, textarea') ?? null
        }
        finalFocusEl={() => findFocusTarget(opener, earlier)}
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content ref={setContent}>
              <Dialog.Header>
                <Dialog.Title>{title}</Dialog.Title>
                {alert || (
                  <Dialog.CloseTrigger asChild>
                    <IconButton variant="ghost" aria-label={t`Close dialog`}>
                      <Icon name="close" />
                    </IconButton>
                  </Dialog.CloseTrigger>
                )}
              </Dialog.Header>
              {alert ? (
                <Dialog.Body asChild>
                  <Dialog.Description as="div">{children}</Dialog.Description>
                </Dialog.Body>
              ) : (
                <Dialog.Body>{children}</Dialog.Body>
              )}
              {footer && <Dialog.Footer>{footer}</Dialog.Footer>}
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </ChakraRegion>
  )
}

/** Confirms an action that loses data or cannot be undone. The harmless button has the focus first. */
export function ConfirmFrame(props: ConfirmDialogProps) {
  const { confirm, cancel, busy, palette = 'red', onConfirm, ...dialog } = props
  return (
    <DialogFrame
      {...dialog}
      alert
      footer={
        <>
          <Button onClick={dialog.onClose} data-first-focus>
            {cancel}
          </Button>
          <Button
            colorPalette={palette}
            variant={palette === 'accent' ? 'solid' : undefined}
            aria-disabled={busy}
            onClick={() => busy || onConfirm()}
          >
            {confirm}
          </Button>
        </>
      }
    />
  )
}

const findStatuses = () => [...document.querySelectorAll<HTMLElement>('[data-status]')]

/** The new status message of the dialog's action; else the button that opened it, or the screen's heading if that button is gone. */
function findFocusTarget(opener: Element | null, earlier: HTMLElement[]): HTMLElement | null {
  const announced = findStatuses().find((element) => !earlier.includes(element))
  if (announced) return announced
  const isConnected = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  if (isConnected && !opener.closest('[inert]')) return opener
  return document.querySelector<HTMLElement>('h1')
}
