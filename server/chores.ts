import { pictureValue } from '../contract/picture.ts'
import { cleanLinks } from './accounts/account-links.ts'
import { sendAccountMails } from './accounts/account-mails.ts'
import { deleteEndedSessions } from './accounts/sessions.ts'
import { isPictureShown } from './catalogue/fishes-table.ts'
import { cleanFiles } from './files/clean-files.ts'
import { cleanDeliveries, sendWebhooks } from './hooks/send-webhooks.ts'
import { mailContacts } from './inbox/contact.ts'
import { tellEndingOffers } from './orders/ending-offers.ts'
import { cleanOfferLinks } from './orders/offer-links.ts'
import { sendOrderMails } from './orders/order-mails.ts'
import { sendOrderPushes } from './orders/order-pushes.ts'
import { isPictureOrdered } from './orders/orders-table.ts'
import type { SendRound } from './outgoing/send-due.ts'
import { sendBankMails } from './papers/bank.ts'
import { cleanAdminLog } from './platform/admin-log.ts'
import { hour, isoNow } from './platform/clock.ts'
import type { Counts } from './platform/counts.ts'
import { deleteEndedBuckets } from './platform/rate-limits.ts'
import { type Chore, type ChoreLog, runChores } from './platform/run-chores.ts'
import type { ServiceDeps } from './service-deps.ts'
import { isLogo } from './shop/shop-settings.ts'

/** Milliseconds. */
const every = { mail: 5_000, ends: 5 * 60 * 1000, clean: hour }
const mails: { message: string; count: keyof Counts } = {
  message: 'a message could not be mailed',
  count: 'failedMails',
}
const pushes: typeof mails = { message: 'a push message could not be sent', count: 'failedPushes' }
const hooks: typeof mails = { message: 'a webhook did not take an event', count: 'failedWebhooks' }

/** Deletes expired sessions, counters and links, and old entries of the administrators' log and of webhooks. */
export async function cleanUp(deps: ServiceDeps): Promise<void> {
  const { db, clock } = deps
  await deleteEndedBuckets(db, isoNow(clock))
  await deleteEndedSessions(db, isoNow(clock))
  await cleanLinks(deps)
  await cleanOfferLinks(deps)
  await cleanAdminLog(deps)
  await cleanDeliveries(deps)
}

/** Starts the shop's recurring tasks. Returns what stops them, see `runChores`. */
export function startChores(
  deps: ServiceDeps,
  log: ChoreLog,
  { more = [], timeout }: { more?: Chore[]; timeout?: number } = {},
): () => Promise<void> {
  const sending = (
    send: (deps: ServiceDeps, round: SendRound) => Promise<number>,
    { message, count }: typeof mails = mails,
  ): Chore => ({
    every: every.mail,
    run: (signal) => {
      const onFailure: SendRound['onFailure'] = (failure) => {
        deps.counts[count]++
        log.warn(failure, message)
      }
      return send(deps, { signal, onFailure })
    },
  })
  const chores: Chore[] = [
    ...(deps.sendMail ? [sending(mailContacts)] : []),
    ...(deps.orderMails ? [sending(sendOrderMails), sending(sendAccountMails), sending(sendBankMails)] : []),
    sending(sendOrderPushes, pushes),
    // each webhook is claimed, so that a slow one holds up no other: its round takes up to four times as long
    { ...sending(sendWebhooks, hooks), abreast: 4 },
    { every: every.ends, run: (signal) => tellEndingOffers(deps, signal) },
    { every: every.clean, run: () => cleanUp(deps) },
    { every: every.clean, run: (signal) => cleanFiles(deps, { signal }) },
    ...more,
  ]
  return runChores(chores, log, timeout)
}

/** Whether a picture is used by a product, by an order (even of a deleted product), or as the shop's logo. */
export async function isPictureUsed({ db }: ServiceDeps, hash: string): Promise<boolean> {
  const image = pictureValue(hash)
  return (await isPictureShown(db, image)) || (await isPictureOrdered(db, image)) || isLogo(db, image)
}
