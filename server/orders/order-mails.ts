import { plainLine } from '../../contract/fields.ts'
import { colonIn, type Locale, nameIn, toLocale } from '../../contract/locales.ts'
import type { Offer } from '../../contract/offers.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import { type CurrentOffer, isOver } from '../../contract/order-state.ts'
import { factsLine } from '../../contract/product-fields.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { toleranceText } from '../../contract/texts/quantity.ts'
import { dayIn, dayText, endText, tonnesText } from '../../contract/texts/shop-day.ts'
import { findUser } from '../accounts/users-table.ts'
import type { Db } from '../db/db.ts'
import type { OrderMailRow } from '../db/order-rows.ts'
import type { AccountRow } from '../db/schema.ts'
import { quoted } from '../outgoing/quoted.ts'
import { insertMail, type SendRound, sendMails } from '../outgoing/send-due.ts'
import { greeting, limitStrangerMail } from '../outgoing/stranger-mails.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { type BuyerNews, type DeskNews, mailTexts } from './order-mail-texts.ts'
import { toThread } from './order-view.ts'
import { findOrder, lastEvent, type NewOrder } from './orders-table.ts'

type News = Omit<OrderEvent, '_id' | 'at'>
type Lines = readonly (string | undefined)[]
interface Mail {
  recipient: string
  language: Locale
  /** what happened, in a few words */
  subject: string
  /** paragraphs before the link: the shop's own words */
  before: Lines
  /** paragraphs below the link, where the words of the other side are */
  after: Lines
  /** what it is about, see `OrderMailRow` */
  about?: Partial<Pick<OrderMailRow, 'offer_seq' | 'is_ending' | 'milestone_seq'>>
}

type Item = NewOrder['items'][number]

/** A line of a request or an offer: tonnes, the product, and which of its sizes and packings. */
function lineText(item: Item, qty: number, language: Locale): string {
  const names = { trade_name: item.name, trade_name_fr: item.name_fr, trade_name_es: item.name_es }
  const what = [nameIn(names, language), factsLine(item, language)].filter(Boolean).join(', ')
  return `${tonnesText(qty, language)} ${plainLine(what)}`
}

function requestLines({ items }: NewOrder, language: Locale): string {
  return items.map((item) => lineText(item, item.qty, language)).join('\n')
}

/** The available lines of an offer. */
function offeredLines({ lines }: Offer, items: readonly Item[], language: Locale): string {
  const available = lines.filter(({ price }) => price !== null)
  const texts = available.map(({ fishe, qty }) => {
    const item = items.find(({ fish_id }) => fish_id === fishe)
    return item && lineText(item, qty, language)
  })
  return texts.filter((text) => text !== undefined).join('\n')
}

/** What is offered, its total and its last day. */
function termsOf({ items }: NewOrder, offer: Offer, by: { language: Locale; timeZone: string }): Lines {
  const { language, timeZone } = by
  const { total, validUntil } = mailTexts[language]
  const amount = formatMoney(offer.total, offer.currency, language)
  return [
    offeredLines(offer, items, language),
    total(amount),
    `${toleranceText(offer, language)}.`,
    validUntil(endText(offer.expiresAt, timeZone, language)),
  ]
}

type Written = Pick<OrderMailRow, 'recipient' | 'subject' | 'body'>

const languageOf = (order: { language: string } | undefined) => toLocale(order?.language) ?? 'en'

function write(deps: ServiceDeps, order: NewOrder, { recipient, language, subject, before, after }: Mail): Written {
  const { publicUrl = '' } = deps.orderMails ?? {}
  const link = `${mailTexts[language].link}\n${publicUrl}/#/order/${order.id}`
  const body = [...before, link, ...after].filter((part) => part !== undefined).join('\n\n')
  return { recipient, subject: order.reference + colonIn(language) + subject, body }
}

async function insert(deps: ServiceDeps, tx: Db, { order, mail }: { order: NewOrder; mail: Mail }): Promise<void> {
  const about = { offer_seq: null, is_ending: 0, milestone_seq: null, ...mail.about }
  await insertMail(deps, tx, {
    table: 'order_mail',
    mail: { order_id: order.id, ...write(deps, order, mail), ...about },
  })
}

async function mailDesk(
  deps: ServiceDeps,
  tx: Db,
  { order, news, said, lines }: { order: NewOrder; news: DeskNews; said?: string | undefined; lines?: string },
): Promise<void> {
  const language = deps.deskLanguage
  const texts = mailTexts[language]
  const subject = texts.desk[news]
  const sender = texts.from(plainLine(order.buyer_name), plainLine(order.country))
  const words = said === undefined ? undefined : `${texts.said}\n${quoted(said)}`
  const mail = { recipient: '', language, subject, before: [`${subject}.`, lines], after: [sender, words] }
  await insert(deps, tx, { order, mail })
}

interface ToBuyer {
  order: NewOrder
  news: BuyerNews
  said?: string | undefined
  about?: Mail['about']
  linesIn: (language: Locale) => Lines
}

/** Uses the account's current address; a deleted account gets no mail. */
async function mailBuyer(deps: ServiceDeps, tx: Db, mail: ToBuyer): Promise<void> {
  const buyer = await findUser(tx, mail.order.buyer_id)
  if (!buyer) return
  // anybody may register with another person's address, who gets no word of theirs and no more than a few mails
  if (
    mail.news === 'request' &&
    buyer.confirmed_at === null &&
    (await limitStrangerMail(deps, tx, { kind: 'requestMail', email: buyer.email, callers: [buyer.id] }))
  )
    return
  await insert(deps, tx, { order: mail.order, mail: toBuyer(buyer, mail) })
}

function toBuyer(buyer: AccountRow, { order, news, said, about, linesIn }: ToBuyer): Mail {
  const language = languageOf(order)
  const subject = mailTexts[language].buyer[news]
  return {
    ...{ recipient: buyer.email, language, subject },
    before: [greeting(language, buyer), `${subject}.`, ...linesIn(language)],
    after: [said === undefined ? undefined : quoted(said)],
    ...(about && { about }),
  }
}

/** Queues mails about a new order to the shop's desk and to its buyer, in the caller's transaction. */
export async function mailRequest(deps: ServiceDeps, tx: Db, order: NewOrder): Promise<void> {
  if (!deps.orderMails) return
  await mailDesk(deps, tx, { order, news: 'request', lines: requestLines(order, deps.deskLanguage) })
  const linesIn = (language: Locale) => [requestLines(order, language), mailTexts[language].next]
  await mailBuyer(deps, tx, { order, news: 'request', linesIn })
}

/** Where the goods are: the ship, the container and what is in it, as far as the milestone says. */
function milestoneLines({ items }: NewOrder, { booked, loaded, sailed }: News, language: Locale): Lines {
  const texts = mailTexts[language]
  const day = (value: string) => dayText(value, language)
  const loads = (loaded?.lines ?? []).flatMap(({ fishe, qty }) => {
    const item = items.find(({ fish_id }) => fish_id === fishe)
    return item ? [lineText(item, qty, language)] : []
  })
  const eta = booked?.eta ?? sailed?.eta
  const facts = [
    booked && texts.ship(plainLine(booked.vessel), plainLine(booked.from), plainLine(booked.to)),
    booked && texts.etd(day(booked.etd)),
    eta && texts.eta(day(eta)),
    loaded && texts.container(loaded.container),
    ...loads,
  ]
  return [facts.filter(Boolean).join('\n') || undefined]
}

/** Queues a mail to the other side about an event, in the caller's transaction. */
export async function mailEvent(
  deps: ServiceDeps,
  tx: Db,
  { order, event }: { order: NewOrder; event: News },
): Promise<void> {
  if (!deps.orderMails) return
  const { kind, by, seq } = event
  const offer = typeof event.offer === 'object' ? event.offer : undefined
  const names = event.files?.map(({ name }) => name) ?? []
  const said = [event.text ?? event.note ?? offer?.note ?? [], ...names].flat().join('\n') || undefined
  if (kind === 'milestone') {
    const linesIn = (language: Locale) => milestoneLines(order, event, language)
    // the caller tells of these steps only, which the shop reports
    return mailBuyer(deps, tx, { order, news: event.step as BuyerNews, said, linesIn, about: { milestone_seq: seq } })
  }
  // `refuseEvent` lets each side add only its own kinds of events
  if (by.side === 'buyer') return mailDesk(deps, tx, { order, news: kind as DeskNews, said })
  const { timeZone } = await getShopSettings(deps, tx)
  const linesIn = (language: Locale) => (offer ? termsOf(order, offer, { language, timeZone }) : [])
  const about = offer && { offer_seq: seq }
  await mailBuyer(deps, tx, { order, news: kind as BuyerNews, said, linesIn, about })
}

interface Ending {
  order: NewOrder
  current: CurrentOffer
}

/** An open offer's mail that it expires, in the words of today. */
async function endingMail(deps: ServiceDeps, db: Db, { order, current: { seq, offer } }: Ending): Promise<ToBuyer> {
  const { timeZone } = await getShopSettings(deps, db)
  const isToday = offer.validUntil <= dayIn(timeZone, deps.clock.now())
  const linesIn = (language: Locale) => termsOf(order, offer, { language, timeZone })
  return { order, news: isToday ? 'endsToday' : 'endsTomorrow', linesIn, about: { offer_seq: seq, is_ending: 1 } }
}

/** Queues a mail to the buyer that the open offer expires tomorrow or today, in the caller's transaction. */
export async function mailEnding(deps: ServiceDeps, tx: Db, ending: Ending): Promise<void> {
  if (!deps.orderMails) return
  await mailBuyer(deps, tx, await endingMail(deps, tx, ending))
}

interface ToSend extends Written {
  language: Locale
}

/**
 * A queued mail as it is true now; undefined if its offer was answered, replaced or withdrawn, or has expired unannounced, and if the buyer's
 * account was deleted.
 */
async function writtenNow(deps: ServiceDeps, mail: OrderMailRow): Promise<ToSend | undefined> {
  // the desk's
  if (mail.recipient === '') return { ...mail, language: deps.deskLanguage }
  const order = await findOrder(deps.db, mail.order_id, lastEvent)
  const buyer = order && (await findUser(deps.db, order.buyer_id))
  if (!order || !buyer) return undefined
  const language = languageOf(order)
  if (mail.offer_seq === null) return { ...mail, language }
  const { state, current } = toThread(order)
  if (state !== 'offered' || current?.seq !== mail.offer_seq) return undefined
  if (mail.is_ending === 0) return { ...mail, language }
  if (isOver(current.offer, deps.clock.now())) return undefined
  return { ...write(deps, order, toBuyer(buyer, await endingMail(deps, deps.db, { order, current }))), language }
}

/** Sends the due mails; returns the number of failures. */
export async function sendOrderMails(deps: ServiceDeps, round?: SendRound): Promise<number> {
  const { orderMails } = deps
  if (!orderMails) return 0
  const send = async (mail: OrderMailRow) => {
    const written = await writtenNow(deps, mail)
    if (!written) return
    const { recipient, subject, body: text, language } = written
    await orderMails.send({ id: mail.id, recipient, subject, text, language })
  }
  return sendMails(deps, { table: 'order_mail', send }, round)
}
