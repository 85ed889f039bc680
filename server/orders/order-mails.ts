import { plainLine } from '../../contract/fields.ts'
import { colonIn, type Locale, nameIn, toLocale } from '../../contract/locales.ts'
import type { Offer } from '../../contract/offers.ts'
import { goodsKinds, type OrderEvent } from '../../contract/order-events.ts'
import { type CurrentOffer, isOver } from '../../contract/order-state.ts'
import { factsLine, type LineFacts } from '../../contract/product-fields.ts'
import { creditSum } from '../../contract/shipment/claims.ts'
import type { Due } from '../../contract/shipment/dues.ts'
import { paymentParts } from '../../contract/shipment/milestones.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { toleranceText } from '../../contract/texts/quantity.ts'
import { dayIn, dayText, endText, tonnesText } from '../../contract/texts/shop-day.ts'
import { findUser } from '../accounts/users-table.ts'
import type { Db } from '../db/database.ts'
import type { AccountRow, OutboxRow } from '../db/row-types.ts'
import { wasRefused } from '../http/refusal.ts'
import { ofMail, type Sending } from '../outbox/deliver.ts'
import { greeting, limitStrangerMail } from '../outbox/mail-throttle.ts'
import { quoted } from '../outbox/mailer.ts'
import { enqueue, type MailPayload, payloadOf, subjectId } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { type BuyerNews, buyerSubjects, type DeskNews, deskSubjects, type Each, words } from './order-mail-texts.ts'
import { findOrder, lastEvent, type NewOrder } from './order-queries.ts'
import { toThread } from './order-view.ts'
import { noMailbox } from './written-requests.ts'

/** A word with its value: `Container: …`. */
const withLabel = (label: Each, language: Locale, value: string) => label[language] + colonIn(language) + value

type News = Omit<OrderEvent, '_id' | 'at'>
type Lines = readonly (string | undefined)[]
type Item = Pick<NewOrder['items'][number], 'fish_id' | 'name' | 'name_fr' | 'name_es'> & Partial<LineFacts>

/** The products that an order may name: the requested ones, and those that an offer puts in their place. */
const itemsOf = ({ items }: NewOrder, offer?: Offer): Item[] => [
  ...items,
  ...(offer?.lines ?? []).flatMap(({ fishe, item }) => (item ? [{ fish_id: fishe, ...item }] : [])),
]

/** A line of a request or an offer: tonnes, the product, and which of its sizes and packings. */
function lineText(item: Item, qty: number, language: Locale): string {
  const names = { trade_name: item.name, trade_name_fr: item.name_fr, trade_name_es: item.name_es }
  const what = [nameIn(names, language), factsLine(item, language)].filter(Boolean).join(', ')
  return `${tonnesText(qty, language)} ${plainLine(what)}`
}

export const requestLines = ({ items }: NewOrder, language: Locale): string =>
  items.map((item) => lineText(item, item.qty, language)).join('\n')

/** Quantities of products of an order, each on its line. */
const linesOf = (items: readonly Item[], lines: readonly { fishe: string; qty: number }[], language: Locale) =>
  lines.flatMap(({ fishe, qty }) => {
    const item = items.find(({ fish_id }) => fish_id === fishe)
    return item ? [lineText(item, qty, language)] : []
  })

interface Reader {
  language: Locale
  timeZone: string
}

interface Sum extends Pick<Offer, 'total' | 'currency'> {
  lines: NonNullable<News['lines']> | Offer['lines']
}

/** Lines with their total. */
function sumOf(items: readonly Item[], { lines, total, currency }: Sum, language: Locale): Lines {
  const there = lines.filter(({ price }) => price !== null)
  return [
    linesOf(items, there, language).join('\n'),
    withLabel(words.total, language, formatMoney(total, currency, language)),
  ]
}

/** What is offered, its total and its last day. */
const termsOf = (order: NewOrder, offer: Offer, { language, timeZone }: Reader): Lines => [
  ...sumOf(itemsOf(order, offer), offer, language),
  `${toleranceText(offer, language)}.`,
  `${words.validUntil[language]} ${endText(offer.expiresAt, timeZone, language)}.`,
]

interface AtOffer extends Pick<Reader, 'language'> {
  current: Offer | undefined
}

/** The lines of a counter or of an acceptance in part; undefined of other events. */
function counterLines(order: NewOrder, { lines, total, until, deal }: News, { current, language }: AtOffer) {
  if (!lines || !current) return undefined
  const { currency } = current
  const wanted = { currency, total: deal?.total ?? total ?? 0, lines: deal?.lines ?? lines }
  const last = until && `${words.standsUntil[language]} ${dayText(until, language)}.`
  return [...sumOf(itemsOf(order, current), wanted, language), last].filter(Boolean).join('\n\n')
}

/** What is paid, claimed or credited of the goods. */
function goodsLines(order: NewOrder, { kind, paid, lines, credit }: News, { current, language }: AtOffer): Lines {
  const { currency = 'EUR' } = current ?? {}
  const money = (label: Each, amount: number) => withLabel(label, language, formatMoney(amount, currency, language))
  const facts = [
    paid && money(words[paid.part], paid.amount),
    paid && withLabel(words.paidOn, language, dayText(paid.on, language)),
    ...(kind === 'claim' ? linesOf(itemsOf(order, current), lines ?? [], language) : []),
    credit && money(words.credit, creditSum(credit)),
  ]
  return [facts.filter(Boolean).join('\n') || undefined]
}

/** Where the goods are: the ship, the container and what is in it, as far as the milestone says. */
function milestoneLines({ items }: NewOrder, { booked, loaded, sailed }: News, language: Locale): Lines {
  const labelled = (label: Each, value: string) => withLabel(label, language, value)
  const [from = '', to = ''] = words.route[language]
  const ship = ({ vessel, ...route }: NonNullable<News['booked']>) =>
    [`${plainLine(vessel)},`, from, plainLine(route.from), to, plainLine(route.to)].join(' ')
  const eta = booked?.eta ?? sailed?.eta
  const facts = [
    booked && labelled(words.vessel, ship(booked)),
    booked && labelled(words.etd, dayText(booked.etd, language)),
    eta && labelled(words.eta, dayText(eta, language)),
    loaded && labelled(words.container, loaded.container),
    ...linesOf(items, loaded?.lines ?? [], language),
  ]
  return [facts.filter(Boolean).join('\n') || undefined]
}

interface Mail {
  order: NewOrder
  language: Locale
  /** what happened, in a few words */
  subject: string
  /** paragraphs before the link: the shop's own words */
  before: Lines
  /** paragraphs below the link, where the words of the other side are */
  after: Lines
}

function write(deps: ServiceDeps, { order, language, subject, before, after }: Mail): MailPayload {
  const { publicUrl = '' } = deps.orderMails ?? {}
  const link = `${words.link[language]}\n${publicUrl}/#/order/${order.id}`
  const text = [...before, link, ...after].filter((part) => part !== undefined).join('\n\n')
  return { language, subject: order.reference + colonIn(language) + subject, text }
}

interface ToDesk extends Pick<ToBuyer, 'order' | 'message' | 'about'> {
  news: DeskNews
  lines?: Lines
}

/** Queues a mail to the shop's staff, in the caller's transaction; a shop without mail sends none. */
export async function mailDesk(deps: ServiceDeps, tx: Db, { order, news, message, lines = [], about }: ToDesk) {
  if (!deps.orderMails) return
  const language = deps.deskLanguage
  const subject = deskSubjects[news][language]
  const sender = `${words.from[language]} ${plainLine(order.buyer_name)}, ${plainLine(order.country)}`
  const quote = message && `${words.buyerWrites[language]}\n${quoted(message)}`
  const mail = write(deps, { order, language, subject, before: [`${subject}.`, ...lines], after: [sender, quote] })
  const payload = JSON.stringify(mail)
  await enqueue(deps, tx, { kind: 'order_mail', target: '', subject: `order:${order.id}`, payload, ...about })
}

interface ToBuyer {
  order: NewOrder
  news: BuyerNews
  message?: string | undefined
  /** the offer or milestone: only while that offer waits (an `ending` in the words of its day), or is not corrected */
  about?: Pick<OutboxRow, 'event' | 'seq'> | undefined
  linesIn: (language: Locale) => Lines
}

function writeToBuyer(deps: ServiceDeps, buyer: AccountRow, { order, news, message, linesIn }: ToBuyer): MailPayload {
  const language = toLocale(order.language) ?? 'en'
  const subject = buyerSubjects[news][language]
  const before = [greeting(language, buyer), `${subject}.`, ...linesIn(language)]
  return write(deps, { order, language, subject, before, after: [message === undefined ? undefined : quoted(message)] })
}

/** As `mailDesk`, to the account's current address; a deleted account gets no mail. */
async function mailBuyer(deps: ServiceDeps, tx: Db, mail: ToBuyer): Promise<void> {
  if (!deps.orderMails) return
  const buyer = await findUser(tx, mail.order.buyer_id)
  if (!buyer || buyer.email.endsWith(noMailbox)) return
  const { id, email, confirmed_at } = buyer
  // anybody may register with another person's address, who gets no word of theirs and no more than a few mails
  if (mail.news === 'request' && confirmed_at === null)
    if (await wasRefused(limitStrangerMail(deps, tx, { kind: 'requestMail', email, callers: [id] }))) return
  const payload = JSON.stringify(writeToBuyer(deps, buyer, mail))
  const subject = `order:${mail.order.id}`
  await enqueue(deps, tx, { kind: 'order_mail', target: email, subject, owner: id, payload, ...mail.about })
}

/** Queues mails about a new order to the shop's staff and to its buyer, in the caller's transaction. */
export async function mailRequest(deps: ServiceDeps, tx: Db, order: NewOrder): Promise<void> {
  await mailDesk(deps, tx, { order, news: 'request', lines: [requestLines(order, deps.deskLanguage)] })
  const linesIn = (language: Locale) => [requestLines(order, language), words.afterRequest[language]]
  await mailBuyer(deps, tx, { order, news: 'request', linesIn })
}

/** Queues a mail to the other side about an event, in the caller's transaction. */
export async function mailEvent(
  deps: ServiceDeps,
  tx: Db,
  { order, event, current }: { order: NewOrder; event: News; current: Offer | undefined },
) {
  if (!deps.orderMails) return
  const { kind, by, seq, deal, step } = event
  const offer = typeof event.offer === 'object' ? event.offer : undefined
  const names = event.files?.map(({ name }) => name) ?? []
  const message =
    [event.text ?? event.note ?? event.refused ?? offer?.note ?? [], ...names].flat().join('\n') || undefined
  if (kind === 'milestone' && step !== 'paid') {
    const linesIn = (language: Locale) => milestoneLines(order, event, language)
    // the caller tells of these steps only, which the shop reports
    return mailBuyer(deps, tx, { order, news: event.step as BuyerNews, message, linesIn, about: { event: kind, seq } })
  }
  const { timeZone } = await getShopSettings(deps, tx)
  // `refuseEvent` lets each side add only its own kinds of events
  const news = (step ?? kind) as DeskNews & BuyerNews
  const about = step || offer ? { event: kind, seq } : undefined
  const isOfGoods = step !== undefined || goodsKinds.some((each) => each === kind)
  if (by.side === 'buyer') {
    const at = { current: deal ?? current, language: deps.deskLanguage }
    const lines = isOfGoods ? goodsLines(order, event, at) : [counterLines(order, event, at)]
    return mailDesk(deps, tx, { order, news, message, lines, about })
  }
  const linesIn = (language: Locale) => {
    if (isOfGoods) return goodsLines(order, event, { current, language })
    if (deal) return sumOf(itemsOf(order, deal), deal, language)
    return offer ? termsOf(order, offer, { language, timeZone }) : []
  }
  await mailBuyer(deps, tx, { order, news, message, linesIn, about })
}

interface OpenOffer {
  order: NewOrder
  current: CurrentOffer
  /** it expires, in the words of today; or it has no answer, and the mail is not sent once it has one */
  event: 'ending' | 'offer'
}

async function offerMail(deps: ServiceDeps, db: Db, { order, current, event }: OpenOffer): Promise<ToBuyer> {
  const { seq, offer } = current
  const { timeZone } = await getShopSettings(deps, db)
  const ending = offer.validUntil <= dayIn(timeZone, deps.clock.now()) ? 'endsToday' : 'endsTomorrow'
  const linesIn = (language: Locale) => termsOf(order, offer, { language, timeZone })
  return { order, news: event === 'offer' ? 'reminder' : ending, linesIn, about: { event, seq } }
}

/** Queues a mail to the buyer about an open offer, in the caller's transaction. */
export const mailOffer = async (deps: ServiceDeps, tx: Db, open: OpenOffer): Promise<void> =>
  mailBuyer(deps, tx, await offerMail(deps, tx, open))

/** Queues mails to the buyer and staff about a part of the price that is overdue. They are forgotten once it is paid. */
export async function mailOverdue(
  deps: ServiceDeps,
  tx: Db,
  { order, offer, due: { part, open, day = '' } }: { order: NewOrder; offer: Offer; due: Due },
): Promise<void> {
  const linesIn = (language: Locale) => {
    const amount = withLabel(words[part], language, formatMoney(open, offer.currency, language))
    return [`${amount}\n${withLabel(words.dueOn, language, dayText(day, language))}`]
  }
  const mail = { order, news: 'overdue', about: { event: 'due', seq: paymentParts.indexOf(part) } } as const
  await mailDesk(deps, tx, { ...mail, lines: linesIn(deps.deskLanguage) })
  await mailBuyer(deps, tx, { ...mail, linesIn })
}

/** A queued mail as it is true now; undefined if its offer was answered, replaced or withdrawn, or has expired unannounced. */
async function writtenNow(deps: ServiceDeps, mail: OutboxRow): Promise<MailPayload | undefined> {
  const payload = payloadOf<MailPayload>(mail)
  if (mail.event !== 'offer' && mail.event !== 'ending') return payload
  const order = await findOrder(deps.db, subjectId(mail), lastEvent)
  const { state, current } = order ? toThread(order) : {}
  if (!order || state !== 'offered' || current?.seq !== mail.seq) return undefined
  if (mail.event === 'offer') return payload
  const buyer = await findUser(deps.db, order.buyer_id)
  if (!buyer || isOver(current.offer, deps.clock.now())) return undefined
  return writeToBuyer(deps, buyer, await offerMail(deps, deps.db, { order, current, event: 'ending' }))
}

export const orderMails: Sending = {
  kind: 'order_mail',
  ...ofMail,
  async send(deps, mail) {
    // nothing of a deleted account is left in the outbox, but what an older version has queued
    if (mail.owner !== '' && !(await findUser(deps.db, mail.owner))) return
    const written = await writtenNow(deps, mail)
    if (!written) return
    // of staff it is the shop's present one
    const language = mail.target === '' ? deps.deskLanguage : (toLocale(written.language) ?? 'en')
    await deps.orderMails?.send({ ...written, id: mail.id, recipient: mail.target, language })
  },
}
