import { Badge, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OwnSession } from '../../../contract/accounts.ts'
import { orGone } from '../../api/errors.ts'
import type { OwnAccount } from '../../data/session/own-account.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { Time } from '../../ui/dates.tsx'
import { useSaid } from '../../ui/feedback/said.tsx'
import { useToastedCall } from '../../ui/loading/use-call.ts'
import { Panel } from '../../ui/panel.tsx'
import { useLatest } from './use-latest.ts'

/** The user's sessions, with a button to end each of the others. */
export function SessionsPanel({ sessions, onEnded }: Pick<OwnAccount, 'sessions'> & { onEnded: () => void }) {
  const { t } = useLingui()
  const latest = useLatest(sessions)
  const list = latest?.value
  const [said, say] = useSaid()
  // the pressed button goes with its session
  const end = (isDone: boolean) => {
    if (isDone) say(<Trans>The session was ended.</Trans>)
    onEnded()
  }
  return (
    <Panel title={t`Where you are logged in`}>
      {!latest ? (
        <p role="status">
          <Trans>Loading…</Trans>
        </p>
      ) : list ? (
        <Stack as="ul" gap="4" listStyleType="none" padding="0">
          {list.map((session) => (
            <SessionRow key={session._id} session={session} onEnd={end} />
          ))}
        </Stack>
      ) : (
        <p>
          <Trans>This list needs a connection to the shop.</Trans>
        </p>
      )}
      {said}
    </Panel>
  )
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: (isDone: boolean) => void }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const { run } = useToastedCall()
  const { browser, system, last_used_at, isCurrent } = session
  const device = browser && system ? t`${browser} on ${system}` : browser || system || t`Unknown device`
  const nameId = `session-${session._id}`
  const end = async () => {
    const call = async () => orGone(await api.call('endSession', { params: { id: session._id } }))
    onEnd((await run(call)) !== undefined)
  }
  return (
    <Flex as="li" wrap="wrap" gap="3" justify="space-between" align="center">
      <div id={nameId}>
        <Flex wrap="wrap" gap="2" align="center">
          <strong>{device}</strong>
          {isCurrent && (
            <Badge colorPalette="green">
              <Trans>This device</Trans>
            </Badge>
          )}
        </Flex>
        {last_used_at && (
          <Text color="fg.muted" fontSize="sm">
            <Trans>
              Last used: <Time at={last_used_at} />
            </Trans>
          </Text>
        )}
      </div>
      {!isCurrent && (
        <Button id={`end-${session._id}`} aria-labelledby={`end-${session._id} ${nameId}`} onClick={() => void end()}>
          <Trans comment="button: ends a session on another device">End</Trans>
        </Button>
      )}
    </Flex>
  )
}
