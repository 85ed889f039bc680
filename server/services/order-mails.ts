import { v7 } from 'uuid'
import { type Locale, toLocale } from '../../contract/locales.ts'
import type { OrderEvent } from '../../contract/order-events.ts'
import type { Handle } from '../db/handle.ts'
import type { NewOrder } from '../db/orders.ts'
import type { OrderMailRow } from '../db/schema.ts'
import { findUser } from '../db/users.ts'
import { claimTry, deleteMail, insertMail, listDueMails } from '../db/waiting-mails.ts'
import { type BuyerNews, type DeskNews, dayText, mailTexts } from './order-mail-texts.ts'
import { type Outbox, type SendRound, sendDue } from './send-due.ts'
import { isoNow, type Shop } from './shop.ts'

/** Attempts before a mail is dropped, within two and a half days. */
const mostAttempts = 16

type News = Pick<OrderEvent, 'kind' | 'by' | 'offer' | 'note' | 'text'>
interface Mail {
  recipient: string
  language: Locale
  /** what happened, in a few words */
  subject: string
  /** paragraphs before the link */
  lines: (string | undefined)[]
}

interface DeskMail {
  order: NewOrder
  news: DeskNews
  lines: (string | undefined)[]
}

function quoted(text: string | undefined): string | undefined {
  return text?.replace(/^/gm, '> ')
}

async function insert(shop: Shop, tx: Handle, order: NewOrder, mail: Mail): Promise<void> {
  const { publicUrl = '' } = shop.orderMails ?? {}
  const link = `${mailTexts[mail.language].link}\n${publicUrl}/#/order/${order.id}`
  const row: OrderMailRow = {
    id: v7({ msecs: shop.clock.now() }),
    order_id: order.id,
    recipient: mail.recipient,
    subject: `${order.reference}: ${mail.subject}`,
    body: [...mail.lines, link].filter((line) => line !== undefined).join('\n\n'),
    attempts: 0,
    next_attempt_at: isoNow(shop.clock),
  }
  await insertMail(tx, 'order_mail', row)
}

async function mailDesk(shop: Shop, tx: Handle, { order, news, lines }: DeskMail): Promise<void> {
  const language = shop.orderMails?.language ?? 'en'
  const { desk, from } = mailTexts[language]
  const sender = from(order.buyer_name, order.country)
  await insert(shop, tx, order, { recipient: '', language, subject: desk[news], lines: [sender, ...lines] })
}

/** Uses the account's current address; a deleted account gets no mail. */
async function mailBuyer(shop: Shop, tx: Handle, order: NewOrder, event: News & { kind: BuyerNews }): Promise<void> {
  const buyer = await findUser(tx, order.buyer_id)
  if (!buyer) return
  const language = toLocale(order.language) ?? 'en'
  const texts = mailTexts[language]
  const offer = typeof event.offer === 'object' ? event.offer : undefined
  const until = offer && texts.validUntil(dayText(offer.validUntil, language))
  const message = quoted(event.text ?? event.note ?? offer?.note)
  const lines = [texts.hello(buyer.name), `${texts.buyer[event.kind]}.`, until, message]
  await insert(shop, tx, order, { recipient: buyer.email, language, subject: texts.buyer[event.kind], lines })
}

/** Queues a mail to the shop's desk about a new order, in the caller's transaction. */
export async function mailRequest(shop: Shop, tx: Handle, order: NewOrder): Promise<void> {
  if (!shop.orderMails) return
  const lines = order.items.map(({ name, qty }) => `${qty} t ${name}`).join('\n')
  await mailDesk(shop, tx, { order, news: 'request', lines: [lines] })
}

/** Queues a mail to the other side about an event, in the caller's transaction. */
export async function mailEvent(shop: Shop, tx: Handle, order: NewOrder, event: News): Promise<void> {
  if (!shop.orderMails) return
  const { kind, by } = event
  // `refuseEvent` lets each side add only its own kinds of events
  if (by.side === 'buyer')
    await mailDesk(shop, tx, { order, news: kind as DeskNews, lines: [quoted(event.text ?? event.note)] })
  else await mailBuyer(shop, tx, order, { ...event, kind: kind as BuyerNews })
}

/** Sends the due mails; returns the number of failures. */
export async function sendOrderMails(shop: Shop, round: SendRound = {}): Promise<number> {
  const { db, orderMails } = shop
  if (!orderMails) return 0
  const outbox: Outbox<OrderMailRow> = {
    due: (now, limit) => listDueMails(db, 'order_mail', now, limit),
    claim: (mail, next) => claimTry(db, 'order_mail', mail, next),
    send: ({ id, recipient, subject, body }) => orderMails.send({ id, recipient, subject, text: body }),
    settle: ({ id }) => deleteMail(db, 'order_mail', id),
    mostAttempts: () => mostAttempts,
  }
  return sendDue(shop, outbox, round)
}
