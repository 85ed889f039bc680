import { Badge, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Delivery, Webhook, WebhookSecret } from '../../contract/webhooks.ts'
import type { Reply } from '../api/exchange.ts'
import { deliveryNames, eventNames, pauseTexts, problemTexts } from '../i18n/webhook-texts.ts'
import { type AdminListState, AdminListView, defineAdminList, useAdminList } from '../lists/admin-list.tsx'
import { DeleteButton, EditButton, type ListSearch } from '../lists/list-rows.tsx'
import { useAction } from '../lists/query.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Time } from '../ui/date-text.tsx'
import { FormDialog } from '../ui/dialogs/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { SecretOnce, type Secrets, useSecrets } from './secret-once.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

const lookAgain = 2_000

const deliveryList = ({ _id: id }: Webhook) =>
  defineAdminList<Delivery>({
    name: `deliveries ${id}`,
    caption: msg({ message: 'Deliveries', comment: 'button: what was sent to another program' }),
    isWhole: true,
    perPage: 100,
    call: (api, _, { signal }) => api.call('listWebhookDeliveries', { params: { id }, signal }),
    empty: () => <Trans>Nothing was sent in the last seven days.</Trans>,
    Card: ({ row, list }) => <DeliveryCard webhook={id} row={row} list={list} />,
  })

const isDue = ({ nextAt }: Delivery) => nextAt !== null && Date.parse(nextAt) < Date.now() + lookAgain

function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useLingui()
  const [definition] = useState(() => deliveryList(webhook))
  const list = useAdminList(definition, { every: (rows) => rows?.some(isDue) === true && lookAgain })
  const test = useAction((api) => api.call('testWebhook', { params: { id: webhook._id } }), {
    onDone: () => void list.reload(),
  })
  const host = hostOf(webhook)
  return (
    <FormDialog onClose={onClose} title={t`Deliveries to ${host}`}>
      <ButtonRow>
        <Button onClick={() => test.run(undefined)}>
          <Trans comment="button: sends a trial event to another program">Send a test</Trans>
        </Button>
      </ButtonRow>
      <AdminListView list={list} />
    </FormDialog>
  )
}

function DeliveryCard({ webhook, row, list }: { webhook: string; row: Delivery; list: AdminListState<Delivery> }) {
  const { t } = useLingui()
  const { _id, event, at, attempts } = row
  const params = { id: webhook, delivery: _id }
  const again = useAction((api) => api.call('resendWebhookDelivery', { params }), { onDone: () => void list.reload() })
  return (
    <Stack gap="1" pt="3" borderTopWidth="1px">
      <Text id={`event-${_id}`} fontWeight="semibold">
        {deliveryNames[event] ? t(deliveryNames[event]) : event}
      </Text>
      <Text id={`at-${_id}`} color="fg.muted" fontSize="sm">
        <Time at={at} />
      </Text>
      <Answer row={row} />
      {attempts > 0 && (
        <Button
          size="sm"
          variant="outline"
          alignSelf="start"
          id={`again-${_id}`}
          aria-labelledby={`again-${_id} event-${_id} at-${_id}`}
          onClick={() => again.run(undefined)}
        >
          <Trans comment="button: sends an event to another program once more">Send again</Trans>
        </Button>
      )}
    </Stack>
  )
}

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

const hostOf = ({ url }: Webhook) => new URL(url).host

/** The host, or the whole address where another webhook has the same host. */
function nameAmong(all: readonly Webhook[], webhook: Webhook): string {
  const host = hostOf(webhook)
  return all.filter((each) => hostOf(each) === host).length > 1 ? webhook.url : host
}

type List = AdminListState<Webhook, ListSearch, Secrets<WebhookSecret>>

const webhookList = defineAdminList<Webhook, ListSearch, Secrets<WebhookSecret>>({
  name: 'webhooks',
  caption: msg`Webhooks`,
  isWhole: true,
  call: (api, _, { signal }) => api.call('listWebhooks', { signal }),
  empty: () => <Trans>No other program receives events yet.</Trans>,
  Card: WebhookCard,
  Dialog: ({ kind, row, list, onClose }) =>
    kind === 'deliveries' && row ? (
      <DeliveriesDialog webhook={row} onClose={onClose} />
    ) : (
      <WebhookDialog
        webhook={row}
        onClose={onClose}
        onSaved={(made) => {
          if (made) list.shared.add(made)
          void list.reload()
        }}
      />
    ),
  remove: {
    call: (api, { _id: id }) => api.call('deleteWebhook', { params: { id } }),
    Text: ({ row }) => {
      const leaving = hostOf(row)
      return <Trans>The program at {leaving} will receive no more events, and pending deliveries are discarded.</Trans>
    },
  },
})

export function WebhooksPage() {
  const { t } = useLingui()
  const secrets = useSecrets<WebhookSecret>()
  const secret = secrets.shown
  const list = useAdminList(webhookList, {
    shared: secrets,
    onRemoved: async ({ _id }, { reload }) => {
      secrets.remove(_id)
      await reload()
    },
  })
  const most = limits.webhooks
  const isFull = (list.rows?.length ?? 0) >= most
  const owner = list.rows?.find(({ _id }) => _id === secret?._id)
  return (
    <Page
      title={t`Webhooks`}
      lead={<Trans>Other programs, such as an ERP, receive the shop’s events as they happen.</Trans>}
      actions={
        // another secret would take the place of the one that is shown
        !(isFull || secret) && (
          <Button colorPalette="accent" variant="solid" onClick={() => list.onOpen('new')}>{t`Add a webhook`}</Button>
        )
      }
    >
      {secret && (
        <SecretOnce
          key={secret._id}
          title={t`Secret of the webhook`}
          secret={secret.secret}
          onDone={() => secrets.remove(secret._id)}
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
        </SecretOnce>
      )}
      {isFull && (
        <Text color="fg.muted">{t`There are at most ${most} webhooks. To add another one, delete one first.`}</Text>
      )}
      <AdminListView list={list} />
    </Page>
  )
}

function WebhookCard({ row: webhook, list }: { row: Webhook; list: List }) {
  const { t } = useLingui()
  const { _id: id, url, events, active, paused, waiting } = webhook
  const host = hostOf(webhook)
  const name = nameAmong(list.rows ?? [], webhook)
  const reload = () => void list.reload()
  const pause = useAction(
    async (api): Promise<Reply<unknown>> => {
      // the call names all of it, which a colleague may have changed since it was shown
      const newest = await api.call('listWebhooks')
      const found = newest.ok && newest.body.find(({ _id }) => _id === id)
      const body = found && { url: found.url, events: found.events, active: !active }
      return body ? api.call('updateWebhook', { params: { id }, body }) : newest
    },
    { onEnd: reload },
  )
  const renew = useAction((api) => api.call('renewWebhookSecret', { params: { id } }), {
    onDone: (made) => list.shared.add(made),
    onEnd: reload,
  })
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
        <Button onClick={() => list.onOpen('deliveries', webhook)} aria-label={t`Deliveries to ${name}`}>
          <Trans comment="button: what was sent to another program">Deliveries</Trans>
        </Button>
        <EditButton onClick={() => list.onOpen('edit', webhook)} name={name} />
        <Button onClick={() => pause.run(undefined)} aria-label={active ? t`Pause ${name}` : t`Go on with ${name}`}>
          {active ? (
            <Trans comment="button: stops telling another program">Pause</Trans>
          ) : (
            <Trans comment="button: ends a pause">Go on</Trans>
          )}
        </Button>
        {/* a second secret would end the first, which the program may have by then */}
        {!list.shared.shown && (
          <Button onClick={() => renew.run(undefined)} aria-label={t`New secret for ${name}`}>
            <Trans comment="button: makes a new secret of a webhook">New secret</Trans>
          </Button>
        )}
        <DeleteButton onClick={() => list.onAsk(webhook)} name={name} />
      </Flex>
    </Panel>
  )
}
