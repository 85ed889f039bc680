import { Button, Flex, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'

interface UpdateOfferProps {
  onAccept: () => void
  onLater: () => void
}

/** Offers to reload a new version: one of the bars, so it never lies over a button. */
export function UpdateOffer({ onAccept, onLater }: UpdateOfferProps) {
  return (
    <Flex
      wrap="wrap"
      align="center"
      justify="space-between"
      columnGap="4"
      rowGap="1"
      paddingInline="gutter"
      paddingBlock="2"
      borderTop="1px solid {colors.border}"
      bg="bg.panel"
      css={{ '#bars > :last-child > &': { paddingBottom: 'max(0.5rem, env(safe-area-inset-bottom))' } }}
      _print={{ display: 'none' }}
    >
      <Text padding="0" bg="none">
        <Trans>A new version is ready</Trans>
      </Text>
      {/* Later is last: a finger on its way to a button at the end of the row above does not reload */}
      <Flex gap="3">
        <Button variant="solid" onClick={onAccept}>
          <Trans comment="Button: loads the new version of the app">Reload</Trans>
        </Button>
        <Button onClick={onLater}>
          <Trans comment="Button: does not load the new version of the app now">Later</Trans>
        </Button>
      </Flex>
    </Flex>
  )
}
