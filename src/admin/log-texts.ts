import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { rights } from '../../contract/accounts.ts'
import type { ActionKind, SubjectKind } from '../../contract/admin-log.ts'
import { type Locale, locales } from '../../contract/locales.ts'
import { webhookEvents } from '../../contract/webhooks.ts'
import { columnTitles } from '../i18n/column-titles.ts'
import { formatKeyEnd } from '../i18n/dates.ts'
import { legalNames } from '../i18n/legal-names.ts'
import { rightNames } from '../i18n/right-names.ts'
import { eventNames } from '../i18n/webhook-texts.ts'
import { shopStateNames } from '../orders/order-state-badge.tsx'
import { bankLabels, sellerLabels, shopLabels } from './shop-form.ts'

export const actionNames: Record<ActionKind, MessageDescriptor> = {
  'product-created': msg`Product added`,
  'product-changed': msg`Product changed`,
  'product-picture': msg`Picture of a product changed`,
  'product-deleted': msg`Product deleted`,
  'products-imported': msg`Products imported from a spreadsheet`,
  'lot-created': msg`Lot added`,
  'lot-changed': msg`Lot changed`,
  'lot-deleted': msg`Lot deleted`,
  'settings-changed': msg`Settings of the shop changed`,
  'seller-changed': msg`Company details changed`,
  'bank-asked': msg`Another bank account requested`,
  'bank-confirmed': msg`Bank account put into force`,
  'bank-withdrawn': msg`New bank account withdrawn`,
  'user-changed': msg`Account changed`,
  'rights-given': msg`Rights given`,
  'rights-taken': msg`Rights taken`,
  'user-deleted': msg`Account deleted`,
  'password-changed': msg`Password changed`,
  'account-restored': msg`Account restored by its owner`,
  'reset-link-made': msg`Link to a new password made`,
  'invitation-made': msg`Invitation made`,
  'invitation-renewed': msg`Invitation sent again`,
  'invitation-withdrawn': msg`Invitation withdrawn`,
  'invitation-accepted': msg`Invitation accepted`,
  'api-key-made': msg`API key made`,
  'api-key-revoked': msg`API key revoked`,
  'order-offered': msg`Offer sent`,
  'order-agreed': msg`Suggested prices agreed to`,
  'order-withdrawn': msg`Offer withdrawn`,
  'order-closed': msg`Request turned down`,
  'order-answered': msg`Message sent`,
  'milestone-added': msg`Step of a shipment reported`,
  'milestone-corrected': msg`Step of a shipment corrected`,
  'offer-link-made': msg`Link to an offer made`,
  'offer-link-revoked': msg`Link to an offer revoked`,
  'claim-settled': msg`Claim settled`,
  'document-added': msg`Document of an order added`,
  'paper-made': msg`Paper of an order made`,
  'order-deleted': msg`Order deleted`,
  'order-sealed': msg`Accepted order deleted, a copy stays`,
  'review-deleted': msg`Review deleted`,
  'subscriber-deleted': msg`Subscriber deleted`,
  'message-changed': msg`Message marked`,
  'message-deleted': msg`Message deleted`,
  'webhook-added': msg`Webhook added`,
  'webhook-changed': msg`Webhook changed`,
  'webhook-secret': msg`Secret of a webhook renewed`,
  'webhook-deleted': msg`Webhook deleted`,
}

export const subjectNames: Record<SubjectKind, MessageDescriptor> = {
  product: msg`Products`,
  lot: msg({ message: 'Lots', comment: 'title: what was caught or produced together' }),
  settings: msg`Settings of the shop`,
  user: msg`Users`,
  key: msg`API keys`,
  order: msg`Orders`,
  review: msg`Reviews`,
  subscriber: msg`Subscribers`,
  message: msg({ message: 'Messages', comment: 'title: messages of the contact form' }),
  webhook: msg`Webhooks`,
}

const otherFields: Record<string, MessageDescriptor> = {
  new: msg({ message: 'New', context: 'import', comment: 'how many products of a spreadsheet were new' }),
  changed: msg({ message: 'Changed', comment: 'how many products of a spreadsheet were changed' }),
  unchanged: msg({ message: 'Unchanged', comment: 'how many products of a spreadsheet stayed as they were' }),
  image: msg`Picture`,
  name: msg`Name`,
  email: msg({ message: 'Email', comment: 'label of a field' }),
  isAdmin: msg({ message: 'Admin', comment: 'column: whether the user is an administrator' }),
  rights: msg({ message: 'Rights', comment: 'of an administrator: what the person may do' }),
  readOnly: msg`Only reads`,
  until: msg({ message: 'Works until', comment: 'the last day of an API key' }),
  buyer: msg({ message: 'Customer', comment: 'column: who ordered' }),
  state: msg({ message: 'State', comment: 'of a request for a quote' }),
  host: msg({ message: 'Host', comment: 'of an internet address: erp.example' }),
  events: msg({ message: 'Events', comment: 'those that a webhook receives' }),
  active: msg({ message: 'Active', comment: 'whether a webhook is sent events' }),
  author: msg({ message: 'Author', comment: 'who wrote a review' }),
  rating: msg`Rating`,
  comment: msg`Comment`,
  isRead: msg({ message: 'Read', comment: 'whether a message was read' }),
  isAnswered: msg({ message: 'Answered', comment: 'state of a message' }),
}

const has = <T extends object>(table: T, name: PropertyKey): name is keyof T => Object.hasOwn(table, name)

interface Language {
  locale: Locale
  translate: (text: MessageDescriptor) => string
}

export function fieldName(kind: SubjectKind, field: string, { locale, translate }: Language): string {
  if (kind === 'product' && has(columnTitles, field)) return columnTitles[field][locale]
  const [name = '', language] = field.split('.')
  const settings = { ...shopLabels, ...legalNames, ...sellerLabels }
  if (kind === 'settings' && has(settings, name)) {
    const isText = locales.some((each) => each === language)
    return translate(settings[name]) + (isText ? ` (${language?.toUpperCase()})` : '')
  }
  if (kind === 'settings' && name === 'bank' && language && has(bankLabels, language))
    return translate(bankLabels[language])
  return has(otherFields, field) ? translate(otherFields[field] ?? { id: field }) : field
}

const yes = msg({ message: 'Yes', comment: 'is an administrator' })
const no = msg({ message: 'No', comment: 'is no administrator' })

/** The value of a field as text; states, events, booleans and ends of keys are in the reader's language. */
export function fieldValue(field: string, value: string, { locale, translate }: Language): string {
  if (value === 'true') return translate(yes)
  if (value === 'false') return translate(no)
  if (field === 'until') return formatKeyEnd(value, locale)
  const namesOf = <N extends string>(all: readonly N[], names: Record<N, MessageDescriptor>) =>
    all.flatMap((each) => (value.includes(each) ? translate(names[each]) : [])).join(', ')
  if (field === 'rights') return namesOf(rights, rightNames)
  if (field === 'events') return namesOf(webhookEvents, eventNames)
  return field === 'state' && has(shopStateNames, value) ? translate(shopStateNames[value]) : value
}
