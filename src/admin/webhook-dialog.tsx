import { Trans, useLingui } from '@lingui/react/macro'
import { hasRight } from '../../contract/accounts.ts'
import { limits } from '../../contract/limits.ts'
import {
  rightForEvent,
  type Webhook,
  type WebhookEvent,
  WebhookInput,
  type WebhookSecret,
  webhookEvents,
} from '../../contract/webhooks.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { CheckboxGroup, checkedOf, errorUnlessTicked } from '../forms/checkbox-fields.tsx'
import { DialogForm, useDialogForm } from '../forms/dialog-form.tsx'
import { mergeEdits } from '../forms/edit-conflict.tsx'
import { TextField } from '../forms/fields.tsx'
import { outcomeOf } from '../forms/form.tsx'
import { eventHints, eventNames } from '../i18n/webhook-texts.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { toast } from '../ui/feedback/toaster.tsx'

/** The events that a new one receives, unless somebody chooses otherwise. */
const usualEvents: readonly WebhookEvent[] = ['order.created', 'order.changed']

interface WebhookDialogProps {
  webhook: Webhook | undefined
  onClose: () => void
  onSaved: (made?: WebhookSecret) => void
}

export function WebhookDialog({ webhook, onClose, onSaved }: WebhookDialogProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const session = useSession()
  // a program receives what its maker sees
  const offered = webhookEvents.filter(
    (event) => webhook?.events.includes(event) || hasRight(session, rightForEvent(event)),
  )
  const bodyOf = ({ url, events }: { url: string; events: Record<WebhookEvent, boolean> }) => ({
    ...{ url: url.trim(), events: webhookEvents.filter((event) => events[event]) },
  })
  const form = useDialogForm({
    onClose,
    name: `webhook-${webhook?._id ?? ''}`,
    initial: {
      url: webhook?.url ?? '',
      events: checkedOf(webhookEvents, webhook?.events ?? usualEvents.filter((event) => offered.includes(event))),
    },
    // it may have a token
    secret: ['url'],
    schema: WebhookInput,
    body: bodyOf,
    check: (values) => ({ events: errorUnlessTicked(offered, values.events) }),
    submit: async (values) => {
      if (!webhook) return outcomeOf(api.call('createWebhook', { body: bodyOf(values) }), onSaved)
      // the call names all of it, which a colleague may have changed since it was shown
      const newest = await api.call('listWebhooks')
      if (!newest.ok) return newest.refusal
      const found = newest.body.find(({ _id }) => _id === webhook._id) ?? webhook
      const valuesOf = ({ url, events }: Webhook) => ({ url, events: checkedOf(webhookEvents, events) })
      const { merged } = mergeEdits({ start: valuesOf(webhook), yours: values, saved: valuesOf(found) })
      const params = { id: webhook._id }
      return outcomeOf(api.call('updateWebhook', { params, body: bodyOf(merged) }), () => {
        toast({ title: t`The webhook was saved.`, kind: 'success' })
        onSaved()
      })
    },
  })
  return (
    <DialogForm
      form={form}
      title={webhook ? t`Edit webhook` : t`Add a webhook`}
      submit={webhook ? t`Save` : t({ message: 'Add', comment: 'button: adds a webhook' })}
    >
      <TextField
        field={form.field('url')}
        label={t({ message: 'Address', comment: 'internet address of another program' })}
        hint={t`Of your program, with https://`}
        maxLength={limits.webhookUrlLength}
        required
      />
      <CheckboxGroup
        legend={<Trans>Events it receives</Trans>}
        names={offered}
        fieldOf={(event) => form.field('events', event)}
        labels={eventNames}
        hints={eventHints}
      />
      {webhook && webhook.url !== form.values.url && (
        <Notice kind="warning">{t`Pending deliveries go to the new address.`}</Notice>
      )}
    </DialogForm>
  )
}
