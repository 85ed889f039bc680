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

/** Tries of a mail whose recipient does not take it; two days and a half. */
const mostAttempts = 16

type News = Pick<OrderEvent, 'kind' | 'by' | 'offer' | 'note' | 'text'>
interface Mail {
  recipient: string
  language: Locale
  /** what happened, in a few words */
  subject: string
  /** between the greeting and the link, each a paragraph */
  lines: (string | undefined)[]
}

const deskNews: readonly string[] = ['accept', 'decline', 'cancel', 'message'] satisfies DeskNews[]
const buyerNews: readonly string[] = ['offer', 'withdraw', 'close', 'message'] satisfies BuyerNews[]

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

async function tellDesk(shop: Shop, tx: Handle, { order, news, lines }: DeskMail): Promise<void> {
  const language = shop.orderMails?.language ?? 'en'
  const { desk, from } = mailTexts[language]
  const sender = from(order.buyer_name, order.country)
  await insert(shop, tx, order, { recipient: '', language, subject: desk[news], lines: [sender, ...lines] })
}
interface DeskMail {
  order: NewOrder
  news: DeskNews
  lines: (string | undefined)[]
}

/** A deleted account gets no mail; an account with a new address gets it there. */
async function tellBuyer(shop: Shop, tx: Handle, order: NewOrder, event: News & { kind: BuyerNews }): Promise<void> {
  const buyer = await findUser(tx, order.buyer_id)
  if (!buyer) return
  const language = toLocale(order.language) ?? 'en'
  const texts = mailTexts[language]
  const offer = typeof event.offer === 'object' ? event.offer : undefined
  const until = offer && texts.validUntil(dayText(offer.validUntil, language))
  const said = quoted(event.text ?? event.note ?? offer?.note)
  const lines = [texts.hello(buyer.name), `${texts.buyer[event.kind]}.`, until, said]
  await insert(shop, tx, order, { recipient: buyer.email, language, subject: texts.buyer[event.kind], lines })
}

/** Queues a mail to the shop's desk about a new request, in the request's own transaction. */
export async function mailRequest(shop: Shop, tx: Handle, order: NewOrder): Promise<void> {
  if (!shop.orderMails) return
  const lines = order.items.map(({ name, qty }) => `${qty} t ${name}`).join('\n')
  await tellDesk(shop, tx, { order, news: 'request', lines: [lines] })
}

/** Queues a mail to the other side about an event, in the event's own transaction. */
export async function mailEvent(shop: Shop, tx: Handle, order: NewOrder, event: News): Promise<void> {
  if (!shop.orderMails) return
  const { kind, by } = event
  // the lists above are what the types name
  if (by.side === 'buyer' && deskNews.includes(kind))
    await tellDesk(shop, tx, { order, news: kind as DeskNews, lines: [quoted(event.text ?? event.note)] })
  if (by.side === 'shop' && buyerNews.includes(kind))
    await tellBuyer(shop, tx, order, { ...event, kind: kind as BuyerNews })
}

/** Sends the mails whose turn has come; returns how many could not be sent. */
export async function sendOrderMails(shop: Shop, round: SendRound = {}): Promise<number> {
  const { db, orderMails } = shop
  if (!orderMails) return 0
  const outbox: Outbox<OrderMailRow> = {
    due: (now, limit) => listDueMails(db, 'order_mail', now, limit),
    claim: (mail, next) => claimTry(db, 'order_mail', mail, next),
    async send({ id, recipient, subject, body, attempts }) {
      try {
        await orderMails.send({ id, recipient, subject, text: body })
      } catch (error) {
        if (attempts + 1 >= mostAttempts) await deleteMail(db, 'order_mail', id)
        throw error
      }
    },
    settle: ({ id }) => deleteMail(db, 'order_mail', id),
  }
  return sendDue(shop, outbox, round)
}
