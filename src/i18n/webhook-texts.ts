import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Delivery, DeliveryProblem, PauseReason, WebhookEvent } from '../../contract/webhooks.ts'

export const eventNames: Record<WebhookEvent, MessageDescriptor> = {
  'order.created': msg({ message: 'New requests', comment: 'events that another program receives' }),
  'order.changed': msg({ message: 'Changes of requests', comment: 'offers, answers, messages, shipments' }),
  'product.changed': msg({ message: 'New and changed products', comment: 'events that another program receives' }),
  'stock.changed': msg({ message: 'Changes of stock', comment: 'events that another program receives' }),
  'paper.issued': msg({ message: 'Issued papers', comment: 'pro formas, packing lists, invoices, credit notes' }),
  'payment.reported': msg({ message: 'Reported payments', comment: 'events that another program receives' }),
  'claim.opened': msg({ message: 'Claims', comment: 'a buyer reports what is wrong with the goods' }),
  'message.created': msg({ message: 'Messages of the contact form', comment: 'events that another program receives' }),
}

export const eventHints: Partial<Record<WebhookEvent, MessageDescriptor>> = {
  'order.changed': msg`Offers, answers, messages and shipments`,
}

export const deliveryNames: Record<Delivery['event'], MessageDescriptor> = {
  ...eventNames,
  test: msg({ message: 'Test', comment: 'an event that only tries whether a program can be reached' }),
}

export const pauseTexts: Record<PauseReason, MessageDescriptor> = {
  'by-hand': msg`Paused by an administrator. Events in the meantime are not sent.`,
  failing: msg`Paused: the address has accepted no event for three days. Events in the meantime are not sent.`,
  'too-many': msg`Paused: too many events were waiting. Events in the meantime are not sent.`,
}

export const problemTexts: Record<DeliveryProblem, MessageDescriptor> = {
  private: msg`Not called: the address is private or does not begin with https://`,
  timeout: msg`No answer within ten seconds`,
  certificate: msg`The certificate of the host is not valid`,
  unreachable: msg`The host could not be reached`,
}
