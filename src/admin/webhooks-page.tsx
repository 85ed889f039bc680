import { Badge, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Delivery, Webhook, WebhookSecret } from '../../contract/webhooks.ts'
import { useDeps } from '../db/use-deps.tsx'
import { deliveryNames, eventNames, pauseTexts, problemTexts } from '../i18n/webhook-texts.ts'
import { ListFrame } from '../lists/list-frame.tsx'
import { DeleteButton, EditButton } from '../lists/row-buttons.tsx'
import { useAdminList } from '../lists/use-admin-list.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { FormDialog } from '../ui/dialogs/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useRowWork, useToastedCall } from '../ui/loading/use-call.ts'
import { Page, Panel } from '../ui/page.tsx'
import { SecretNotice } from '../ui/secret-notice.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** Milliseconds between two looks while something is tried. */
const lookAgain = 2_000

/** What was sent to a webhook, and what was answered. */
function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
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
        <Trans>Accepted, with the answer {status}</Trans>
      ) : problem ? (
        t(problemTexts[problem])
      ) : (
        <Trans>Not accepted, with the answer {status}</Trans>
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

type Open = { kind: 'add' } | { kind: 'edit' | 'deliveries' | 'delete'; webhook: Webhook }

const hostOf = ({ url }: Webhook) => new URL(url).host

/** The host, or the whole address where another webhook has the same host. */
function nameAmong(all: readonly Webhook[], webhook: Webhook): string {
  const host = hostOf(webhook)
  return all.filter((each) => hostOf(each) === host).length > 1 ? webhook.url : host
}

/** Other programs that are told what happens in the shop. */
export function WebhooksPage() {
  const { t } = useLingui()
  const { api } = useDeps()
  const { run } = useToastedCall()
  const work = useRowWork()
  const [open, setOpen] = useState<Open>()
  // each is shown only now: one that comes while another is shown waits for its turn
  const [secrets, setSecrets] = useState<WebhookSecret[]>([])
  const secret = secrets[0]
  const list = useAdminList<Webhook>({
    name: 'webhooks',
    load: (_, signal) => api.call('listWebhooks', { signal }),
    searchable: (webhook) => webhook.url,
  })
  const removeSecret = (id: string) => setSecrets((now) => now.filter(({ _id }) => _id !== id))
  const addSecret = (made: WebhookSecret) => {
    removeSecret(made._id)
    setSecrets((now) => [...now, made])
  }
  const close = () => setOpen(undefined)
  const pause = async (id: string, active: boolean) => {
    // the call names all of it, which a colleague may have changed since it was shown
    const newest = await run(() => api.call('listWebhooks'))
    if (!newest) return
    const found = newest.body.find(({ _id }) => _id === id)
    if (found) {
      const body = { url: found.url, events: found.events, active }
      await run(() => api.call('updateWebhook', { params: { id }, body }))
    }
    await list.reload()
  }
  const renew = async ({ _id }: Webhook) => {
    const made = await run(() => api.call('renewWebhookSecret', { params: { id: _id } }))
    if (made) addSecret(made.body)
    void list.reload()
  }
  const most = limits.webhooks
  const isFull = (list.rows?.length ?? 0) >= most
  const leaving = open?.kind === 'delete' ? hostOf(open.webhook) : ''
  const owner = list.rows?.find(({ _id }) => _id === secret?._id)
  return (
    <Page
      title={t`Webhooks`}
      lead={<Trans>Other programs, such as an ERP, receive the shop’s events as they happen.</Trans>}
      actions={
        // another secret would take the place of the one that is shown
        !(isFull || secret) && (
          <Button colorPalette="accent" variant="solid" onClick={() => setOpen({ kind: 'add' })}>
            <Trans>Add a webhook</Trans>
          </Button>
        )
      }
    >
      {secret && (
        <SecretNotice
          key={secret._id}
          title={t`Secret of the webhook`}
          secret={secret.secret}
          onDone={() => removeSecret(secret._id)}
        >
          {owner && (
            <Text as="strong" display="block" overflowWrap="anywhere">
              {hostOf(owner)}
            </Text>
          )}
          <Trans>
            It will not be shown again. Your program needs it to check that an event comes from this shop. Keep it like
            a password.
          </Trans>
        </SecretNotice>
      )}
      {isFull && (
        <Text color="fg.muted">
          <Trans>There are at most {most} webhooks. To add another one, delete one first.</Trans>
        </Text>
      )}
      <ListFrame list={list} empty={<Trans>No other program receives events yet.</Trans>}>
        {(rows) => (
          <Stack gap="4">
            {rows.map((webhook) => (
              <WebhookPanel
                key={webhook._id}
                webhook={webhook}
                name={nameAmong(rows, webhook)}
                onOpen={(kind) => setOpen({ kind, webhook })}
                onPause={(active) => void pause(webhook._id, active)}
                // a second secret would end the first, which the program may have by then
                onRenew={secret ? undefined : () => void work(webhook._id, () => renew(webhook))}
              />
            ))}
          </Stack>
        )}
      </ListFrame>
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <WebhookDialog
          webhook={open.kind === 'edit' ? open.webhook : undefined}
          onClose={close}
          onSaved={(made) => {
            if (made) {
              addSecret(made)
              // another one that is added would take the secret's place; an edit goes on
              setOpen((now) => (now?.kind === 'add' ? undefined : now))
            }
            void list.reload()
          }}
        />
      )}
      {open?.kind === 'deliveries' && <DeliveriesDialog webhook={open.webhook} onClose={close} />}
      {open?.kind === 'delete' && (
        <DeleteDialog
          onClose={close}
          onDelete={() => api.call('deleteWebhook', { params: { id: open.webhook._id } })}
          onDeleted={() => {
            removeSecret(open.webhook._id)
            return list.reload()
          }}
        >
          <p style={{ overflowWrap: 'anywhere' }}>
            <Trans>The program at {leaving} will receive no more events, and pending deliveries are discarded.</Trans>
          </p>
        </DeleteDialog>
      )}
    </Page>
  )
}

interface PanelProps {
  webhook: Webhook
  name: string
  onOpen: (kind: 'edit' | 'deliveries' | 'delete') => void
  onPause: (active: boolean) => void
  /** undefined while another secret is shown */
  onRenew: (() => void) | undefined
}

function WebhookPanel({ webhook, name, onOpen, onPause, onRenew }: PanelProps) {
  const { t } = useLingui()
  const { url, events, active, paused, waiting } = webhook
  const host = hostOf(webhook)
  return (
    <Panel as="section" aria-label={name}>
      <Flex gap="3" align="center" wrap="wrap">
        <Heading as="h2" fontSize="lg" overflowWrap="anywhere">
          {host}
        </Heading>
        {!active && (
          <Badge>
            <Trans comment="state of a webhook">Paused</Trans>
          </Badge>
        )}
      </Flex>
      <Text color="fg.muted" fontSize="sm" overflowWrap="anywhere">
        {url}
      </Text>
      <Text mt="2">{events.map((event) => t(eventNames[event])).join(' · ')}</Text>
      {paused && <Notice kind={paused === 'by-hand' ? 'info' : 'warning'}>{t(pauseTexts[paused])}</Notice>}
      {waiting > 0 && (
        <Text mt="2">
          <Plural value={waiting} one="# event waits" other="# events wait" />
        </Text>
      )}
      <Flex gap="2" wrap="wrap" mt="4">
        <Button onClick={() => onOpen('deliveries')} aria-label={t`Deliveries to ${name}`}>
          <Trans comment="button: what was sent to another program">Deliveries</Trans>
        </Button>
        <EditButton onClick={() => onOpen('edit')} name={name} />
        <Button onClick={() => onPause(!active)} aria-label={active ? t`Pause ${name}` : t`Go on with ${name}`}>
          {active ? (
            <Trans comment="button: stops telling another program">Pause</Trans>
          ) : (
            <Trans comment="button: ends a pause">Go on</Trans>
          )}
        </Button>
        {onRenew && (
          <Button onClick={onRenew} aria-label={t`New secret for ${name}`}>
            <Trans comment="button: makes a new secret of a webhook">New secret</Trans>
          </Button>
        )}
        <DeleteButton onClick={() => onOpen('delete')} name={name} />
      </Flex>
    </Panel>
  )
}
