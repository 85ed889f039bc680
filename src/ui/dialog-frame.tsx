import { Dialog, Portal } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ChakraRegion } from './chakra-region.tsx'
import { Icon } from './icon.tsx'
import './dialog.css'

interface DialogFrameProps {
  onClose: () => void
  title: string
  /** an alertdialog: screen readers read the whole question at once */
  alert?: boolean
  children: ReactNode
}

/** Chakra's dialog with its recipe, fetched with the first dialog. It is taken away at once when it closes. */
export function DialogFrame({ onClose, title, alert, children }: DialogFrameProps) {
  const { t } = useLingui()
  const [opener] = useState(() => document.activeElement)
  const [content, setContent] = useState<HTMLElement | null>(null)
  return (
    <ChakraRegion>
      <Dialog.Root
        recipe={dialogSlotRecipe}
        open
        role={alert ? 'alertdialog' : 'dialog'}
        onOpenChange={(details) => details.open || onClose()}
        closeOnInteractOutside
        scrollBehavior="inside"
        placement="center"
        motionPreset="none"
        initialFocusEl={() => content?.querySelector<HTMLElement>('[data-first-focus], .control') ?? null}
        finalFocusEl={() => whereToReturn(opener)}
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner className="dialog-place">
            <Dialog.Content ref={setContent} className="dialog">
              <Dialog.Header className="dialog-header">
                <Dialog.Title className="dialog-title">{title}</Dialog.Title>
                {alert || (
                  <button type="button" className="dialog-close" aria-label={t`Close dialog`} onClick={onClose}>
                    <Icon name="close" />
                  </button>
                )}
              </Dialog.Header>
              {alert ? (
                <Dialog.Body className="dialog-body" asChild>
                  <Dialog.Description as="div">{children}</Dialog.Description>
                </Dialog.Body>
              ) : (
                <Dialog.Body className="dialog-body">{children}</Dialog.Body>
              )}
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </ChakraRegion>
  )
}

/** The button that opened the dialog, or the screen's heading where the button went with its row. */
function whereToReturn(opener: Element | null): HTMLElement | null {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return opener
  return document.querySelector<HTMLElement>('h1')
}
