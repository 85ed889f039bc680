import { plainLine } from '../../contract/fields.ts'
import { colonIn, type Locale, nameIn, toLocale } from '../../contract/locales.ts'
import type { Offer } from '../../contract/offers.ts'
import type { KindOf, OrderEvent } from '../../contract/order-events.ts'
import { type CurrentOffer, isOver } from '../../contract/order-state.ts'
import { factsLine } from '../../contract/product-fields.ts'
import type { toldSteps } from '../../contract/shipment/milestones.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { toleranceText } from '../../contract/texts/quantity.ts'
import { dayIn, dayText, endText, tonnesText } from '../../contract/texts/shop-day.ts'
import { findUser } from '../accounts/users-table.ts'
import type { Db } from '../db/db.ts'
import type { OutboxRow } from '../db/outgoing-rows.ts'
import type { AccountRow } from '../db/row-types.ts'
import { wasRefused } from '../http/refusal.ts'
import { mailFailure, type Sending } from '../outbox/deliver.ts'
import { greeting, limitStrangerMail } from '../outbox/mail-throttle.ts'
import { quoted } from '../outbox/mailer.ts'
import { enqueue, type MailPayload, payloadOf, subjectId } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { findOrder, lastEvent, type NewOrder } from './order-queries.ts'
import { toThread } from './order-view.ts'

/** Events that are mailed to the shop's desk. */
type DeskNews = 'request' | KindOf<'buyer'>
/** What is mailed to the buyer: events, and that an offer expires. */
type BuyerNews =
  | 'request'
  | 'endsTomorrow'
  | 'endsToday'
  | Exclude<KindOf<'shop'>, 'milestone' | 'correct'>
  | 'message'
  | (typeof toldSteps)[number]

interface Texts {
  /** subjects, after the reference; without prices */
  desk: Record<DeskNews, string>
  buyer: Record<BuyerNews, string>
  from: (name: string, country: string) => string
  total: (amount: string) => string
  validUntil: (day: string) => string
  ship: (vessel: string, from: string, to: string) => string
  etd: (day: string) => string
  eta: (day: string) => string
  container: (number: string) => string
  /** what follows a request */
  next: string
  /** before the link to the order */
  link: string
  /** before the buyer's words */
  buyerWrites: string
}

const mailTexts: Record<Locale, Texts> = {
  en: {
    desk: {
      request: 'New request for a quote',
      accept: 'Offer accepted',
      decline: 'Offer declined',
      cancel: 'Request cancelled',
      message: 'New message from the buyer',
    },
    buyer: {
      request: 'We have received your request',
      offer: 'Our offer is ready',
      endsTomorrow: 'Our offer expires tomorrow',
      endsToday: 'Our offer expires today',
      withdraw: 'Our offer was withdrawn',
      close: 'We cannot make an offer',
      message: 'New message',
      booked: 'Your goods have a place on a ship',
      loaded: 'Your goods are loaded',
      sailed: 'Your goods have sailed',
      arrived: 'Your goods have arrived',
    },
    from: (name, country) => `From ${name}, ${country}`,
    total: (amount) => `Total: ${amount}`,
    validUntil: (day) => `The offer is valid until ${day}.`,
    ship: (vessel, from, to) => `Vessel: ${vessel}, from ${from} to ${to}`,
    etd: (day) => `Expected to sail: ${day}`,
    eta: (day) => `Expected to arrive: ${day}`,
    container: (number) => `Container: ${number}`,
    next: 'We will answer with an offer, and write to you when it is ready.',
    link: 'Read and answer here:',
    buyerWrites: 'The buyer writes:',
  },
  fr: {
    desk: {
      request: 'Nouvelle demande de devis',
      accept: 'Offre acceptée',
      decline: 'Offre refusée',
      cancel: 'Demande annulée',
      message: 'Nouveau message de l’acheteur',
    },
    buyer: {
      request: 'Nous avons bien reçu votre demande',
      offer: 'Notre offre est prête',
      endsTomorrow: 'Notre offre expire demain',
      endsToday: 'Notre offre expire aujourd’hui',
      withdraw: 'Notre offre a été retirée',
      close: 'Nous ne pouvons pas vous faire d’offre',
      message: 'Nouveau message',
      booked: 'Votre marchandise a une place à bord',
      loaded: 'Votre marchandise est chargée',
      sailed: 'Votre marchandise est en mer',
      arrived: 'Votre marchandise est arrivée',
    },
    from: (name, country) => `De ${name}, ${country}`,
    total: (amount) => `Total\u202f: ${amount}`,
    validUntil: (day) => `L’offre est valable jusqu’au ${day}.`,
    ship: (vessel, from, to) => `Navire\u202f: ${vessel}, de ${from} à ${to}`,
    etd: (day) => `Départ prévu\u202f: ${day}`,
    eta: (day) => `Arrivée prévue\u202f: ${day}`,
    container: (number) => `Conteneur\u202f: ${number}`,
    next: 'Nous vous répondrons par une offre et vous écrirons dès qu’elle sera prête.',
    link: 'Lire et répondre\u202f:',
    buyerWrites: 'L’acheteur écrit\u202f:',
  },
  es: {
    desk: {
      request: 'Nueva solicitud de cotización',
      accept: 'Oferta aceptada',
      decline: 'Oferta rechazada',
      cancel: 'Solicitud anulada',
      message: 'Nuevo mensaje del comprador',
    },
    buyer: {
      request: 'Hemos recibido su solicitud',
      offer: 'Nuestra oferta está lista',
      endsTomorrow: 'Nuestra oferta vence mañana',
      endsToday: 'Nuestra oferta vence hoy',
      withdraw: 'Hemos retirado nuestra oferta',
      close: 'No podemos hacerle una oferta',
      message: 'Nuevo mensaje',
      booked: 'Su mercancía tiene plaza a bordo',
      loaded: 'Su mercancía está cargada',
      sailed: 'Su mercancía ha zarpado',
      arrived: 'Su mercancía ha llegado',
    },
    from: (name, country) => `De ${name}, ${country}`,
    total: (amount) => `Total: ${amount}`,
    validUntil: (day) => `La oferta es válida hasta el ${day}.`,
    ship: (vessel, from, to) => `Buque: ${vessel}, de ${from} a ${to}`,
    etd: (day) => `Salida prevista: ${day}`,
    eta: (day) => `Llegada prevista: ${day}`,
    container: (number) => `Contenedor: ${number}`,
    next: 'Le responderemos con una oferta y le escribiremos cuando esté lista.',
    link: 'Leer y responder:',
    buyerWrites: 'El comprador escribe:',
  },
}

type News = Omit<OrderEvent, '_id' | 'at'>
type Lines = readonly (string | undefined)[]
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
  const link = `${mailTexts[language].link}\n${publicUrl}/#/order/${order.id}`
  const text = [...before, link, ...after].filter((part) => part !== undefined).join('\n\n')
  return { language, subject: order.reference + colonIn(language) + subject, text }
}

async function mailDesk(
  deps: ServiceDeps,
  tx: Db,
  { order, news, message, lines }: { order: NewOrder; news: DeskNews; message?: string | undefined; lines?: string },
): Promise<void> {
  const language = deps.deskLanguage
  const texts = mailTexts[language]
  const subject = texts.desk[news]
  const sender = texts.from(plainLine(order.buyer_name), plainLine(order.country))
  const words = message === undefined ? undefined : `${texts.buyerWrites}\n${quoted(message)}`
  const mail = write(deps, { order, language, subject, before: [`${subject}.`, lines], after: [sender, words] })
  const payload = JSON.stringify(mail)
  await enqueue(deps, tx, { kind: 'order_mail', target: '', subject: `order:${order.id}`, payload })
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
  const subject = mailTexts[language].buyer[news]
  const before = [greeting(language, buyer), `${subject}.`, ...linesIn(language)]
  return write(deps, { order, language, subject, before, after: [message === undefined ? undefined : quoted(message)] })
}

/** Uses the account's current address; a deleted account gets no mail. */
async function mailBuyer(deps: ServiceDeps, tx: Db, mail: ToBuyer): Promise<void> {
  const buyer = await findUser(tx, mail.order.buyer_id)
  if (!buyer) return
  const { id, email, confirmed_at } = buyer
  // anybody may register with another person's address, who gets no word of theirs and no more than a few mails
  if (mail.news === 'request' && confirmed_at === null)
    if (await wasRefused(limitStrangerMail(deps, tx, { kind: 'requestMail', email, callers: [id] }))) return
  const payload = JSON.stringify(writeToBuyer(deps, buyer, mail))
  const subject = `order:${mail.order.id}`
  await enqueue(deps, tx, { kind: 'order_mail', target: email, subject, owner: id, payload, ...mail.about })
}

/** Queues mails about a new order to the shop's desk and to its buyer, in the caller's transaction. */
export async function mailRequest(deps: ServiceDeps, tx: Db, order: NewOrder): Promise<void> {
  if (!deps.orderMails) return
  await mailDesk(deps, tx, { order, news: 'request', lines: requestLines(order, deps.deskLanguage) })
  const linesIn = (language: Locale) => [requestLines(order, language), mailTexts[language].next]
  await mailBuyer(deps, tx, { order, news: 'request', linesIn })
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
  const message = [event.text ?? event.note ?? offer?.note ?? [], ...names].flat().join('\n') || undefined
  if (kind === 'milestone') {
    const linesIn = (language: Locale) => milestoneLines(order, event, language)
    // the caller tells of these steps only, which the shop reports
    return mailBuyer(deps, tx, { order, news: event.step as BuyerNews, message, linesIn, about: { event: kind, seq } })
  }
  // `refuseEvent` lets each side add only its own kinds of events
  if (by.side === 'buyer') return mailDesk(deps, tx, { order, news: kind as DeskNews, message })
  const { timeZone } = await getShopSettings(deps, tx)
  const linesIn = (language: Locale) => (offer ? termsOf(order, offer, { language, timeZone }) : [])
  const about = offer && { event: 'offer', seq }
  await mailBuyer(deps, tx, { order, news: kind as BuyerNews, message, linesIn, about })
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
  return { order, news: isToday ? 'endsToday' : 'endsTomorrow', linesIn, about: { event: 'ending', seq } }
}

/** Queues a mail to the buyer that the open offer expires tomorrow or today, in the caller's transaction. */
export async function mailEnding(deps: ServiceDeps, tx: Db, ending: Ending): Promise<void> {
  if (deps.orderMails) await mailBuyer(deps, tx, await endingMail(deps, tx, ending))
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
  return writeToBuyer(deps, buyer, await endingMail(deps, deps.db, { order, current }))
}

export const orderMails: Sending = {
  kind: 'order_mail',
  failure: mailFailure,
  isOn: (deps) => deps.orderMails !== undefined,
  async send(deps, mail) {
    // nothing of a deleted account is left in the outbox, but what an older version has queued
    if (mail.owner !== '' && !(await findUser(deps.db, mail.owner))) return
    const written = await writtenNow(deps, mail)
    if (!written) return
    // of the desk it is the shop's present one
    const language = mail.target === '' ? deps.deskLanguage : (toLocale(written.language) ?? 'en')
    await deps.orderMails?.send({ ...written, id: mail.id, recipient: mail.target, language })
  },
}
