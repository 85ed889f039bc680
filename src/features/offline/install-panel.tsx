import { Button, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { ButtonRow } from '../../ui/buttons.tsx'
import { InstallEntry } from '../../ui/device/install-entry.tsx'
import { useInstallWay } from '../../ui/device/install-prompt.ts'
import { Panel } from '../../ui/panel.tsx'

/** Installs the app, and turns on notifications about sent requests. */
export function InstallPanel() {
  const way = useInstallWay()
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : undefined))
  if (way === undefined && permission === undefined) return null
  return (
    <Panel titleId="install" title={<Trans>On your home screen</Trans>}>
      {way !== undefined && (
        <>
          <p>
            <Trans>An installed shop opens like any app, and the device keeps what it has saved for longer.</Trans>
          </p>
          <ButtonRow>
            <InstallEntry as={Button} />
          </ButtonRow>
        </>
      )}
      {permission === 'default' && (
        <>
          <p>
            <Trans>When a waiting request goes out while the shop is closed, the device can tell you.</Trans>
          </p>
          <Button justifySelf="start" onClick={() => void Notification.requestPermission().then(setPermission)}>
            <Trans>Tell me when a request was sent</Trans>
          </Button>
        </>
      )}
      {permission === 'granted' && (
        <p>
          <Trans>You will be told when a waiting request was sent.</Trans>
        </p>
      )}
      {permission === 'denied' && (
        <Text color="fg.muted">
          <Trans>Notifications are switched off for this shop in the settings of the browser.</Trans>
        </Text>
      )}
    </Panel>
  )
}
