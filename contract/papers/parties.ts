import * as v from 'valibot'
import { filledLine, filledText, flag, int, line, text } from '../fields.ts'
import { limits } from '../limits.ts'

/* Account numbers. */

const plain = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** Whether an account number has the form of an IBAN (ISO 13616): a country, two check digits and what the country's banks use. */
export const looksLikeIban = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(plain(text))

/** Whether the check digits of an IBAN are right: with them at its end and letters as 10 to 35, it is 1 modulo 97. */
export function isIban(text: string): boolean {
  if (!looksLikeIban(text)) return false
  const moved = plain(text).replace(/^(.{4})(.*)$/, '$2$1')
  let rest = 0
  for (const sign of moved) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97
  return rest === 1
}

/** A BIC (ISO 9362) of eight or eleven signs. */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(plain(text))

/** An account number as people write it: an IBAN in groups of four, any other as it was typed. */
export function accountText(account: string): string {
  return looksLikeIban(account) ? plain(account).replace(/(.{4})(?=.)/g, '$1 ') : account.trim()
}

/** The end of an account number, which says which account it is without giving it away. */
export const accountEnd = (account: string): string => `…${plain(account).slice(-4)}`

/** Who buys, as papers name it; all are optional. A request copies what its buyer's profile has and it lacks. */
export const Parties = v.object({
  company: v.optional(filledLine(limits.nameLength)),
  taxNumber: v.optional(filledLine(limits.partyNumberLength)),
  /** name and address of who receives the goods, in lines */
  consignee: v.optional(filledText(limits.partyLength)),
  /** name and address of who is told when the goods arrive, in lines */
  notifyParty: v.optional(filledText(limits.partyLength)),
})
export type Parties = v.InferOutput<typeof Parties>

/** Who sells, as papers name it; empty where it is not filled in. */
const seller = {
  legalName: line(limits.nameLength),
  taxNumber: line(limits.partyNumberLength),
  registrationNumber: line(limits.partyNumberLength),
  /** of the plant, which health authorities gave */
  approvalNumber: line(limits.partyNumberLength),
}

/** `PUT /api/shop/seller/`: refused if `version`, the one that the author has seen, is no longer current. */
export const SellerInput = v.object({ ...seller, version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))) })
export type SellerInput = v.InferOutput<typeof SellerInput>

const account = {
  holder: filledLine(limits.nameLength),
  bank: filledLine(limits.nameLength),
  /** an IBAN, or the number that the bank uses */
  account: filledLine(limits.accountLength),
  /** or empty */
  bic: line(20),
}

/** A new bank account, with the password of who gives it. */
export const BankInput = v.object({
  ...account,
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.passwordMax)),
})
export type BankInput = v.InferOutput<typeof BankInput>

export const BankPassword = v.object({ password: BankInput.entries.password })

/** A bank account. `since`: from when on it holds (ISO 8601). */
export const BankAccount = v.object({ holder: text, bank: text, account: text, bic: text, since: text })
export type BankAccount = v.InferOutput<typeof BankAccount>

/** A bank account that does not hold yet. */
const PendingBank = v.object({
  _id: text,
  ...BankAccount.entries,
  by: v.fallback(v.object({ name: text }), { name: '' }),
  /** the reader gave it, and cannot be the second person that confirms it */
  isOwn: flag,
})

export const SellerNames = v.object(
  v.entriesFromList(['legalName', 'taxNumber', 'registrationNumber', 'approvalNumber'], text),
)
export type SellerNames = v.InferOutput<typeof SellerNames>
export const noSeller: SellerNames = { legalName: '', taxNumber: '', registrationNumber: '', approvalNumber: '' }

/** Who sells and where buyers pay. Not public. `version` is 0 until somebody saves the seller. */
export const Seller = v.object({
  version: int,
  ...SellerNames.entries,
  bank: v.optional(BankAccount),
  pending: v.optional(PendingBank),
})
export type Seller = v.InferOutput<typeof Seller>

/** What a half-typed form keeps of it on the device: no bank account. */
export const SellerDraft = v.omit(Seller, ['bank', 'pending'])
