import { plainLine } from '../../contract/fields.ts'
import { colonIn, inEach, type Locale, nameIn, toLocale } from '../../contract/locales.ts'
import type { Offer } from '../../contract/offers.ts'
import type { KindOf, OrderEvent } from '../../contract/order-events.ts'
import { type CurrentOffer, isOver } from '../../contract/order-state.ts'
import { factsLine } from '../../contract/product-fields.ts'
import type { toldSteps } from '../../contract/shipment/milestones.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { toleranceText } from '../../contract/texts/quantity.ts'
import { dayIn, dayText, endText, tonnesText } from '../../contract/texts/shop-day.ts'
import { findUser } from '../accounts/users-table.ts'
import type { Db } from '../db/database.ts'
import type { AccountRow, OutboxRow } from '../db/row-types.ts'
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

type Each = Record<Locale, string>

/** Subjects, after the reference; without prices. */
const deskSubjects: Record<DeskNews, Each> = {
  request: inEach('New request for a quote', 'Nouvelle demande de devis', 'Nueva solicitud de cotización'),
  accept: inEach('Offer accepted', 'Offre acceptée', 'Oferta aceptada'),
  decline: inEach('Offer declined', 'Offre refusée', 'Oferta rechazada'),
  cancel: inEach('Request cancelled', 'Demande annulée', 'Solicitud anulada'),
  message: inEach('New message from the buyer', 'Nouveau message de l’acheteur', 'Nuevo mensaje del comprador'),
}
const buyerSubjects: Record<BuyerNews, Each> = {
  request: inEach('We have received your request', 'Nous avons bien reçu votre demande', 'Hemos recibido su solicitud'),
  offer: inEach('Our offer is ready', 'Notre offre est prête', 'Nuestra oferta está lista'),
  endsTomorrow: inEach('Our offer expires tomorrow', 'Notre offre expire demain', 'Nuestra oferta vence mañana'),
  endsToday: inEach('Our offer expires today', 'Notre offre expire aujourd’hui', 'Nuestra oferta vence hoy'),
  withdraw: inEach('Our offer was withdrawn', 'Notre offre a été retirée', 'Hemos retirado nuestra oferta'),
  close: inEach('We cannot make an offer', 'Nous ne pouvons pas vous faire d’offre', 'No podemos hacerle una oferta'),
  message: inEach('New message', 'Nouveau message', 'Nuevo mensaje'),
  booked: inEach(
    'Your goods have a place on a ship',
    'Votre marchandise a une place à bord',
    'Su mercancía tiene plaza a bordo',
  ),
  loaded: inEach('Your goods are loaded', 'Votre marchandise est chargée', 'Su mercancía está cargada'),
  sailed: inEach('Your goods have sailed', 'Votre marchandise est en mer', 'Su mercancía ha zarpado'),
  arrived: inEach('Your goods have arrived', 'Votre marchandise est arrivée', 'Su mercancía ha llegado'),
}
const words = {
  from: inEach('From', 'De', 'De'),
  total: inEach('Total', 'Total', 'Total'),
  validUntil: inEach('The offer is valid until', 'L’offre est valable jusqu’au', 'La oferta es válida hasta el'),
  vessel: inEach('Vessel', 'Navire', 'Buque'),
  route: inEach(['from', 'to'], ['de', 'à'], ['de', 'a']),
  etd: inEach('Expected to sail', 'Départ prévu', 'Salida prevista'),
  eta: inEach('Expected to arrive', 'Arrivée prévue', 'Llegada prevista'),
  container: inEach('Container', 'Conteneur', 'Contenedor'),
  afterRequest: inEach(
    'We will answer with an offer, and write to you when it is ready.',
    'Nous vous répondrons par une offre et vous écrirons dès qu’elle sera prête.',
    'Le responderemos con una oferta y le escribiremos cuando esté lista.',
  ),
  link: inEach('Read and answer here:', 'Lire et répondre\u202f:', 'Leer y responder:'),
  buyerWrites: inEach('The buyer writes:', 'L’acheteur écrit\u202f:', 'El comprador escribe:'),
}

/** A word with its value: `Container: …`. */
const withLabel = (label: Each, language: Locale, value: string) => label[language] + colonIn(language) + value

type News = Omit<OrderEvent, '_id' | 'at'>
type Lines = readonly (string | undefined)[]
type Item = NewOrder['items'][number]

/** A line of a request or an offer: tonnes, the product, and which of its sizes and packings. */
function lineText(item: Item, qty: number, language: Locale): string {
  const names = { trade_name: item.name, trade_name_fr: item.name_fr, trade_name_es: item.name_es }
  const what = [nameIn(names, language), factsLine(item, language)].filter(Boolean).join(', ')
  return `${tonnesText(qty, language)} ${plainLine(what)}`
}

const requestLines = ({ items }: NewOrder, language: Locale): string =>
  items.map((item) => lineText(item, item.qty, language)).join('\n')

/** Quantities of products of an order, each on its line. */
const linesOf = (
  items: readonly Item[],
  lines: readonly { fishe: string; qty: number }[],
  language: Locale,
): string[] =>
  lines.flatMap(({ fishe, qty }) => {
    const item = items.find(({ fish_id }) => fish_id === fishe)
    return item ? [lineText(item, qty, language)] : []
  })

/** What is offered, its total and its last day. */
function termsOf({ items }: NewOrder, offer: Offer, by: { language: Locale; timeZone: string }): Lines {
  const { language, timeZone } = by
  return [
    linesOf(
      items,
      offer.lines.filter(({ price }) => price !== null),
      language,
    ).join('\n'),
    withLabel(words.total, language, formatMoney(offer.total, offer.currency, language)),
    `${toleranceText(offer, language)}.`,
    `${words.validUntil[language]} ${endText(offer.expiresAt, timeZone, language)}.`,
  ]
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

async function mailDesk(
  deps: ServiceDeps,
  tx: Db,
  { order, news, message, lines }: { order: NewOrder; news: DeskNews; message?: string | undefined; lines?: string },
): Promise<void> {
  const language = deps.deskLanguage
  const subject = deskSubjects[news][language]
  const sender = `${words.from[language]} ${plainLine(order.buyer_name)}, ${plainLine(order.country)}`
  const quote = message && `${words.buyerWrites[language]}\n${quoted(message)}`
  const mail = write(deps, { order, language, subject, before: [`${subject}.`, lines], after: [sender, quote] })
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
  const subject = buyerSubjects[news][language]
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
  const linesIn = (language: Locale) => [requestLines(order, language), words.afterRequest[language]]
  await mailBuyer(deps, tx, { order, news: 'request', linesIn })
}

/** Queues a mail to the other side about an event, in the caller's transaction. */
export async function mailEvent(deps: ServiceDeps, tx: Db, { order, event }: { order: NewOrder; event: News }) {
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
