import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDeps } from '../../data/use-deps.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { useToastedCall } from '../../ui/loading/use-call.ts'

/** Makes a password reset link for a user who gets no mail. The link is shown only once. */
export function ResetLinkPart({ userId }: { userId: string }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const { busy, run } = useToastedCall()
  const [link, setLink] = useState('')
  const make = async () => {
    const reply = await run(() => api.call('makeResetLink', { params: { id: userId } }))
    if (reply) setLink(`${location.origin}${location.pathname}#/reset/${reply.body.token}`)
  }
  return (
    <Stack gap="3" mt="6" pt="5" borderTopWidth="1px">
      <Text color="fg.muted">
        <Trans>
          Somebody has forgotten the password? Hand over a link to a new one, by chat for instance. It works once,
          within one hour.
        </Trans>
      </Text>
      {link ? (
        <Stack gap="2" role="status">
          <CopyField label={t`Link to a new password`} value={link} />
          <Text fontSize="sm">
            <Trans>The link is shown only once. Anybody who has it can get into this account.</Trans>
          </Text>
        </Stack>
      ) : (
        <Button alignSelf={{ sm: 'start' }} aria-disabled={busy} onClick={() => busy || void make()}>
          <Trans comment="button: makes a link to a new password">Make a reset link</Trans>
        </Button>
      )}
    </Stack>
  )
}
