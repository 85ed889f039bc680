import * as v from 'valibot'
import type { Right } from './accounts.ts'
import { id, int, nonEmptyLine, oneOf, openEnum, optionalEnum, required, ruled, text, tolerantList } from './fields.ts'
import { limits } from './limits.ts'

/** What a webhook can be told of. A message of a request's thread is a change of that order. */
export const webhookEvents = [
  ...(['order.created', 'order.changed', 'product.changed', 'stock.changed', 'message.created'] as const),
  ...(['paper.issued', 'payment.reported', 'claim.opened'] as const),
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The right with which people see what an event tells of. Everybody sees products. */
export function rightForEvent(event: string): Right {
  if (/^(order|paper|payment|claim)[.]/.test(event)) return 'orders'
  return event === 'message.created' ? 'people' : 'shop'
}

/** Why a webhook is paused: by an administrator; its address did not take an event for three days; too many events wait. */
const pauseReasons = ['by-hand', 'failing', 'too-many'] as const
export type PauseReason = (typeof pauseReasons)[number]
/** Why a try got no answer: the address is not public or not https; ten seconds are over; the certificate is wrong; anything else. */
const deliveryProblems = ['private', 'timeout', 'certificate', 'unreachable'] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]

const WebhookEvents = v.pipe(
  v.array(oneOf(webhookEvents)),
  v.minLength(1),
  v.maxLength(webhookEvents.length),
  v.metadata({ uniqueItems: true }),
)

export const WebhookInput = v.object({
  url: v.pipe(
    nonEmptyLine(limits.webhookUrlLength),
    ruled('publicAddress', (url: string) => /^https?:\/\/[^\s/]/i.test(url.trim())),
    v.description('https:, a public host, no user name, no #'),
  ),
  events: WebhookEvents,
  active: v.optional(v.pipe(v.boolean(), v.description('false pauses it; by default true'))),
})
export type WebhookInput = v.InferOutput<typeof WebhookInput>

export const Webhook = v.object({
  _id: id,
  url: required,
  events: tolerantList(oneOf(webhookEvents)),
  active: v.fallback(v.boolean(), true),
  paused: optionalEnum(pauseReasons),
  created_at: text,
  waiting: v.pipe(int, v.description('deliveries that are yet to be made')),
  /** until then, the secret before the present one signs as well */
  oldSecretUntil: v.optional(v.string()),
})
export type Webhook = v.InferOutput<typeof Webhook>

/** Shown once: the shop never answers the secret again. */
export const WebhookSecret = v.object({ _id: text, secret: required })
export type WebhookSecret = v.InferOutput<typeof WebhookSecret>

export const Delivery = v.object({
  _id: v.pipe(id, v.description('the header webhook-id, the same at every try')),
  event: openEnum([...webhookEvents, 'test']),
  at: v.pipe(text, v.description('when it happened')),
  attempts: int,
  status: v.pipe(v.nullable(int), v.description('HTTP status of the last answer, null for none')),
  problem: optionalEnum(deliveryProblems),
  nextAt: v.pipe(v.nullable(text), v.description('when it is tried next, null for never')),
})
export type Delivery = v.InferOutput<typeof Delivery>

export const DeliveryMade = v.object({ _id: text })
