import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownAccent } from '../../contract/accent.ts'
import type { SharedOffer } from '../../contract/orders.ts'
import { offerPaper, type PaperParts, type PaperRow } from '../../contract/papers/paper-parts.ts'
import { paperStyle } from '../../contract/papers/paper-style.ts'
import { paperTexts } from '../../contract/papers/paper-texts.ts'
import { pictureUrl } from '../../contract/picture.ts'
import { endText } from '../../contract/texts/shop-day.ts'
import { callerGroup } from '../http/caller.ts'
import { escapeHtml } from '../http/plain-page.ts'
import { isRefusal } from '../http/refusal.ts'
import { framePage, type PageContext, pagePolicy } from './frame.ts'
import { pageTexts } from './page-texts.ts'

/** A browser without scripts prints by its own menu. */
const printButton =
  "(function(){var b=document.getElementById('print');b.hidden=false;b.onclick=function(){print()}})()"
const printHash = createHash('sha256').update(printButton).digest('base64')
const offerPolicy = pagePolicy.replace('script-src', `script-src 'sha256-${printHash}'`)

/** A row of the table; that of a charge or the total has its label beside its amount. */
function rowOf({ kind, text, small = [], note = '', numbers }: PaperRow): string {
  const below = [...small, note].map((line) => line && `<small>${escapeHtml(line)}</small>`)
  const [qty, price, total] = numbers
  const cell = (value: string) => `<td role="cell" class="number">${escapeHtml(value)}</td>`
  const isSum = kind === 'charge' || kind === 'total'
  return `<tr role="row" class="${kind}"><th role="rowheader" scope="row"${isSum ? ' colspan="3"' : ''}>${escapeHtml(text)}${below.join('')}</th>
${isSum ? '' : cell(qty) + cell(price)}${cell(total)}</tr>`
}

function partOf(part: PaperParts['parts'][number], caption: string): string {
  if (part.kind === 'pairs') {
    const pairs = part.pairs.map(([label, text, look]) => {
      const shown = escapeHtml(text)
      return `<div><dt>${escapeHtml(label)}</dt><dd${look ? ` class="${look}"` : ''}>${shown}</dd></div>`
    })
    return `<dl class="pairs">${pairs.join('')}</dl>`
  }
  const heads = part.titles.map(
    (title, at) => `<th role="columnheader" scope="col"${at > 0 ? ' class="number"' : ''}>${escapeHtml(title)}</th>`,
  )
  // the roles are explicit, since the style turns rows into blocks on a phone
  return `<table role="table" class="lines"><caption>${caption}</caption><thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead>
<tbody role="rowgroup">${[...part.rows, part.sum].map(rowOf).join('\n')}</tbody></table>`
}

function letterheadOf({ name, contact, logo, isWide }: PaperParts['letterhead'], root: string): string {
  const file = pictureUrl(logo, isWide ? 640 : 320, 'webp')
  const image = file ? `<img src="${root}${file.slice(1)}" alt="">` : ''
  const text = isWide && file ? '' : `<b>${escapeHtml(name)}</b>`
  return `<header class="letterhead">${image}<div>${text}<p>${escapeHtml(contact)}</p></div></header>`
}

/** The offer behind a link, as it is printed. The page has no address for search engines. */
export function renderOffer(context: PageContext, shared: SharedOffer): string {
  const { visit, shop } = context
  const language = visit.locale
  const order = { ...shared, user: shared.buyer, orderItems: shared.items }
  const { letterhead, title, lines, parts } = offerPaper({ ...shared, order, shop, language, isPlain: true })
  const until = endText(shared.offer.expiresAt, shop.timeZone, language)
  const t = pageTexts(language)
  return framePage(context, {
    title: `${title} · ${shared.reference}`,
    description: `${shop.name} · ${paperTexts.validUntil[language]} ${until}`,
    main: `<article class="paper">
${letterheadOf(letterhead, visit.root)}
<div class="row"><h1>${title}</h1>
<button class="button no-print" id="print" type="button" hidden>${t.print}</button></div>
<script>${printButton}</script>
<p>${lines.map(escapeHtml).join('<br>')}</p>
${shared.isAccepted ? `<p><b>${t.accepted}</b></p>` : ''}
${parts.map((part) => partOf(part, t.prices)).join('\n')}</article>`,
  })
}

/** Why a link shows no offer: the status, and the texts. */
const instead: Record<string, { status: number; why: 'ended' | 'noOffer' | 'tooMany' } | undefined> = {
  'link-expired': { status: 410, why: 'ended' },
  'offer-not-current': { status: 404, why: 'noOffer' },
  'too-many': { status: 429, why: 'tooMany' },
}

/** What the pages of offers and of long texts need besides the style of the app's first screen. */
export const offerStyle = `${paperStyle}
.lines caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.note{white-space:pre-line;overflow-wrap:anywhere;unicode-bidi:plaintext}
.legal{display:grid;gap:.875rem;max-width:42rem;overflow-wrap:anywhere}
@media screen{.paper{width:100%;max-width:56rem;margin-inline:auto;padding:clamp(1rem,4vw,2.5rem);border:1px solid var(--chakra-colors-border);border-radius:12px;background:var(--chakra-colors-bg-panel)}}
@media screen and (max-width:47.99rem){.header .brand{flex-basis:8rem}.lines,.lines tbody{display:block}
.lines thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.lines tbody tr{display:flex;flex-wrap:wrap;gap:0 .75rem;padding:.625rem 0;border-bottom:1px solid var(--chakra-colors-border)}
.lines tr:is(.charge,.total){border:0;padding-block:.25rem}.lines tr.total{border-top:2px solid var(--accent,${ownAccent})}
.lines tbody :is(th,td){padding:0;border:0!important}
.lines :is(.goods,.unsold) th{flex:1 0 100%}.lines td:last-child{margin-left:auto}.lines .goods td:nth-child(3)::after{content:" / t"}}
`

/** Refuses with `not-found`, `link-expired`, `offer-not-current` and `too-many`. */
export type OpenOffer = (opening: { token: string; address: string; isSeen: boolean }) => Promise<SharedOffer>

/** Never stored, never named to another server, never in a search engine. */
export const privateHeaders = {
  'cache-control': 'private, no-store',
  'content-security-policy': offerPolicy,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** Chats and search engines open every link in a message: their requests do not count as seen. */
const isPerson = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && !/bot\b|crawl|spider|preview|externalhit|whatsapp/i.test(headers['user-agent'] ?? '')

/** Sends the page of a link to an offer, for people without an account and browsers without scripts. */
export async function sendOffer(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, context, openOffer }: { token: string; context: PageContext; openOffer: OpenOffer },
): Promise<FastifyReply> {
  try {
    const offer = await openOffer({ token, address: callerGroup(request), isSeen: isPerson(request) })
    return reply.send(renderOffer(context, offer))
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { status, why } = instead[error.code] ?? { status: 404, why: 'unknown' as const }
    if (error.reason.retryAfter) reply.header('retry-after', String(error.reason.retryAfter))
    const t = pageTexts(context.visit.locale)
    const [title, text] = [t[why], t[`${why}Text`]]
    const main = `<h1>${title}</h1><p>${text}</p>`
    return reply.code(status).send(framePage(context, { title, description: text, main }))
  }
}
