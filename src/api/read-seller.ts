import type { BankAccount, Parties, Seller } from '../../contract/papers/parties.ts'
import { isRecord, type JsonRecord, readText } from '../lib/record.ts'
import { readCount, readId, readTexts, readTime } from './read-value.ts'

/** Who buys, as papers name it; undefined where nothing is filled in. */
export function readParties(value: unknown): Parties | undefined {
  const parties = isRecord(value) ? readTexts(value, ['company', 'taxNumber', 'consignee', 'notifyParty']) : {}
  return Object.keys(parties).length > 0 ? parties : undefined
}

function readBank({ holder, bank, account, bic, since }: JsonRecord): BankAccount {
  return {
    holder: readText(holder),
    bank: readText(bank),
    account: readText(account),
    bic: readText(bic),
    since: readTime(since),
  }
}

/** Who sells, as papers name it; undefined for a server that does not know it. */
export function readSeller(body: unknown): Seller | undefined {
  if (!isRecord(body) || typeof body.legalName !== 'string') return undefined
  const { bank, pending } = body
  return {
    version: readCount(body.version),
    legalName: body.legalName,
    taxNumber: readText(body.taxNumber),
    registrationNumber: readText(body.registrationNumber),
    approvalNumber: readText(body.approvalNumber),
    ...(isRecord(bank) && { bank: readBank(bank) }),
    ...(isRecord(pending) && {
      pending: {
        ...{ _id: readId(pending), ...readBank(pending), isOwn: pending.isOwn === true },
        by: { name: readText(isRecord(pending.by) ? pending.by.name : '') },
      },
    }),
  }
}
