import { ContactAnswer, ContactInput } from '../../contract/contact.ts'
import type { Route } from '../platform/http/route.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { saveContact } from './contact.ts'

export function contactRoutes(route: Route, deps: ServiceDeps): void {
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
}
