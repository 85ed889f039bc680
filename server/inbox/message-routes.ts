import * as v from 'valibot'
import { ContactAnswer, ContactInput, ContactMessage, MessageUpdate } from '../../contract/inbox.ts'
import { answerList, pagingQuery } from '../platform/http/paging.ts'
import type { Route } from '../platform/http/route.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { saveContact } from './contact.ts'
import { deleteMessage, listMessages, updateMessage } from './messages.ts'

/** The contact form, and its messages for administrators. */
export function messageRoutes(route: Route, deps: ServiceDeps): void {
  route('sendContact', {
    summary: 'Send a message to the shop',
    body: ContactInput,
    accepts: ['json', 'form', 'multipart'],
    foreignFields: ['message'],
    prepare: ({ message, ...body }) => ({ ...body, user_message: body.user_message ?? message }),
    answer: ContactAnswer,
    status: 201,
    handle: ({ body, key, address, encode }) => saveContact(deps, { input: body, key, address, encode }),
  })
  route('listMessages', {
    summary:
      'Messages of the contact form, newest first; with state=new only the unread ones; a page of long ones has ten',
    query: v.object({ state: v.optional(v.literal('new')), ...pagingQuery }),
    answer: v.array(ContactMessage),
    handle: async ({ query }) => answerList('/api/messages/', query, await listMessages(deps, query)),
  })
  route('updateMessage', {
    summary: 'Mark a message as read or answered',
    body: MessageUpdate,
    answer: ContactMessage,
    handle: ({ param, body, user }) => updateMessage(deps, param, { update: body, actor: user }),
  })
  route('deleteMessage', {
    summary: 'Delete a message',
    handle: ({ param, user }) => deleteMessage(deps, param, user),
  })
}
