import { Type } from 'typebox'
import { ContactMessage, MessageUpdate } from '../../contract/contact.ts'
import { answerList, pagingQuery } from '../http/paging.ts'
import type { Route } from '../http/route.ts'
import { deleteMessage, listMessages, updateMessage } from '../services/messages.ts'
import type { Shop } from '../services/shop.ts'

/** Messages of the contact form, for administrators. */
export function messageRoutes(route: Route, shop: Shop): void {
  route('listMessages', {
    summary: 'Messages of the contact form, newest first; with state=new only the unread ones',
    query: Type.Object({ state: Type.Optional(Type.Literal('new')), ...pagingQuery }),
    answer: Type.Array(ContactMessage),
    handle: async ({ query }) => answerList('/api/messages/', query, await listMessages(shop, query)),
  })
  route('updateMessage', {
    summary: 'Mark a message as read or answered',
    body: MessageUpdate,
    answer: ContactMessage,
    handle: ({ param, body, user }) => updateMessage(shop, param, { update: body, actor: user }),
  })
  route('deleteMessage', {
    summary: 'Delete a message',
    handle: ({ param, user }) => deleteMessage(shop, param, user),
  })
}
