import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { line, oneOf } from './texts/text-schemas.ts'

/** What a webhook can be told of. A message of a request's thread is a change of that order. */
export const webhookEvents = [
  'order.created',
  'order.changed',
  'product.changed',
  'stock.changed',
  'message.created',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Why a webhook is paused: by an administrator; its address did not take an event for three days; too many events wait. */
export const pauseReasons = ['by-hand', 'failing', 'too-many'] as const
export type PauseReason = (typeof pauseReasons)[number]

/** Why a try got no answer: the address is not public or not https; ten seconds are over; the certificate is wrong; anything else. */
export const deliveryProblems = ['private', 'timeout', 'certificate', 'unreachable'] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]

const WebhookEvents = Type.Array(oneOf(webhookEvents), {
  minItems: 1,
  maxItems: webhookEvents.length,
  uniqueItems: true,
})

export const WebhookInput = Type.Object({
  url: line(limits.webhookUrlLength, {
    minLength: 1,
    description: 'https:, a public host, no user name, no #',
  }),
  events: WebhookEvents,
  active: Type.Optional(Type.Boolean({ description: 'false pauses it; by default true' })),
})
export type WebhookInput = Static<typeof WebhookInput>

export const Webhook = Type.Object({
  _id: Type.String(),
  url: Type.String(),
  events: WebhookEvents,
  active: Type.Boolean(),
  paused: Type.Optional(oneOf(pauseReasons)),
  created_at: Type.String(),
  waiting: Type.Integer({ description: 'deliveries that are yet to be made' }),
  /** until then, the secret before the present one signs as well */
  oldSecretUntil: Type.Optional(Type.String()),
})
export type Webhook = Static<typeof Webhook>

/** Shown once: the shop never answers the secret again. */
export const WebhookSecret = Type.Object({ _id: Type.String(), secret: Type.String() })
export type WebhookSecret = Static<typeof WebhookSecret>

export const Delivery = Type.Object({
  _id: Type.String({ description: 'the header webhook-id, the same at every try' }),
  event: oneOf([...webhookEvents, 'test']),
  at: Type.String({ description: 'when it happened' }),
  attempts: Type.Integer(),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status of the last answer, null for none' }),
  problem: Type.Optional(oneOf(deliveryProblems)),
  nextAt: Type.Union([Type.String(), Type.Null()], { description: 'when it is tried next, null for never' }),
})
export type Delivery = Static<typeof Delivery>

export const DeliveryMade = Type.Object({ _id: Type.String() })
export type DeliveryMade = Static<typeof DeliveryMade>
