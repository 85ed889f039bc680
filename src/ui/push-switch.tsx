import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useState } from 'react'
import { readPushState, turnPushOff, turnPushOn } from '../db/push.ts'
import type { Session } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { isAway } from '../sync/connection.ts'
import { Icon } from './icon.tsx'
import { useInstallWay } from './install.tsx'

interface PushSwitchProps {
  session: Session
  label: ReactNode
  activeText: ReactNode
}

type Trouble = 'away' | 'dismissed' | 'refused'

/** Switches notifications about orders on or off in this browser. Nothing where the browser has no push messages. */
export function PushSwitch({ session, label, activeText }: PushSwitchProps) {
  const deps = useDeps()
  const language = useLocale()
  const installWay = useInstallWay()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const [tries, setTries] = useState(0)
  const state = useLiveQuery(
    () => readPushState(deps, session).catch(() => 'unsupported' as const),
    [deps, session.token, tries],
  )
  if (state === undefined) return null
  if (state === 'unsupported') return installWay === 'ios' ? <InstallFirst /> : null
  const press = async () => {
    setTrouble(undefined)
    if (state === 'on') return turnPushOff(deps)
    if (isAway()) return setTrouble('away')
    const outcome = await turnPushOn(deps, { session, language }).catch(() => 'away' as const)
    if (outcome !== 'on' && outcome !== 'denied') setTrouble(outcome)
  }
  const start = () => {
    setBusy(true)
    void press()
      .catch(() => setTrouble('refused'))
      .finally(() => {
        setBusy(false)
        // read the state again: the permission may have been denied
        setTries((count) => count + 1)
      })
  }
  return (
    <Stack gap="2" align="flex-start">
      {state !== 'denied' && (
        <Button onClick={start} loading={busy} aria-pressed={state === 'on'}>
          <Icon name={state === 'on' ? 'check' : 'bell'} />
          {label}
        </Button>
      )}
      <Text role="status">
        {trouble ? <TroubleText trouble={trouble} /> : state === 'on' ? activeText : state === 'denied' && <Denied />}
      </Text>
    </Stack>
  )
}

function InstallFirst() {
  return (
    <Text>
      <Trans comment="“Install” is an entry of the menu">
        On an iPhone or iPad the shop can tell you of news once it is on the home screen: choose “Install” in the menu.
      </Trans>
    </Text>
  )
}

function Denied() {
  return (
    <Trans>
      This browser does not let the shop tell you of news. Allow notifications for this site in the browser’s settings,
      then load the page again.
    </Trans>
  )
}

function TroubleText({ trouble }: { trouble: Trouble }) {
  const { t } = useLingui()
  if (trouble === 'away') return t`This needs a connection. Please try again when you have one.`
  if (trouble === 'dismissed') return t`Notifications are off: you did not allow them in the browser.`
  return t`Notifications do not work in this browser: its push service does not answer, or the shop does not support it.`
}
