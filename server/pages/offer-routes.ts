import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SharedOffer } from '../../contract/offer-links.ts'
import { callerGroup } from '../platform/http/client-address.ts'
import type { PageContext } from './frame.ts'
import { offerPolicy, renderNoOffer, renderOffer } from './offer-page.ts'

/** Why a link shows no offer: codes of refusals. */
type NoOffer = { ok: false; code: string; retryAfter?: number }
export type OpenOffer = (opening: {
  token: string
  address: string
  isSeen: boolean
}) => Promise<{ ok: true; value: SharedOffer } | NoOffer>

/** Never stored, never named to another server, never in a search engine. */
const privateHeaders = {
  'cache-control': 'private, no-store',
  'content-security-policy': offerPolicy,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** Chats and search engines open every link in a message: their requests do not count as seen. */
const isPerson = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && !/bot\b|crawl|spider|preview|externalhit|whatsapp/i.test(headers['user-agent'] ?? '')

const instead: Record<string, { status: number; why: 'ended' | 'none' | 'tooMany' } | undefined> = {
  'link-expired': { status: 410, why: 'ended' },
  'offer-not-current': { status: 404, why: 'none' },
  'too-many': { status: 429, why: 'tooMany' },
}
const unknown = { status: 404, why: 'unknown' } as const

/** The page of a link to an offer, for people without an account and browsers without scripts. */
export function offerRoutes(
  app: FastifyInstance,
  {
    contextOf,
    setHeaders,
    unlessAway,
    openOffer,
  }: {
    contextOf: (request: FastifyRequest) => Promise<PageContext>
    unlessAway: <T>(request: FastifyRequest, reply: FastifyReply, make: () => Promise<T>) => Promise<T | undefined>
    setHeaders: (request: FastifyRequest, reply: FastifyReply, next: () => void) => void
    openOffer: OpenOffer
  },
): void {
  app.get('/o/:token', { exposeHeadRoute: true, onRequest: setHeaders }, async (request, reply) => {
    reply.headers(privateHeaders).type('text/html; charset=utf-8')
    const context = await unlessAway(request, reply, () => contextOf(request))
    if (!context) return reply
    const token = String(Reflect.get(Object(request.params), 'token'))
    const opened = await openOffer({ token, address: callerGroup(request), isSeen: isPerson(request) })
    if (opened.ok) return reply.send(renderOffer(context, opened.value))
    const { status, why } = instead[opened.code] ?? unknown
    if (opened.retryAfter) reply.header('retry-after', String(opened.retryAfter))
    return reply.code(status).send(renderNoOffer(context, why))
  })
}
