import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { Delivery, Webhook } from '../../../contract/webhooks.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { deliveryNames, problemTexts } from '../../i18n/webhook-texts.ts'
import { ListFrame } from '../../parts/lists/list-frame.tsx'
import { useAdminList } from '../../parts/lists/use-admin-list.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Time } from '../../ui/dates.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { useToastedCall } from '../../ui/loading/use-call.ts'
import { useRowWork } from '../../ui/loading/use-row-work.ts'

/** Milliseconds between two looks while something is tried. */
const lookAgain = 2_000

/** What was sent to a webhook, and what was answered. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const { run } = useToastedCall()
  const work = useRowWork()
  const { host } = new URL(webhook.url)
  const params = { id: webhook._id }
  const list = useAdminList<Delivery>({
    name: `deliveries ${webhook._id}`,
    perPage: 100,
    load: (_, signal) => api.call('listWebhookDeliveries', { params, signal }),
    searchable: (delivery) => delivery.event,
  })
  const { reload } = list
  const isDue = list.rows?.some(({ nextAt }) => nextAt !== null && Date.parse(nextAt) < Date.now() + lookAgain) ?? false
  useEffect(() => {
    if (!isDue) return
    const timer = setInterval(() => void reload(), lookAgain)
    return () => clearInterval(timer)
  }, [isDue, reload])
  const test = async () => {
    if (await run(() => api.call('testWebhook', { params }))) void reload()
  }
  const sendAgain = async (delivery: string) => {
    if (await run(() => api.call('resendWebhookDelivery', { params: { ...params, delivery } }))) void reload()
  }
  return (
    <FormDialog onClose={onClose} title={t`Deliveries to ${host}`}>
      <ButtonRow>
        <Button onClick={() => void work('test', test)}>
          <Trans comment="button: sends a trial event to another program">Send a test</Trans>
        </Button>
      </ButtonRow>
      <ListFrame list={list} empty={<Trans>Nothing was sent in the last seven days.</Trans>}>
        {(rows) => (
          <Stack as="ul" listStyleType="none" gap="0" mt="4">
            {rows.map((row) => (
              <Stack as="li" key={row._id} gap="1" py="3" borderTopWidth="1px">
                <Text id={`event-${row._id}`} fontWeight="semibold">
                  {deliveryNames[row.event] ? t(deliveryNames[row.event]) : row.event}
                </Text>
                <Text id={`at-${row._id}`} color="fg.muted" fontSize="sm">
                  <Time at={row.at} />
                </Text>
                <Answer row={row} />
                {row.attempts > 0 && (
                  <Button
                    size="sm"
                    variant="outline"
                    alignSelf="start"
                    id={`again-${row._id}`}
                    aria-labelledby={`again-${row._id} event-${row._id} at-${row._id}`}
                    onClick={() => void work(row._id, () => sendAgain(row._id))}
                  >
                    <Trans comment="button: sends an event to another program once more">Send again</Trans>
                  </Button>
                )}
              </Stack>
            ))}
          </Stack>
        )}
      </ListFrame>
    </FormDialog>
  )
}

/** What was answered, and when it is tried next. */
function Answer({ row: { status, problem, attempts, nextAt } }: { row: Delivery }) {
  const { t } = useLingui()
  const isTaken = status !== null && status >= 200 && status <= 299
  return (
    <Text>
      {attempts === 0 ? (
        <Trans>Not tried yet</Trans>
      ) : isTaken ? (
        <Trans>Taken, with the answer {status}</Trans>
      ) : problem ? (
        t(problemTexts[problem])
      ) : (
        <Trans>Not taken, with the answer {status}</Trans>
      )}
      {attempts > 0 && !isTaken && nextAt !== null && (
        <Text as="span" display="block" color="fg.muted" fontSize="sm">
          <Trans>
            Tried again at <Time at={nextAt} />
          </Trans>
        </Text>
      )}
    </Text>
  )
}
