import { paperKinds } from '../../contract/papers/paper-kinds.ts'
import type { Paper, Papers } from '../../contract/papers/papers.ts'
import type { SellerNames } from '../../contract/papers/parties.ts'
import { isRecord, readText } from '../lib/record.ts'
import { readData, readId, readList, readRows, readTime } from './read-value.ts'

/** A paper of an order; undefined without an id or of a kind that this version does not know. */
export function readPaper(body: unknown): Paper | undefined {
  const value = readData(body)
  const kind = isRecord(value) ? paperKinds.find((each) => each === value.kind) : undefined
  if (!isRecord(value) || readId(value) === '' || !kind) return undefined
  const replaces = readText(value.replaces)
  return {
    ...{ _id: readId(value), kind, number: readText(value.number), file: readText(value.file), at: readTime(value.at) },
    ...(replaces && { replaces }),
  }
}

/** Who sells; what the answer does not name is empty. */
export function readSellerNames(body: unknown): SellerNames {
  const { legalName, taxNumber, registrationNumber, approvalNumber } = isRecord(body) ? body : {}
  return {
    ...{ legalName: readText(legalName), taxNumber: readText(taxNumber) },
    ...{ registrationNumber: readText(registrationNumber), approvalNumber: readText(approvalNumber) },
  }
}

export function readPapers(body: unknown): Papers | undefined {
  if (!isRecord(body) || !isRecord(body.missing)) return undefined
  const fields = (list: unknown) => readList(list)?.map(readText) ?? []
  const missing = { proforma: fields(body.missing.proforma), packing: fields(body.missing.packing) }
  return { papers: readRows(readList(body.papers), readPaper) ?? [], missing, seller: readSellerNames(body.seller) }
}
