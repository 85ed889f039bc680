import {
  type Delivery,
  deliveryProblems,
  pauseReasons,
  type Webhook,
  type WebhookEvent,
  type WebhookSecret,
  webhookEvents,
} from '../../contract/webhooks.ts'
import { isRecord, readText } from '../lib/record.ts'
import { readCount, readId, readList, readRows, readTime } from './read-value.ts'

const eventsOf = (value: unknown): WebhookEvent[] =>
  webhookEvents.filter((event) => Array.isArray(value) && value.includes(event))

/** Undefined without an id or address. */
export function readWebhook(row: unknown): Webhook | undefined {
  if (!isRecord(row) || readId(row) === '' || readText(row.url) === '') return undefined
  const paused = pauseReasons.find((each) => each === row.paused)
  const until = readTime(row.oldSecretUntil)
  return {
    _id: readId(row),
    url: readText(row.url),
    events: eventsOf(row.events),
    active: row.active !== false,
    ...(paused && { paused }),
    created_at: readTime(row.created_at),
    waiting: readCount(row.waiting),
    ...(until !== '' && { oldSecretUntil: until }),
  }
}

export const readWebhooks = (body: unknown): Webhook[] | undefined => readRows(readList(body), readWebhook)

/** The secret is shown only once, so an answer without it is no answer. */
export function readWebhookSecret(body: unknown): WebhookSecret | undefined {
  if (!isRecord(body) || readText(body.secret) === '') return undefined
  return { _id: readId(body), secret: readText(body.secret) }
}

export function readDeliveries(body: unknown): Delivery[] | undefined {
  return readRows(readList(body), (row): Delivery | undefined => {
    if (!isRecord(row) || readId(row) === '') return undefined
    const problem = deliveryProblems.find((each) => each === row.problem)
    return {
      _id: readId(row),
      // the screen has a text for unknown events
      event: readText(row.event) as Delivery['event'],
      at: readTime(row.at),
      attempts: readCount(row.attempts),
      status: row.status === null ? null : readCount(row.status) || null,
      ...(problem && { problem }),
      nextAt: readTime(row.nextAt) || null,
    }
  })
}

export const readMade = (body: unknown): { _id: string } | undefined =>
  isRecord(body) ? { _id: readId(body) } : undefined
