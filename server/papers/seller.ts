import { v7 } from 'uuid'
import { type InvalidField, plainLine } from '../../contract/fields.ts'
import { inEach } from '../../contract/locales.ts'
import * as parties from '../../contract/papers/parties.ts'
import { momentText } from '../../contract/texts/shop-day.ts'
import { mailAdmins } from '../accounts/account-mails.ts'
import { askPassword } from '../accounts/passwords.ts'
import { isSecondPerson } from '../accounts/trust.ts'
import { findUser, lockUser } from '../accounts/users-table.ts'
import { audit, recordChange } from '../audit/audit.ts'
import { type Db, day, isoNow, lockRows, updateRows } from '../db/database.ts'
import type { BankAccountRow } from '../db/row-types.ts'
import { type Actor, transactAs } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, refuseFields } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'

const sellerOf = (db: Db) => db.query.selectFrom('shop_seller').select(['version', 'body'])
/** Who sells, locked until the transaction ends, together with the bank accounts. */
const lockSeller = (tx: Db) => lockRows(tx, sellerOf(tx)).executeTakeFirstOrThrow()

/** The account that buyers pay to at a time (ISO 8601), and the one that will hold unless it is withdrawn. */
async function findBanks(db: Db, now: string) {
  const standing = db.query.selectFrom('bank_account').selectAll().where('withdrawn_at', 'is', null).limit(1)
  const held = standing.where('holds_from', '<=', now).orderBy('holds_from', 'desc')
  return {
    bank: await held.orderBy('id', 'desc').executeTakeFirst(),
    pending: await standing.where('holds_from', '>', now).orderBy('id', 'desc').executeTakeFirst(),
  }
}

const updateBank = (tx: Db, id: string, change: Partial<BankAccountRow>) =>
  updateRows(tx, 'bank_account', { having: { id }, change })

// only this file writes it
const readNames = (body: string) => ({ ...parties.noSeller, ...(JSON.parse(body) as Partial<parties.SellerNames>) })

const toBank = ({ holder, bank, account, bic, holds_from: since }: BankAccountRow) => ({
  ...{ holder, bank, account, bic, since },
})

/** Who sells, and the bank account that holds now. */
export async function readSeller(deps: Pick<ServiceDeps, 'clock'>, db: Db, reader = ''): Promise<parties.Seller> {
  const { version, body } = await sellerOf(db).executeTakeFirstOrThrow()
  const { bank, pending } = await findBanks(db, isoNow(deps.clock))
  return {
    ...{ version, ...readNames(body) },
    ...(bank && { bank: toBank(bank) }),
    ...(pending && {
      pending: {
        ...{ _id: pending.id, ...toBank(pending), by: { name: pending.asked_by_name } },
        isOwn: pending.asked_by === reader,
      },
    }),
  }
}

export const getSeller: Handler<'getSeller'> = (deps, { user }) => readSeller(deps, deps.db, user.id)

/** Replaces the names and numbers of who sells. Refuses with `edited-meanwhile` if somebody else has changed them meanwhile. */
export const updateSeller: Handler<'updateSeller'> = async (deps, { body: { version: seen, ...input }, user: actor }) =>
  transactAs(deps, actor, async (tx) => {
    const { version, body } = await lockSeller(tx)
    if (seen !== undefined && seen !== version) throw refuse('edited-meanwhile')
    const wanted = Object.fromEntries(Object.entries(input).map(([name, text]) => [name, text.trim()]))
    const row = { version: version + 1, body: JSON.stringify(wanted) }
    await tx.query.updateTable('shop_seller').set(row).execute()
    const thing = { id: '', name: (await getShopSettings(deps, tx)).name }
    await recordChange(deps, tx, { by: actor, kind: 'seller-changed', thing, before: readNames(body), after: wanted })
    return readSeller(deps, tx, actor.id)
  })

/** What became of a bank account: one was asked for, the first was given, one was confirmed before its time or withdrawn. */
type BankNews = 'asked' | 'given' | 'confirmed' | 'withdrawn'

const subjects = {
  asked: inEach(
    'A new bank account was asked for',
    'Changement de compte bancaire demandé',
    'Se ha pedido un cambio de cuenta bancaria',
  ),
  given: inEach('A bank account was given', 'Compte bancaire indiqué', 'Se ha indicado una cuenta bancaria'),
  confirmed: inEach(
    'The new bank account was confirmed',
    'Nouveau compte bancaire confirmé',
    'La cuenta bancaria nueva está confirmada',
  ),
  withdrawn: inEach(
    'The new bank account was withdrawn',
    'Nouveau compte bancaire retiré',
    'La cuenta bancaria nueva se ha retirado',
  ),
}
/** `from`: when the account holds; of its number only the end. */
const sentences = {
  asked: inEach(
    '{by} has asked that buyers pay to another bank account: {bank}, {account}. It holds from {from}. Until then another person with the right to the shop can confirm it, and it can be withdrawn:',
    '{by} demande que les acheteurs paient sur un autre compte bancaire\u202f: {bank}, {account}. Il sera valable à partir du {from}. D’ici là, une autre personne ayant le droit «\u202fboutique\u202f» peut le confirmer, et il peut être retiré\u202f:',
    '{by} pide que los compradores paguen a otra cuenta bancaria: {bank}, {account}. Valdrá a partir del {from}. Hasta entonces, otra persona con el derecho «tienda» puede confirmarla, y se puede retirar:',
  ),
  given: inEach(
    '{by} has given the bank account that buyers pay to: {bank}, {account}.',
    '{by} a indiqué le compte bancaire sur lequel les acheteurs paient\u202f: {bank}, {account}.',
    '{by} ha indicado la cuenta bancaria a la que pagan los compradores: {bank}, {account}.',
  ),
  confirmed: inEach(
    '{by} has confirmed it: buyers now pay to {bank}, {account}.',
    '{by} l’a confirmé\u202f: les acheteurs paient désormais sur {bank}, {account}.',
    '{by} la ha confirmado: los compradores pagan ahora a {bank}, {account}.',
  ),
  withdrawn: inEach(
    '{by} has withdrawn {bank}, {account}. The present account stays.',
    '{by} a retiré {bank}, {account}. Le compte actuel reste valable.',
    '{by} ha retirado {bank}, {account}. La cuenta actual sigue siendo válida.',
  ),
}
const warning = inEach(
  'If you did not expect this, call the person, and end all sessions of that account.',
  'Si vous ne vous y attendiez pas, appelez cette personne et fermez toutes les sessions de son compte.',
  'Si no lo esperaba, llame a esa persona y cierre todas las sesiones de su cuenta.',
)

/** Time until a new account without a second person's confirmation is in force; milliseconds. */
const wait = day

type Account = Pick<BankAccountRow, 'holder' | 'bank' | 'account' | 'bic'>

function readAccount({ holder, bank, account, bic }: parties.BankInput): Account {
  const wrong: InvalidField[] = []
  if (parties.looksLikeIban(account) && !parties.isIban(account)) wrong.push({ path: 'account', rule: 'iban' })
  if (bic.trim() !== '' && !parties.isBic(bic)) wrong.push({ path: 'bic', rule: 'allowedValue' })
  if (wrong.length > 0) throw refuseFields(...wrong)
  const code = bic.replace(/\s/g, '').toUpperCase()
  return { holder: holder.trim(), bank: bank.trim(), account: parties.accountText(account), bic: code }
}

/** What the log and mails show of an account. */
const shown = ({ account, ...others }: Account): Account => ({ ...others, account: parties.accountEnd(account) })

const isSame = (a: Account, b: Account) =>
  a.holder === b.holder && a.bank === b.bank && a.account === b.account && a.bic === b.bic

/** The password was changed while it was checked. */
async function passwordChanged(tx: Db, { id }: Actor, hash: string): Promise<void> {
  if ((await findUser(tx, id))?.password_hash !== hash) throw refuse('wrong-password')
}

interface News {
  news: BankNews
  actor: Actor
  before: Account | undefined
  after: BankAccountRow
}

/** Logs what became of an account, and queues a mail to every administrator, never with its whole number. */
async function announce(deps: ServiceDeps, tx: Db, { news, actor, before: former, after }: News): Promise<void> {
  const { name, timeZone } = await getShopSettings(deps, tx)
  const { holder, bank, account, bic } = after
  const change = { before: former && { bank: shown(former) }, after: { bank: shown({ holder, bank, account, bic }) } }
  // the first account holds without a confirmation
  const kind = `bank-${news === 'given' ? 'confirmed' : news}` as const
  await audit(deps, tx, { by: actor, kind, thing: { id: '', name }, ...change })
  const language = deps.deskLanguage
  const words: Record<string, string> = {
    by: plainLine(actor.name),
    bank: plainLine(bank),
    account: parties.accountEnd(account),
    from: momentText(after.holds_from, timeZone, language),
  }
  const before = sentences[news][language].replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')
  await mailAdmins(deps, tx, {
    subject: subjects[news][language],
    before,
    path: '/#/admin/shop',
    after: warning[language],
  })
}

/** Sets a new bank account in place of a pending one: the first holds at once, others after a day or a second person. Refuses like `askPassword`. */
export const changeBank: Handler<'changeBank'> = async (deps, { body, user: actor }) => {
  const account = readAccount(body)
  const password = await askPassword(deps, { kind: 'bank', who: actor.id, password: body.password })
  return transactAs(deps, actor, async (tx) => {
    await lockSeller(tx)
    await passwordChanged(tx, actor, password)
    const now = isoNow(deps.clock)
    const { bank: before, pending } = await findBanks(tx, now)
    if (pending) await updateBank(tx, pending.id, { withdrawn_at: now })
    if (before && isSame(before, account)) {
      if (pending) await announce(deps, tx, { news: 'withdrawn', actor, before, after: pending })
      return readSeller(deps, tx, actor.id)
    }
    const after: BankAccountRow = {
      ...{ id: v7(), ...account, asked_at: now, asked_by: actor.id, asked_by_name: actor.name },
      holds_from: before ? isoNow(deps.clock, wait) : now,
      withdrawn_at: null,
    }
    await tx.query.insertInto('bank_account').values(after).execute()
    await announce(deps, tx, { news: before ? 'asked' : 'given', actor, before, after })
    return readSeller(deps, tx, actor.id)
  })
}

/** The pending account and the one before, locked. Refuses with `not-found` when it is another one, holds already or was withdrawn. */
async function lockPending(tx: Db, id: string, now: string) {
  await lockSeller(tx)
  const { bank: before, pending } = await findBanks(tx, now)
  if (pending?.id !== id) throw refuse('not-found', { detail: 'No such bank account waits.' })
  return { before, pending }
}

/** Lets a pending account hold at once. Refuses with `second-person` for who is none (`isSecondPerson`), `not-found`, and like `askPassword`. */
export const confirmBank: Handler<'confirmBank'> = async (deps, { param: id, body, user: actor }) => {
  const password = await askPassword(deps, { kind: 'bank', who: actor.id, password: body.password })
  return transactAs(deps, actor, async (tx) => {
    const now = isoNow(deps.clock)
    const { before, pending } = await lockPending(tx, id, now)
    const account = await lockUser(tx, actor.id)
    if (!account || !isSecondPerson(deps, account, pending)) throw refuse('second-person')
    await passwordChanged(tx, actor, password)
    await updateBank(tx, id, { holds_from: now })
    await announce(deps, tx, { news: 'confirmed', actor, before, after: { ...pending, holds_from: now } })
    return readSeller(deps, tx, actor.id)
  })
}

/** Withdraws a pending account; the present one stays. Refuses with `not-found`. */
export const withdrawBank: Handler<'withdrawBank'> = async (deps, { param: id, user: actor }) =>
  transactAs(deps, actor, async (tx) => {
    const now = isoNow(deps.clock)
    const { before, pending } = await lockPending(tx, id, now)
    await updateBank(tx, id, { withdrawn_at: now })
    await announce(deps, tx, { news: 'withdrawn', actor, before, after: pending })
  })
