import * as v from 'valibot'
import { Delivery, DeliveryMade, Webhook, WebhookInput, WebhookSecret } from '../../contract/webhooks.ts'
import type { Route } from '../platform/http/route.ts'
import { done } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { listDeliveries, resendDelivery, testWebhook } from './deliveries.ts'
import * as webhooks from './webhooks.ts'

/** Webhooks: other programs that are told what happens in the shop. */
export function webhookRoutes(route: Route, deps: ServiceDeps): void {
  route('listWebhooks', {
    summary: 'The webhooks of the shop, without their secrets',
    answer: v.array(Webhook),
    handle: async () => done(await webhooks.listWebhooks(deps)),
  })
  route('createWebhook', {
    summary: 'Add a webhook; its secret is answered only here',
    body: WebhookInput,
    answer: WebhookSecret,
    status: 201,
    handle: ({ body, user }) => webhooks.createWebhook(deps, { input: body, actor: user }),
  })
  route('updateWebhook', {
    summary: 'Change a webhook, pause it or go on',
    body: WebhookInput,
    answer: Webhook,
    handle: ({ param, body, user }) => webhooks.updateWebhook(deps, param, { input: body, actor: user }),
  })
  route('renewWebhookSecret', {
    summary: 'Make a new secret of a webhook, answered only here; the old one signs as well for 24 hours',
    answer: WebhookSecret,
    status: 201,
    handle: ({ param, user }) => webhooks.renewSecret(deps, param, user),
  })
  route('deleteWebhook', {
    summary: 'Delete a webhook with all that waits for it',
    handle: ({ param, user }) => webhooks.deleteWebhook(deps, param, user),
  })
  route('listWebhookDeliveries', {
    summary: 'The hundred newest deliveries of a webhook',
    answer: v.array(Delivery),
    handle: ({ param }) => listDeliveries(deps, param),
  })
  route('testWebhook', {
    summary: 'Send a test to a webhook; its answer is then in the list of deliveries',
    answer: DeliveryMade,
    status: 201,
    handle: ({ param, user }) => testWebhook(deps, param, user),
  })
  route('resendWebhookDelivery', {
    summary: 'Send a delivery again; its answer is then in the list of deliveries',
    answer: DeliveryMade,
    status: 201,
    handle: ({ param, secondParam, user }) => resendDelivery(deps, { id: param, delivery: secondParam, actor: user }),
  })
}
