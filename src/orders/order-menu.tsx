import { IconButton, Menu, Portal } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Icon } from '../ui/icon.tsx'

/** What is done with an order only rarely, behind a button of its own: nobody deletes while reaching for `View`. */
export function OrderMenu({ reference, onDelete }: { reference: string; onDelete: () => void }) {
  const { t } = useLingui()
  return (
    <Menu.Root lazyMount unmountOnExit positioning={{ placement: 'bottom-end', gutter: 4 }}>
      <Menu.Trigger asChild>
        <IconButton aria-label={t`More for ${reference}`}>
          <Icon name="more" />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.Item value="delete" onSelect={onDelete} color="fg.error">
              <Icon name="trash" />
              <Trans comment="button at a row">Delete</Trans>
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
