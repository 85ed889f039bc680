import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import { filledLine, filledText, line } from '../texts/text-schemas.ts'

/** Who buys, as papers name it; all are optional. A request copies what its buyer's profile has and it lacks. */
export const Parties = Type.Object({
  company: Type.Optional(filledLine(limits.nameLength)),
  taxNumber: Type.Optional(filledLine(limits.partyNumberLength)),
  /** name and address of who receives the goods, in lines */
  consignee: Type.Optional(filledText(limits.partyLength)),
  /** name and address of who is told when the goods arrive, in lines */
  notifyParty: Type.Optional(filledText(limits.partyLength)),
})
export type Parties = Static<typeof Parties>

/** Who sells, as papers name it; empty where it is not filled in. */
const seller = {
  legalName: line(limits.nameLength),
  taxNumber: line(limits.partyNumberLength),
  registrationNumber: line(limits.partyNumberLength),
  /** of the plant, which health authorities gave */
  approvalNumber: line(limits.partyNumberLength),
}

/** `PUT /api/shop/seller/`: refused if `version`, the one that the author has seen, is no longer current. */
export const SellerInput = Type.Object({ ...seller, version: Type.Optional(Type.Integer({ minimum: 0 })) })
export type SellerInput = Static<typeof SellerInput>

const account = {
  holder: filledLine(limits.nameLength),
  bank: filledLine(limits.nameLength),
  /** an IBAN, or the number that the bank uses */
  account: filledLine(limits.accountLength),
  /** or empty */
  bic: line(20),
}

/** A new bank account, with the password of who gives it. */
export const BankInput = Type.Object({
  ...account,
  password: Type.String({ minLength: 1, maxLength: limits.passwordMax }),
})
export type BankInput = Static<typeof BankInput>

export const BankPassword = Type.Object({ password: BankInput.properties.password })

const text = Type.String()
/** A bank account. `since`: from when on it holds (ISO 8601). */
export const BankAccount = Type.Object({ holder: text, bank: text, account: text, bic: text, since: text })
export type BankAccount = Static<typeof BankAccount>

/** A bank account that does not hold yet. */
const PendingBank = Type.Object({
  _id: text,
  ...BankAccount.properties,
  by: Type.Object({ name: text }),
  /** the reader gave it, and cannot be the second person that confirms it */
  isOwn: Type.Boolean(),
})

export const SellerNames = Type.Object({
  legalName: text,
  taxNumber: text,
  registrationNumber: text,
  approvalNumber: text,
})
export type SellerNames = Static<typeof SellerNames>

/** Who sells and where buyers pay. Not public. `version` is 0 until somebody saves the seller. */
export const Seller = Type.Object({
  version: Type.Integer(),
  ...SellerNames.properties,
  bank: Type.Optional(BankAccount),
  pending: Type.Optional(PendingBank),
})
export type Seller = Static<typeof Seller>
