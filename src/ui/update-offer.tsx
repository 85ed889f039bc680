import { Button, Flex } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'

/** Offers to reload a new version, in the lower corner above the bars. */
export function UpdateOffer({ onAccept }: { onAccept: () => void }) {
  return (
    <Flex
      position="fixed"
      insetEnd="4"
      bottom="calc(1rem + max(var(--floor, 0px), env(safe-area-inset-bottom)))"
      zIndex="banner"
      align="center"
      gap="4"
      maxWidth="calc(100vw - 2rem)"
      padding="0.75rem 0.75rem 0.75rem 1.25rem"
      border="1px solid {colors.border}"
      borderRadius="l3"
      bg="bg.panel"
      boxShadow="lg"
    >
      <p>
        <Trans>A new version is ready</Trans>
      </p>
      <Button variant="solid" onClick={onAccept}>
        <Trans comment="Button: loads the new version of the app">Reload</Trans>
      </Button>
    </Flex>
  )
}
