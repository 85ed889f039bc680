import { Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useSetup } from '../../data/shop/use-setup.ts'
import { Panel } from '../../ui/panel.tsx'

/** Settings that belong to the server's environment: mail and public address. */
export function ServerPanel() {
  const { body: setup } = useSetup()
  if (!setup) return null
  return (
    <Panel titleId="server-settings" title={<Trans>Mail and public address</Trans>}>
      <Text color="fg.muted">
        <Trans>These are set on the server, before it starts:</Trans>
      </Text>
      <p>
        {setup.hasMail ? (
          <Trans>A mail server is connected.</Trans>
        ) : (
          <Trans>No mail server is connected: set SMTP_URL and CONTACT_TO.</Trans>
        )}
      </p>
      <p>
        {setup.hasPublicAddress ? (
          <Trans>The server knows its public address.</Trans>
        ) : (
          <Trans>The server does not know its public address: set PUBLIC_URL.</Trans>
        )}
      </p>
    </Panel>
  )
}
