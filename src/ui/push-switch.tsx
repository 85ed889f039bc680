import { Button, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
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

const hindrances: Record<Trouble | 'denied', MessageDescriptor> = {
  away: msg`This needs a connection. Please try again when you have one.`,
  dismissed: msg`Notifications are off: you did not allow them in the browser.`,
  refused: msg`Notifications do not work in this browser: its push service does not answer, or the shop does not support it.`,
  denied: msg`This browser does not let the shop tell you of news. Allow notifications for this site in the browser’s settings, then load the page again.`,
}

const installFirst = msg({
  message:
    'On an iPhone or iPad the shop can tell you of news once it is on the home screen: choose “Install” in the menu.',
  comment: '“Install” is an entry of the menu',
})

/** Switches notifications about orders on or off in this browser. Nothing where the browser has no push messages. */
export function PushSwitch({ session, label, activeText }: PushSwitchProps) {
  const { t } = useLingui()
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
  if (state === 'unsupported') return installWay === 'ios' ? <Text>{t(installFirst)}</Text> : null
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
  const hindrance = trouble ?? (state === 'denied' ? 'denied' : undefined)
  return (
    <Stack gap="2" align="flex-start">
      {state !== 'denied' && (
        <Button onClick={start} loading={busy} aria-pressed={state === 'on'}>
          <Icon name={state === 'on' ? 'check' : 'bell'} />
          {label}
        </Button>
      )}
      <Text role="status">{hindrance ? t(hindrances[hindrance]) : state === 'on' && activeText}</Text>
    </Stack>
  )
}
