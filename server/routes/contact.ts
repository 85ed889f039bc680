import { ContactAnswer, ContactInput } from '../../contract/contact.ts'
import type { Route } from '../http/route.ts'
import { saveContact } from '../services/contact.ts'
import type { Shop } from '../services/shop.ts'

export function contactRoutes(route: Route, shop: Shop): void {
  route('sendContact', {
    summary: 'Send a message to the shop',
    body: ContactInput,
    accepts: ['json', 'form', 'multipart'],
    prepare: ({ message, ...body }) => ({ ...body, user_message: body.user_message ?? message }),
    answer: ContactAnswer,
    status: 201,
    handle: ({ body, key, address, encode }) => saveContact(shop, { input: body, key, address, encode }),
  })
}
