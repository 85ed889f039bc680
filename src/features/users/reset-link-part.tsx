import { Button, Flex, Input, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDeps } from '../../data/use-deps.tsx'
import { toast } from '../../ui/feedback/toaster.tsx'
import { useFailureToast } from '../../ui/lists/use-admin-list.ts'

/** Makes a password reset link for a user who gets no mail. The link is shown only once. */
export function ResetLinkPart({ userId }: { userId: string }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const withFailureToast = useFailureToast()
  const [link, setLink] = useState('')
  const make = () =>
    withFailureToast(async () => {
      const reply = await api.call('makeResetLink', { params: { id: userId } })
      if (!reply.ok) return reply.refusal
      setLink(`${location.origin}${location.pathname}#/reset/${reply.body.token}`)
      return undefined
    })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: t`The link was copied.`, kind: 'success' })
    } catch {
      toast({ title: t`The link could not be copied. Select it and copy it yourself.`, kind: 'error' })
    }
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
          <Flex gap="2" wrap="wrap">
            <Input
              readOnly
              flex="1 1 12rem"
              aria-label={t`Link to a new password`}
              value={link}
              onFocus={(event) => event.target.select()}
            />
            <Button onClick={() => void copy()}>
              <Trans comment="button: copies a link">Copy</Trans>
            </Button>
          </Flex>
          <Text fontSize="sm">
            <Trans>The link is shown only once. Anybody who has it can get into this account.</Trans>
          </Text>
        </Stack>
      ) : (
        <Button alignSelf={{ sm: 'start' }} onClick={() => void make()}>
          <Trans comment="button: makes a link to a new password">Make a reset link</Trans>
        </Button>
      )}
    </Stack>
  )
}
