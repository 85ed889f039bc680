import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { colonIn, type Locale, nameIn } from '../../contract/locales.ts'
import { partyLines, type SharedOffer } from '../../contract/orders.ts'
import { factsLine } from '../../contract/product-fields.ts'
import { shopLine } from '../../contract/shop.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { toleranceText } from '../../contract/texts/quantity.ts'
import { dayIn, dayText, endText, tonnesText } from '../../contract/texts/shop-day.ts'
import { callerGroup } from '../http/client-address.ts'
import { escapeHtml } from '../http/plain-page.ts'
import { framePage, type PageContext, pagePolicy } from './frame.ts'
import { pageTexts } from './page-texts.ts'

/** A browser without scripts prints by its own menu. */
const printButton =
  "(function(){var b=document.getElementById('print');b.hidden=false;b.onclick=function(){print()}})()"
const printHash = createHash('sha256').update(printButton).digest('base64')
const offerPolicy = pagePolicy.replace('script-src', `script-src 'sha256-${printHash}'`)

const fact = (label: string, value: string) => `<div><dt>${label}</dt><dd>${value}</dd></div>`
const number = (text: string, look = '') => `<td role="cell" class="number${look}">${text}</td>`
/** As the specification writes tonnes in tables. */
const tonnes = (qty: number, locale: Locale) => escapeHtml(tonnesText(qty, locale).replace(/ t$/, '\u00a0t'))

function linesOf({ offer, items }: SharedOffer, { visit: { locale } }: PageContext): string {
  const t = pageTexts(locale).offer
  const money = (minor: number) => escapeHtml(formatMoney(minor, offer.currency, locale))
  const rows = offer.lines.map(({ fishe, qty, price, total, note = '' }) => {
    const item = items.find((each) => each.fishe === fishe)
    const names = item && { trade_name: item.name, trade_name_fr: item.name_fr, trade_name_es: item.name_es }
    const below = [item ? factsLine(item, locale) : '', note].filter(Boolean)
    const small = below.map((text) => `<small>${escapeHtml(text)}</small>`).join('')
    return `<tr role="row"><th role="rowheader" scope="row">${escapeHtml(names ? nameIn(names, locale) : fishe)}${small}</th>
${number(price === null ? '–' : tonnes(qty, locale))}
${number(price === null ? t.notAvailable : money(price), price === null ? '' : ' price')}
${number(total === null ? '–' : money(total))}</tr>`
  })
  const sum = (label: string, amount: number, look: string) =>
    `<tr role="row" class="${look}"><th role="rowheader" scope="row" colspan="3">${label}</th>${number(money(amount))}</tr>`
  const charges = (offer.charges ?? []).map(({ label, amount }) => sum(escapeHtml(label), amount, 'charge'))
  const heads = [t.quantity, t.price, t.total].map(
    (title) => `<th role="columnheader" scope="col" class="number">${title}</th>`,
  )
  // the roles are explicit, since the style turns rows into blocks on a phone
  return `<table role="table" class="lines"><caption>${t.prices}</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${t.product}</th>${heads.join('')}</tr></thead>
<tbody role="rowgroup">${rows.join('\n')}
${charges.join('\n')}
${sum(t.total, offer.total, 'total')}</tbody></table>`
}

/** The offer behind a link: what is on the printed one. The page has no address for search engines. */
export function renderOffer(context: PageContext, shared: SharedOffer): string {
  const { visit, shop } = context
  const { locale } = visit
  const t = pageTexts(locale).offer
  const { offer, reference } = shared
  const { billedTo, deliverTo, consignee, notifyParty } = partyLines(
    { ...shared, user: shared.buyer },
    (number) => `${t.taxNumber}${colonIn(locale)}${number}`,
  )
  const party = (label: string, lines: string[]) =>
    lines.length > 0 ? fact(label, lines.map((line) => `<bdi class="note">${escapeHtml(line)}</bdi>`).join('<br>')) : ''
  const until = endText(offer.expiresAt, shop.timeZone, locale)
  const title = `${t.offer(shared.number)} · ${reference}`
  const terms = [
    fact(t.date, dayText(dayIn(shop.timeZone, Date.parse(shared.at)), locale)),
    fact(t.validUntil, `<b>${escapeHtml(until)}</b>`),
    fact(t.term, `${offer.incoterm} ${escapeHtml(offer.place)} (${t.incoterms[offer.incoterm]})`),
    offer.readyFrom ? fact(t.readyFrom, dayText(offer.readyFrom, locale)) : '',
    offer.payment ? fact(t.payment, escapeHtml(offer.payment)) : '',
    fact(t.tolerance, toleranceText(offer, locale)),
  ]
  return framePage(context, {
    title,
    description: `${shop.name} · ${t.validUntil} ${until}`,
    main: `<div class="paper"><b>${escapeHtml(shop.name)}</b><br>${escapeHtml(shopLine({ ...shop, name: '' }, locale))}</div>
<div class="row"><h1>${t.offer(shared.number)}</h1>
<button class="button no-print" id="print" type="button" hidden>${t.print}</button></div>
<script>${printButton}</script>
${shared.isAccepted ? `<p class="accepted"><b>${t.accepted}</b></p>` : ''}
<article class="offer">
<dl class="facts">${fact(t.request, escapeHtml(reference))}${terms.join('')}</dl>
<dl class="facts">${party(t.billedTo, billedTo)}${party(t.deliverTo, deliverTo)}${party(t.consignee, consignee)}${party(t.notifyParty, notifyParty)}</dl>
${linesOf(shared, context)}
${offer.note ? `<div><h2>${t.note}</h2><p class="note">${escapeHtml(offer.note)}</p></div>` : ''}
</article>`,
  })
}

/** The page in place of an offer that a link does not show. */
function renderNoOffer(context: PageContext, why: 'unknown' | 'ended' | 'none' | 'tooMany'): string {
  const { title, text } = pageTexts(context.visit.locale).offer[why]
  return framePage(context, { title, description: text, main: `<h1>${title}</h1><p>${text}</p>` })
}

/** What the pages of offers and of long texts need besides the style of the app's first screen. */
export const offerStyle = `.offer .lines{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
.lines caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.lines :is(th,td){padding:.625rem .5rem;border-bottom:1px solid var(--chakra-colors-border);text-align:start;vertical-align:top;font-weight:inherit}
.lines :is(th,td):first-child{padding-left:0}.lines :is(th,td):last-child{padding-right:0}
.lines tbody th{overflow-wrap:anywhere}.lines thead th{font-size:.875rem;color:var(--chakra-colors-fg-muted)}
.lines small{display:block;font-size:.875rem;font-weight:400;color:var(--chakra-colors-fg-muted)}
.lines .number{text-align:end;white-space:nowrap}.lines tbody tr:not(.charge,.total) th{font-weight:600}
.lines :is(.charge,.total) :is(th,td){border:0;text-align:end;padding-block:.375rem}
.lines .total :is(th,td){font-size:1.125rem;font-weight:700}
.offer dd,.note{overflow-wrap:anywhere}.note{white-space:pre-line;unicode-bidi:plaintext}[hidden]{display:none!important}
@media screen and (max-width:47.99rem){.header .brand{flex-basis:8rem}.lines,.lines tbody{display:block}
.lines thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.lines tbody tr{display:flex;flex-wrap:wrap;gap:0 .75rem;padding:.625rem 0;border-bottom:1px solid var(--chakra-colors-border)}
.lines tr:is(.charge,.total){border:0;padding-block:.25rem}.lines tbody :is(th,td){padding:0!important;border:0!important}
.lines tbody tr:not(.charge,.total) th{flex:1 0 100%}.lines td:last-child{margin-left:auto}.lines .price::after{content:" / t"}}
.legal{display:grid;gap:.875rem;max-width:42rem;overflow-wrap:anywhere}
.paper{display:none}@media print{.paper{display:block}@page{margin:15mm}:root{color-scheme:light}.header nav,.header-link,.no-print{display:none!important}
.header{background:none!important;color:#000!important}.offer{padding:0!important;background:none!important;border:0!important;box-shadow:none!important}
.lines tr{break-inside:avoid}.lines thead{display:table-header-group}.footer{background:none!important;color:#000!important}}
`

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
