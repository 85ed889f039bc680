import { v7 } from 'uuid'
import type { ActionKind } from '../../contract/admin-log.ts'
import { type InvalidField, plainLine } from '../../contract/fields.ts'
import type { Locale } from '../../contract/locales.ts'
import {
  accountEnd,
  accountText,
  type BankInput,
  isBic,
  isIban,
  looksLikeIban,
  type Seller,
} from '../../contract/papers/parties.ts'
import { momentText } from '../../contract/texts/shop-day.ts'
import { askPassword } from '../accounts/passwords.ts'
import { isSecondPerson } from '../accounts/trust.ts'
import { findUser, listAdminAddresses, lockUser } from '../accounts/users-table.ts'
import { audit } from '../audit/audit.ts'
import { day, isoNow } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { BankAccountRow } from '../db/row-types.ts'
import { type Actor, transactAs } from '../http/caller.ts'
import { refuse, refuseFields } from '../http/refusal.ts'
import { mailFailure, type Sending } from '../outbox/deliver.ts'
import { enqueue, type MailPayload, payloadOf } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'
import { findBank, findPendingBank, getSeller, lockSeller, updateBank } from './seller.ts'

/** What became of a bank account: one was asked for, the first was given, one was confirmed before its time or withdrawn. */
type BankNews = 'asked' | 'given' | 'confirmed' | 'withdrawn'

interface BankWords {
  by: string
  bank: string
  /** its end only */
  account: string
  /** when it holds, as people write it */
  from: string
}

type Texts = Record<BankNews, { subject: string; before: (words: BankWords) => string }> & { after: string }

const bankMailTexts: Record<Locale, Texts> = {
  en: {
    asked: {
      subject: 'A new bank account was asked for',
      before: ({ by, bank, account, from }) =>
        `${by} has asked that buyers pay to another bank account: ${bank}, ${account}. It holds from ${from}. Until then another person with the right to the shop can confirm it, and it can be withdrawn:`,
    },
    given: {
      subject: 'A bank account was given',
      before: ({ by, bank, account }) => `${by} has given the bank account that buyers pay to: ${bank}, ${account}.`,
    },
    confirmed: {
      subject: 'The new bank account was confirmed',
      before: ({ by, bank, account }) => `${by} has confirmed it: buyers now pay to ${bank}, ${account}.`,
    },
    withdrawn: {
      subject: 'The new bank account was withdrawn',
      before: ({ by, bank, account }) => `${by} has withdrawn ${bank}, ${account}. The present account stays.`,
    },
    after: 'If you did not expect this, call the person, and end all sessions of that account.',
  },
  fr: {
    asked: {
      subject: 'Changement de compte bancaire demandé',
      before: ({ by, bank, account, from }) =>
        `${by} demande que les acheteurs paient sur un autre compte bancaire\u202f: ${bank}, ${account}. Il sera valable à partir du ${from}. D’ici là, une autre personne ayant le droit «\u202fboutique\u202f» peut le confirmer, et il peut être retiré\u202f:`,
    },
    given: {
      subject: 'Compte bancaire indiqué',
      before: ({ by, bank, account }) =>
        `${by} a indiqué le compte bancaire sur lequel les acheteurs paient\u202f: ${bank}, ${account}.`,
    },
    confirmed: {
      subject: 'Nouveau compte bancaire confirmé',
      before: ({ by, bank, account }) =>
        `${by} l’a confirmé\u202f: les acheteurs paient désormais sur ${bank}, ${account}.`,
    },
    withdrawn: {
      subject: 'Nouveau compte bancaire retiré',
      before: ({ by, bank, account }) => `${by} a retiré ${bank}, ${account}. Le compte actuel reste valable.`,
    },
    after: 'Si vous ne vous y attendiez pas, appelez cette personne et fermez toutes les sessions de son compte.',
  },
  es: {
    asked: {
      subject: 'Se ha pedido un cambio de cuenta bancaria',
      before: ({ by, bank, account, from }) =>
        `${by} pide que los compradores paguen a otra cuenta bancaria: ${bank}, ${account}. Valdrá a partir del ${from}. Hasta entonces, otra persona con el derecho «tienda» puede confirmarla, y se puede retirar:`,
    },
    given: {
      subject: 'Se ha indicado una cuenta bancaria',
      before: ({ by, bank, account }) =>
        `${by} ha indicado la cuenta bancaria a la que pagan los compradores: ${bank}, ${account}.`,
    },
    confirmed: {
      subject: 'La cuenta bancaria nueva está confirmada',
      before: ({ by, bank, account }) => `${by} la ha confirmado: los compradores pagan ahora a ${bank}, ${account}.`,
    },
    withdrawn: {
      subject: 'La cuenta bancaria nueva se ha retirado',
      before: ({ by, bank, account }) => `${by} ha retirado ${bank}, ${account}. La cuenta actual sigue siendo válida.`,
    },
    after: 'Si no lo esperaba, llame a esa persona y cierre todas las sesiones de su cuenta.',
  },
}

/** Queues a mail to every administrator about a bank account, in the caller's transaction. `from` of the words: ISO 8601. */
async function mailBank(
  deps: ServiceDeps,
  tx: Db,
  { news, timeZone, ...words }: BankWords & { news: BankNews; timeZone: string },
): Promise<void> {
  if (!deps.orderMails) return
  const language = deps.deskLanguage
  const { after, ...texts } = bankMailTexts[language]
  const { subject, before } = texts[news]
  const from = momentText(words.from, timeZone, language)
  const said = before({ account: words.account, from, by: plainLine(words.by), bank: plainLine(words.bank) })
  const text = [said, `${deps.orderMails.publicUrl}/#/admin/shop`, after].join('\n\n')
  const payload = JSON.stringify({ language, subject, text } satisfies MailPayload)
  const rows = (await listAdminAddresses(tx)).map((target) => ({ kind: 'admin_mail' as const, target, payload }))
  await enqueue(deps, tx, ...rows)
}

export const adminMails: Sending = {
  kind: 'admin_mail',
  failure: mailFailure,
  isOn: ({ orderMails }) => orderMails !== undefined,
  async send({ orderMails }, row) {
    await orderMails?.send({ id: row.id, recipient: row.target, ...payloadOf<MailPayload>(row) })
  },
}

/** Time until a new account without a second person's confirmation is in force; milliseconds. */
const wait = day

type Account = Pick<BankAccountRow, 'holder' | 'bank' | 'account' | 'bic'>

function readAccount({ holder, bank, account, bic }: BankInput): Account {
  const wrong: InvalidField[] = []
  if (looksLikeIban(account) && !isIban(account)) wrong.push({ path: 'account', rule: 'iban' })
  if (bic.trim() !== '' && !isBic(bic)) wrong.push({ path: 'bic', rule: 'allowedValue' })
  if (wrong.length > 0) throw refuseFields(...wrong)
  const code = bic.replace(/\s/g, '').toUpperCase()
  return { holder: holder.trim(), bank: bank.trim(), account: accountText(account), bic: code }
}

/** What the log and mails show of an account. */
const shown = ({ account, ...others }: Account): Account => ({ ...others, account: accountEnd(account) })

const isSame = (a: Account, b: Account) =>
  a.holder === b.holder && a.bank === b.bank && a.account === b.account && a.bic === b.bic

/** The password was changed while it was checked. */
async function passwordChanged(tx: Db, { id }: Actor, hash: string): Promise<void> {
  if ((await findUser(tx, id))?.password_hash !== hash) throw refuse('wrong-password')
}

const actionOf: Record<BankNews, ActionKind> = {
  asked: 'bank-asked',
  given: 'bank-confirmed',
  confirmed: 'bank-confirmed',
  withdrawn: 'bank-withdrawn',
}

interface Told {
  news: BankNews
  actor: Actor
  before: Account | undefined
  after: BankAccountRow
}

/** Logs and mails what became of an account, never with its whole number. */
async function tell(deps: ServiceDeps, tx: Db, { news, actor, before, after }: Told): Promise<void> {
  const { name, timeZone } = await getShopSettings(deps, tx)
  const { holder, bank, account, bic } = after
  const [old, now] = [before && { bank: shown(before) }, { bank: shown({ holder, bank, account, bic }) }]
  const change = { before: old, after: now }
  await audit(deps, tx, { by: actor, kind: actionOf[news], thing: { id: '', name }, ...change })
  const words = { by: actor.name, bank, account: accountEnd(account), from: after.holds_from, timeZone }
  await mailBank(deps, tx, { news, ...words })
}

/**
 * Gives the shop a new bank account in place of a pending one: the first holds at once, another one after a day or when a second person
 * confirms it. Refuses with `invalid-fields` and like `askPassword`.
 */
export async function changeBank(deps: ServiceDeps, input: BankInput, actor: Actor): Promise<Seller> {
  const account = readAccount(input)
  const password = await askPassword(deps, { kind: 'bank', who: actor.id, password: input.password })
  return transactAs(deps, actor, async (tx) => {
    await lockSeller(tx)
    await passwordChanged(tx, actor, password)
    const now = isoNow(deps.clock)
    const [before, pending] = [await findBank(tx, now), await findPendingBank(tx, now)]
    if (pending) await updateBank(tx, pending.id, { withdrawn_at: now })
    if (before && isSame(before, account)) {
      if (pending) await tell(deps, tx, { news: 'withdrawn', actor, before, after: pending })
      return await getSeller(deps, tx, actor.id)
    }
    const after: BankAccountRow = {
      ...{ id: v7(), ...account, asked_at: now, asked_by: actor.id, asked_by_name: actor.name },
      holds_from: before ? isoNow(deps.clock, wait) : now,
      withdrawn_at: null,
    }
    await tx.query.insertInto('bank_account').values(after).execute()
    await tell(deps, tx, { news: before ? 'asked' : 'given', actor, before, after })
    return await getSeller(deps, tx, actor.id)
  })
}

/** The pending account, locked. Refuses with `not-found` when it is another one, holds already or was withdrawn. */
async function lockPending(deps: ServiceDeps, tx: Db, id: string): Promise<BankAccountRow> {
  await lockSeller(tx)
  const pending = await findPendingBank(tx, isoNow(deps.clock))
  if (pending?.id !== id) throw refuse('not-found', { detail: 'No such bank account waits.' })
  return pending
}

/** Lets a pending account hold at once. Refuses with `second-person` for who is none (`isSecondPerson`), `not-found`, and like `askPassword`. */
export async function confirmBank(
  deps: ServiceDeps,
  { id, password: typed, actor }: { id: string; password: string; actor: Actor },
): Promise<Seller> {
  const password = await askPassword(deps, { kind: 'bank', who: actor.id, password: typed })
  return transactAs(deps, actor, async (tx) => {
    const pending = await lockPending(deps, tx, id)
    const account = await lockUser(tx, actor.id)
    if (!account || !isSecondPerson(deps, account, pending)) throw refuse('second-person')
    await passwordChanged(tx, actor, password)
    const holds_from = isoNow(deps.clock)
    const before = await findBank(tx, holds_from)
    await updateBank(tx, id, { holds_from })
    await tell(deps, tx, { news: 'confirmed', actor, before, after: { ...pending, holds_from } })
    return await getSeller(deps, tx, actor.id)
  })
}

/** Withdraws a pending account; the present one stays. Refuses with `not-found`. */
export async function withdrawBank(deps: ServiceDeps, id: string, actor: Actor): Promise<void> {
  return transactAs(deps, actor, async (tx) => {
    const pending = await lockPending(deps, tx, id)
    const now = isoNow(deps.clock)
    await updateBank(tx, id, { withdrawn_at: now })
    await tell(deps, tx, { news: 'withdrawn', actor, before: await findBank(tx, now), after: pending })
  })
}
