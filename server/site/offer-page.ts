import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { ownAccent } from '../../contract/accent.ts'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import { LinkAnswer, type SharedOffer } from '../../contract/orders.ts'
import type { PaperParts, PaperRow } from '../../contract/papers/paper-content.ts'
import { offerPaper } from '../../contract/papers/paper-parts.ts'
import { paperStyle } from '../../contract/papers/paper-style.ts'
import { paperTexts } from '../../contract/papers/paper-texts.ts'
import { pictureUrl } from '../../contract/picture.ts'
import { endText } from '../../contract/texts/shop-day.ts'
import { callerGroup } from '../http/caller.ts'
import { escapeHtml } from '../http/plain-page.ts'
import { isRefusal } from '../http/refusal.ts'
import { unstorableTexts } from '../http/validation.ts'
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
  const [qty = '', price = '', total = ''] = numbers
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

/** The typed values of the form, which are shown again where it is refused. */
type Typed = Partial<Record<'name' | 'company' | 'note', string>> & { error?: string }

/** The form of an answer. It works without a script, and posts to the page's own address. */
function answerForm(form: string, language: Locale, { name = '', company = '', note = '', error }: Typed): string {
  const t = pageTexts(language)
  const field = (id: 'name' | 'company', label: string, value: string) =>
    `<p><label for="${id}">${label}</label><input id="${id}" name="${id}" autocomplete="${id === 'name' ? 'name' : 'organization'}" maxlength="${limits.nameLength}" value="${escapeHtml(value)}"${id === 'name' ? ` required${error ? ' aria-invalid="true" aria-describedby="wrong"' : ''}` : ''}></p>`
  return `<form method="post" class="answer no-print"><h2>${t.answerHere}</h2>
<input type="hidden" name="form" value="${form}">
${error ? `<p id="wrong" role="alert" class="failure">${error}</p>` : ''}
${field('name', t.yourName, name)}${field('company', t.yourCompany, company)}
<p><label for="note">${t.yourNote}</label><textarea id="note" name="note" rows="3" maxlength="${limits.noteLength}">${escapeHtml(note)}</textarea></p>
<p class="muted">${t.once}</p>
<p class="row"><button class="button button-primary" name="answer" value="accept">${t.accept}</button>
<button class="button" name="answer" value="decline">${t.decline}</button></p></form>`
}

/** The offer behind a link, as it is printed. The page has no address for search engines. */
export function renderOffer(context: PageContext, shared: SharedOffer, typed: Typed = {}): string {
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
${parts.map((part) => partOf(part, t.prices)).join('\n')}
${shared.form ? answerForm(shared.form, language, typed) : ''}</article>`,
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
.answer{display:grid;gap:.75rem;max-width:30rem;margin-top:2rem;padding-top:1rem;border-top:1px solid var(--chakra-colors-border)}
.answer label{display:block;font-weight:600}.answer :is(input,textarea){width:100%;min-height:2.75rem;padding:.5rem;border:1px solid var(--chakra-colors-border);border-radius:8px;background:var(--chakra-colors-bg);color:inherit;font:inherit}
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

/** Refuses like `OpenOffer`, and like an acceptance. */
export type AnswerOffer = (answering: { token: string; address: string; answer: LinkAnswer }) => Promise<void>

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
    return sendInstead(reply, context, error)
  }
}

/** Sends the page that says why there is no offer. Throws what is no refusal. */
function sendInstead(reply: FastifyReply, context: PageContext, error: unknown): FastifyReply {
  if (!isRefusal(error)) throw error
  const { status, why } = instead[error.code] ?? { status: 404, why: 'unknown' as const }
  if (error.reason.retryAfter) reply.header('retry-after', String(error.reason.retryAfter))
  const t = pageTexts(context.visit.locale)
  return reply.code(status).send(statusPage(context, t[why], t[`${why}Text`]))
}

const statusPage = (context: PageContext, title: string, text: string) =>
  framePage(context, { title, description: text, main: `<h1>${title}</h1><p role="status">${text}</p>` })

const textIn = (body: unknown, name: string): string => {
  const value: unknown = Reflect.get(Object(body), name)
  return typeof value === 'string' ? value : ''
}

/** Takes an answer to the offer of a link, and sends a page with its outcome. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, context, openOffer, answerOffer }: AnswerDeps,
): Promise<FastifyReply> {
  const { body } = request
  const address = callerGroup(request)
  const typed = { name: textIn(body, 'name'), company: textIn(body, 'company'), note: textIn(body, 'note') }
  const t = pageTexts(context.visit.locale)
  const read = v.safeParse(LinkAnswer, { ...typed, answer: textIn(body, 'answer'), form: textIn(body, 'form') })
  try {
    if (!read.success || unstorableTexts(read.output).length > 0) {
      const offer = await openOffer({ token, address, isSeen: false })
      return reply.code(422).send(renderOffer(context, offer, { ...typed, error: t.nameMissing }))
    }
    await answerOffer({ token, address, answer: read.output })
    return reply.send(statusPage(context, t.gotAnswer, t.gotAnswerText))
  } catch (error) {
    if (!isRefusal(error)) throw error
    const isOver = error.code === 'link-expired' || error.code === 'order-final' || error.code === 'offer-expired'
    if (isOver) return reply.code(410).send(statusPage(context, t.ended, t.answeredText))
    const hasChanged = error.code === 'offer-not-current' || error.code === 'invalid-fields'
    if (hasChanged) return reply.code(409).send(statusPage(context, t.goneOn, t.goneOnText))
    return sendInstead(reply, context, error)
  }
}

interface AnswerDeps {
  token: string
  context: PageContext
  openOffer: OpenOffer
  answerOffer: AnswerOffer
}
